import { getError, getOutput, useBank } from '../support/engine/testBank';

const bank = useBank();

const byId = (value: string | number) => ({
	resource: 'transaction',
	operation: 'get',
	transactionId: { __rl: true, mode: 'id', value },
});

async function book() {
	const { transaction } = await bank.control.transfer({
		amount: 1_234_567,
		description: 'Thanh toán đơn hàng DH1042',
		when: '2026-01-31T10:20:30',
		reference: 'FT26031000001042',
	});
	return transaction;
}

it('returns a transaction with eleven keys, with one GET', async () => {
	const { id, cusum_balance: balance } = await book();
	expect(getOutput(await bank.run(byId(id)))).toStrictEqual([
		{
			id,
			reference: 'FT26031000001042',
			amount: 1_234_567,
			direction: 'incoming',
			description: 'Thanh toán đơn hàng DH1042',
			time: '2026-01-31T10:20:30+07:00',
			balance,
			accountNumber: '0908123456789',
			virtualAccount: '',
			counterpartName: '',
			counterpartAccount: '',
		},
	]);
	expect(await bank.requests()).toEqual([
		{ method: 'GET', path: `/v2/transactions/${id}`, query: {}, body: null },
	]);
});

it('returns the raw record of the service with Simplify off', async () => {
	const { id, cusum_balance: balance } = await book();
	const result = await bank.run({ ...byId(id), simplify: false });
	expect(getOutput(result)).toStrictEqual([
		{
			id,
			tid: 'FT26031000001042',
			description: 'Thanh toán đơn hàng DH1042',
			amount: 1_234_567,
			cusumBalance: balance,
			when: '2026-01-31T10:20:30',
			bankSubAccId: '0908123456789',
		},
	]);
});

it('accepts a selection from the list and an ID with spaces around it', async () => {
	const { id } = await book();
	const chosen = { __rl: true, mode: 'list', value: id, cachedResultName: 'DH1042' };
	const fromList = await bank.run({ ...byId(0), transactionId: chosen });
	expect(getOutput(fromList)).toMatchObject([{ id }]);
	expect(getOutput(await bank.run(byId(` ${id} `)))).toMatchObject([{ id }]);
});

it("writes the time with the offset of the credential's time zone", async () => {
	const { id } = await book();
	const result = await bank.run(byId(id), { credential: { timeZone: 'Europe/Berlin' } });
	expect(getOutput(result)).toMatchObject([{ time: '2026-01-31T10:20:30+01:00' }]);
});

it.each(['404', 'error', 'null'] as const)(
	'fails for an unknown transaction if the service answers in the form %s',
	async (unknownId) => {
		await bank.control.settings({ unknownId });
		const error = getError(await bank.run(byId(424_242)));
		expect(error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 0 } });
		expect(error.message).toMatch(/transaction 424242/i);
		expect(error.description).toBeTruthy();
		expect(await bank.countRequests()).toBe(1);
	},
);
