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

describe('output', () => {
	const book = async () => {
		await bank.control.reset({ transactions: 0 });
		const { transaction } = await bank.control.transfer({
			amount: -1_234_567,
			description: 'Hoàn tiền DH1042',
			when: '2026-01-31T10:20:30',
			counterpartName: 'TRAN THI B',
			counterpartAccount: '0123456789',
			accountNumber: '123456789',
			virtualAccount: 'VQR0000001042',
		});
		return transaction;
	};

	it('has eleven keys for each transaction', async () => {
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
				virtualAccount: 'VQR0000001042',
				counterpartName: 'TRAN THI B',
				counterpartAccount: '0123456789',
			},
		]);
	});

	it('is the raw record of the service with Simplify off', async () => {
		const transaction = await book();
		const result = await bank.run(getMany({ simplify: false }));
		expect(getOutput(result)).toStrictEqual([transaction]);
	});
});

describe.each(['ASC', 'DESC'] as const)('sorted %s', (sort) => {
	it.each<[string, Partial<Settings>, number]>([
		['of the size asked for', {}, 10],
		['cut short by the service', ALL_SHORT_PAGES, 100],
		['whose end points to null', { ...ALL_SHORT_PAGES, endPages: 'null' }, 100],
		['whose end points to itself', { ...ALL_SHORT_PAGES, endPages: 'repeat' }, 100],
		['whose end points beyond', { ...ALL_SHORT_PAGES, endPages: 'next' }, 100],
	])(
		'returns each transaction once, in order, with Return All over pages %s',
		async (_name, settings, pageSize) => {
			const expected = await bank.listTransactions({ sort });
			await bank.control.settings(settings);
			const result = await bank.run(getMany({ returnAll: true, options: { sort, pageSize } }));
			expect(expected).toHaveLength(COUNT);
			expect(getIds(getOutput(result))).toEqual(getIds(expected));
			const served = Math.min(pageSize, settings.maximumPageSize ?? 100);
			expect(await bank.countRequests()).toBe(Math.ceil(COUNT / served));
		},
	);

	it.each([1, 6, 7, 8, 14, 89, 90, 91, 1000])(
		'returns at most %i transactions and requests no page more than it needs',
		async (limit) => {
			const expected = await bank.listTransactions({ sort });
			await bank.control.settings(ALL_SHORT_PAGES);
			const result = await bank.run(getMany({ limit, options: { sort } }));
			expect(getIds(getOutput(result))).toEqual(getIds(expected.slice(0, limit)));
			expect(await bank.countRequests()).toBe(Math.ceil(Math.min(limit, COUNT) / 7));
		},
	);
});

it('requests one page of 50 by default', async () => {
	getOutput(await bank.run({ resource: 'transaction', operation: 'getAll' }));
	// A page that the test before did not wait for may arrive as well.
	const requests = (await bank.requests()).filter(({ query }) => query.pageSize === '50');
	expect(requests).toHaveLength(1);
	const [{ method, path, query, body }] = requests;
	expect({ method, path, body }).toEqual({ method: 'GET', path: '/v2/transactions', body: null });
	expect(query).toMatchObject({ page: '1', pageSize: '50' });
});

it('sends the selected order and page size', async () => {
	await bank.run(getMany({ returnAll: true, options: { sort: 'DESC', pageSize: 60 } }));
	expect((await bank.requests()).map(({ query }) => query)).toEqual([
		{ fromDate: LONG_AGO, sort: 'DESC', page: '1', pageSize: '60' },
		{ fromDate: LONG_AGO, sort: 'DESC', page: '2', pageSize: '60' },
	]);
});
