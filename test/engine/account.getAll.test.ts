import { simplifyAccount } from '../../nodes/shared/accounts/account';
import { accountRecord } from '../bank/records';
import {
	ALARMING_WORDS,
	getError,
	getOutput,
	getPairedItems,
	useBank,
} from '../support/engine/testBank';

const bank = useBank();

const GET_MANY = { resource: 'account', operation: 'getAll', returnAll: true };
const REQUEST = { method: 'GET', path: '/v2/accounts', query: {}, body: null };

const getRecords = async () => (await bank.control.state()).accounts.map(accountRecord);

it('returns every linked account, simplified, with one request', async () => {
	const result = await bank.run(GET_MANY);
	const output = getOutput(result);
	expect(output).toHaveLength(4);
	expect(result.hints).toEqual([]);
	expect(output[0]).toStrictEqual({
		id: 733,
		accountNumber: '0908123456789',
		accountName: 'CUA HANG THUC HANH',
		bankName: 'MBBank',
		bankCode: 'mbbank',
		bankBin: '970422',
		balance: 45_300_000,
		currency: 'VND',
		connected: true,
	});
	expect(output[2]).toMatchObject({ accountNumber: '17271687', accountName: '' });
	expect(output[3]).toMatchObject({ bankName: 'Vietcombank', balance: null, connected: false });
	expect(await bank.requests()).toEqual([REQUEST]);
});

it("returns the service's own records with Simplify off", async () => {
	const result = await bank.run({ ...GET_MANY, simplify: false });
	expect(getOutput(result)).toEqual(await getRecords());
});

it('returns at most as many accounts as the limit', async () => {
	const output = getOutput(await bank.run({ ...GET_MANY, returnAll: false, limit: 2 }));
	expect(output.map(({ id }) => id)).toEqual([733, 734]);
	expect(getOutput(await bank.run({ ...GET_MANY, returnAll: false }))).toHaveLength(4);
});

it('reads the accounts once for all input items', async () => {
	const parameters = { ...GET_MANY, returnAll: false, limit: '={{ $json.limit }}' };
	const result = await bank.run(parameters, { items: [{ limit: 1 }, { limit: '3' }] });
	expect(getOutput(result)).toHaveLength(4);
	expect(getPairedItems(result)).toEqual([0, 1, 1, 1]);
	expect(await bank.countRequests()).toBe(1);
});

it.each([true, false])(
	'skips unreadable records and counts each once across all items (Simplify %s)',
	async (simplify) => {
		const [record, other] = await getRecords();
		const withoutId = { ...record, id: undefined };
		const withoutNumber = { ...record, accountNumber: undefined };
		await bank.answer([null, withoutId, record, 'account', withoutNumber, other, []]);
		const result = await bank.run({ ...GET_MANY, simplify }, { items: [{}, {}] });
		const expected = [record, other].map((one) => (simplify ? simplifyAccount(one) : one));
		expect(getOutput(result)).toEqual([...expected, ...expected]);
		expect(result.hints).toEqual([
			{
				type: 'warning',
				location: 'outputPane',
				message: expect.stringMatching(/^5 accounts were skipped.*ID or number.*'Simplify'/),
			},
		]);
		expect(result.hints[0].message).not.toMatch(ALARMING_WORDS);
	},
);

it.each([null, {}, 'accounts', { records: [] }])(
	'fails, and does not return nothing, if the answer is %j',
	async (data) => {
		await bank.answer(data);
		const error = getError(await bank.run(GET_MANY));
		expect(error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 0 } });
		expect(error.message).toMatch(/unexpected response for the list of linked accounts/);
	},
);
