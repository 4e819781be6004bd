import type { Settings } from '../bank/settings';
import { LONG_AGO, getOutput, useBank, getIds } from '../support/engine/testBank';

const COUNT = 90;
const bank = useBank(COUNT);

const getMany = (parameters: { filters?: object; [name: string]: unknown } = {}) => ({
	resource: 'transaction',
	operation: 'getAll',
	...parameters,
	filters: { fromDate: LONG_AGO, ...parameters.filters },
});

const ALL_SHORT_PAGES = { maximumPageSize: 7 };

describe('what a transaction looks like', () => {
	const book = async () => {
		await bank.control.reset({ transactions: 0 });
		const { transaction } = await bank.control.transfer({
			amount: -1_234_567,
			description: 'Hoàn tiền DH1042',
			when: '2026-01-31T10:20:30',
			counterpartName: 'TRAN THI B',
			counterpartAccount: '0123456789',
			accountNumber: '123456789',
		});
		return transaction;
	};

	it('is the ten keys of the contract', async () => {
		const { id, tid, cusum_balance: balance } = await book();
		expect(getOutput(await bank.run(getMany()))).toStrictEqual([
			{
				id,
				reference: tid,
				amount: -1_234_567,
				direction: 'outgoing',
				description: 'Hoàn tiền DH1042',
				time: '2026-01-31T10:20:30+07:00',
				balance,
				accountNumber: '123456789',
				counterpartName: 'TRAN THI B',
				counterpartAccount: '0123456789',
			},
		]);
	});

	it("is the service's own record, untouched, with Simplify off", async () => {
		const transaction = await book();
		const result = await bank.run(getMany({ simplify: false }));
		expect(getOutput(result)).toStrictEqual([transaction]);
	});

	it.each([
		['date', '2026-01-31'],
		['iso', '2026-01-31T10:20:30+07:00'],
		['space', '2026-01-31T10:20:30+07:00'],
	] as const)('tells the time that the service writes in the form %s', async (listTime, time) => {
		await book();
		await bank.control.settings({ listTime });
		expect(getOutput(await bank.run(getMany()))).toMatchObject([{ time }]);
	});
});

describe.each(['ASC', 'DESC'] as const)('sorted %s', (sort) => {
	it.each<[string, Partial<Settings>, number]>([
		['of the size asked for', {}, 10],
		['cut short by the service', ALL_SHORT_PAGES, 100],
		['whose end points to null', { ...ALL_SHORT_PAGES, endPages: 'null' }, 100],
		['whose end points to itself', { ...ALL_SHORT_PAGES, endPages: 'repeat' }, 100],
		['whose end points beyond', { ...ALL_SHORT_PAGES, endPages: 'next' }, 100],
	])('Return All gives each once, in order, over pages %s', async (_name, settings, pageSize) => {
		const expected = await bank.listTransactions({ sort });
		await bank.control.settings(settings);
		const result = await bank.run(getMany({ returnAll: true, options: { sort, pageSize } }));
		expect(expected).toHaveLength(COUNT);
		expect(getIds(getOutput(result))).toEqual(getIds(expected));
		const served = Math.min(pageSize, settings.maximumPageSize ?? 100);
		expect(await bank.countRequests()).toBe(Math.ceil(COUNT / served));
	});

	it.each([1, 6, 7, 8, 14, 89, 90, 91, 1000])(
		'a limit of %i gives that many, or all, and asks for no page more than it needs',
		async (limit) => {
			const expected = await bank.listTransactions({ sort });
			await bank.control.settings(ALL_SHORT_PAGES);
			const result = await bank.run(getMany({ limit, options: { sort } }));
			expect(getIds(getOutput(result))).toEqual(getIds(expected.slice(0, limit)));
			expect(await bank.countRequests()).toBe(Math.ceil(Math.min(limit, COUNT) / 7));
		},
	);
});

it('a limit counts what passes the filters', async () => {
	const outgoing = (await bank.listTransactions()).filter(({ amount }) => amount < 0);
	await bank.control.settings(ALL_SHORT_PAGES);
	const limit = outgoing.length - 1;
	const result = await bank.run(getMany({ limit, filters: { direction: 'outgoing' } }));
	expect(getIds(getOutput(result))).toEqual(getIds(outgoing.slice(0, limit)));
});

it('asks for one page of 50 where nothing is said', async () => {
	const result = await bank.run({ resource: 'transaction', operation: 'getAll' });
	getOutput(result);
	const [{ method, path, query, body }] = await bank.requests();
	expect({ method, path, body }).toEqual({ method: 'GET', path: '/v2/transactions', body: null });
	expect(query).toMatchObject({ page: '1', pageSize: '50' });
});

it('sends the order and the page size that were chosen', async () => {
	await bank.run(getMany({ returnAll: true, options: { sort: 'DESC', pageSize: 60 } }));
	expect((await bank.requests()).map(({ query }) => query)).toEqual([
		{ fromDate: LONG_AGO, sort: 'DESC', page: '1', pageSize: '60' },
		{ fromDate: LONG_AGO, sort: 'DESC', page: '2', pageSize: '60' },
	]);
});

it('gives no item where there is no transaction', async () => {
	await bank.control.reset({ transactions: 0 });
	expect(getOutput(await bank.run(getMany({ returnAll: true })))).toEqual([]);
	expect(await bank.countRequests()).toBe(1);
});

it('reads through a passing fault on a later page', async () => {
	const expected = await bank.listTransactions();
	await bank.control.settings(ALL_SHORT_PAGES);
	await bank.control.fault({ kind: 'status', status: 503, after: 3, times: 2 });
	await bank.control.fault({ kind: 'cut', after: 8 });
	const result = await bank.run(getMany({ returnAll: true }));
	expect(getIds(getOutput(result))).toEqual(getIds(expected));
});

it.each([
	['no object', []],
	['no records', { totalPages: 1, totalRecords: 1 }],
	['records of null', { totalPages: 1, totalRecords: 1, records: null }],
	['no count of pages', { totalRecords: 1, records: [] }],
	['nothing', null],
])('fails where the answer is a success with %s', async (_name, data) => {
	const body = JSON.stringify({ error: 0, message: 'success', data });
	await bank.control.fault({ kind: 'status', status: 200, body, times: null });
	const { items, error } = await bank.run(getMany());
	expect(items).toEqual([]);
	expect(error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 0 } });
});
