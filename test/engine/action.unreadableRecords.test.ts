import { runAction, searchList } from '../support/engine/engine';
import { refuse, usePagedService } from '../support/engine/pagedService';
import { ALARMING_WORDS, getError, getOutput, useBank, getIds } from '../support/engine/testBank';

const service = usePagedService(10);
const bank = useBank();

const BEYOND = 2 ** 53 + 2;

/** Replaces these records of the list. */
function serve(replacements: Record<number, unknown>) {
	Object.assign(service.records, replacements);
}

it.each<[string, unknown]>([
	['without an amount', { id: 4, description: 'DH1042' }],
	['with an id beyond 2^53', { id: BEYOND, amount: 1000 }],
	['that is null', null],
])('skips a record %s in Get Many, returns all others and warns', async (_name, record) => {
	serve({ 3: record });
	for (const pageSize of [1, 4, 100]) {
		const result = await service.getMany({ options: { pageSize } });
		expect(getIds(getOutput(result))).toEqual([1, 2, 3, 5, 6, 7, 8, 9, 10]);
		expect(result.hints).toEqual([
			{
				type: 'warning',
				location: 'outputPane',
				message: expect.stringMatching(/^1 transaction was skipped.*'Simplify'.*service/),
			},
		]);
		expect(result.hints[0].message).not.toMatch(ALARMING_WORDS);
	}
});

it('skips unreadable records with Simplify off as well', async () => {
	serve({ 0: { id: 1 }, 9: null });
	const result = await service.getMany({ simplify: false });
	expect(getOutput(result)).toEqual(service.records.slice(1, 9));
	expect(result.hints).toMatchObject([{ message: expect.stringMatching(/^2 transactions were/) }]);
});

it.each([1, 2, 3, 100])(
	'meets a limit exactly with pages of %i records, some of them unreadable',
	async (pageSize) => {
		serve({ 0: null, 1: null, 3: { id: 4 }, 4: { id: BEYOND, amount: 1 } });
		for (const limit of [1, 2, 5, 6]) {
			const result = await service.getMany({ returnAll: false, limit, options: { pageSize } });
			expect(getIds(getOutput(result))).toEqual([3, 6, 7, 8, 9, 10].slice(0, limit));
		}
	},
);

it('returns nothing if no record can be read and says how many were skipped', async () => {
	service.records.fill(null as never);
	const result = await service.getMany({ options: { pageSize: 100 } });
	expect(getOutput(result)).toEqual([]);
	expect(result.hints).toMatchObject([{ message: expect.stringMatching(/^10 transactions/) }]);
});

it('counts a record once if the list moves and shows it again', async () => {
	serve({ 1: { id: 2 }, 5: { id: BEYOND, amount: 1000 } });
	service.beforePage = async (page) => {
		if (page === 2 && service.records.length === 10) {
			service.records.unshift({ id: 11, amount: 1000 });
		}
	};
	const result = await service.getMany({ options: { pageSize: 2, maxConcurrency: 1 } });
	expect(getIds(getOutput(result))).toEqual([1, 3, 4, 5, 7, 8, 9, 10]);
	expect(result.hints).toMatchObject([{ message: expect.stringMatching(/^2 transactions/) }]);
});

it('counts a record once across all items', async () => {
	serve({ 1: { id: 2 } });
	const limited = { returnAll: false, limit: '={{ $json.limit }}', options: { pageSize: 3 } };
	const items = [{ limit: 5 }, { limit: 5 }, { limit: 2 }];
	const result = await service.getMany(limited, { items });
	expect(getIds(getOutput(result))).toEqual([1, 3, 4, 5, 6, 1, 3, 4, 5, 6, 1, 3]);
	expect(result.hints).toMatchObject([{ message: expect.stringMatching(/^1 transaction was/) }]);
});

it('counts a record once if a later page fails for one of the items', async () => {
	serve({ 0: { id: 1 } });
	let hasFailed = false;
	service.respondInstead = (page, reply) => {
		if (page !== 3 || hasFailed) return false;
		hasFailed = true;
		return refuse(reply, 500);
	};
	const options = { pageSize: 4, maxConcurrency: 1 };
	const result = await service.getMany({ options }, { items: [{}, {}], continueOnFail: true });
	expect(getOutput(result)).toHaveLength(1 + 9);
	expect(result.hints).toMatchObject([{ message: expect.stringMatching(/^1 transaction was/) }]);
});

it('reads further pages from the day of the first record, readable or not', async () => {
	serve({
		0: { id: 1, when: '2026-01-03T10:00:00' },
		1: { id: 2, amount: 1000, when: '2026-01-05T10:00:00' },
	});
	await service.getMany({ options: { pageSize: 5 } });
	expect(service.firstDays).toEqual([undefined, '2026-01-03']);
});

it('skips unreadable records in Match Payments and matches the others', async () => {
	serve({
		0: { id: 1, description: 'DH1042' },
		1: { id: 2, amount: 5000, description: 'DH1042' },
		2: { id: BEYOND, amount: 5000, description: 'DH1042' },
	});
	const result = await runAction(
		service.credential,
		{
			resource: 'transaction',
			operation: 'match',
			paymentCode: '={{ $json.code }}',
			expectedAmount: '5000',
		},
		{ items: [{ code: 'DH1042' }, { code: 'DH1043' }] },
	);
	expect(getOutput(result)).toMatchObject([{ status: 'paid' }, { status: 'unpaid' }]);
	expect(result.hints).toMatchObject([
		{ type: 'warning', message: expect.stringMatching(/^2 transactions were.*any order/) },
	]);
	expect(result.hints[0].message).not.toContain('Simplify');
});

it.each<[string, unknown]>([
	['no records', { page: 1, pageSize: 100, totalPages: 1, totalRecords: 1 }],
	['records of null', { page: 1, pageSize: 100, totalPages: 1, totalRecords: 1, records: null }],
	['no count of pages', { page: 1, pageSize: 100, totalRecords: 0, records: [] }],
	['a list', [{ id: 1, amount: 1000 }]],
	['nothing', null],
])('fails for an answer that is not a page: %s', async (_name, data) => {
	service.respondInstead = (_page, reply) => {
		void reply.send({ error: 0, message: 'success', data });
		return true;
	};
	const error = getError(await service.getMany());
	expect(error).toMatchObject({ name: 'NodeApiError', httpCode: '200' });
	expect(error.message).toMatch(/unexpected response for page 1 of the transactions/);
});

it('leaves unreadable records out of the transaction list in the editor', async () => {
	serve({ 1: { id: 2 }, 2: null, 3: { id: BEYOND, amount: 1000 } });
	const { results } = await searchList(service.credential, 'searchTransactions');
	expect(results.map(({ value }) => value)).toEqual([1, 5, 6, 7, 8, 9, 10]);
});

it.each<[string, unknown]>([
	['without an amount', { id: 5789 }],
	['that is a list', [{ id: 5789, amount: 1000 }]],
])(
	'says in Get that a record %s is invalid, and does not blame the address',
	async (_name, data) => {
		await bank.answer(data);
		const transactionId = { __rl: true, mode: 'id', value: 5789 };
		const parameters = { resource: 'transaction', operation: 'get', transactionId };
		const error = getError(await bank.run(parameters));
		expect(error).toMatchObject({ name: 'NodeApiError', httpCode: '200' });
		expect(error.message).toMatch(/invalid record for transaction 5789/);
		expect(error.description).toMatch(/amount/);
		expect(error.description).not.toMatch(/Base URL|proxy/);
	},
);
