import { getError, getOutput, getPairedItems, LONG_AGO, useBank } from '../support/engine/testBank';

const bank = useBank();

const TOKEN = 'secret-token-of-the-test';

const createWebhook = {
	resource: 'webhook',
	operation: 'create',
	webhookUrl: '={{ $json.url }}',
	secureToken: TOKEN,
	incomeOnly: '={{ $json.incomeOnly }}',
};

const getTransaction = {
	resource: 'transaction',
	operation: 'get',
	transactionId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
};

const UNKNOWN = 424_242;

async function bookThree() {
	const { transactions } = await bank.control.transfers([
		{ amount: 1000, when: '2026-01-01T10:00:00', description: 'first' },
		{ amount: 2000, when: '2026-01-02T10:00:00', description: 'second' },
		{ amount: 3000, when: '2026-01-03T10:00:00', description: 'third' },
	]);
	return transactions.map(({ id }) => id);
}

describe('several input items', () => {
	it('evaluates the expressions of each item', async () => {
		const items = [
			{ url: 'https://n8n.example.com/a', incomeOnly: true },
			{ url: 'https://n8n.example.com/b', incomeOnly: false },
			{ url: 'https://n8n.example.com/c', incomeOnly: true },
		];
		const result = await bank.run(createWebhook, { items });
		expect(getOutput(result)).toMatchObject(items);
		expect(getPairedItems(result)).toEqual([0, 1, 2]);
		expect(await bank.control.webhooks()).toMatchObject(items);
	});

	it('links each transaction of Get Many to the item that asked for it', async () => {
		const ids = await bookThree();
		const result = await bank.run(
			{
				resource: 'transaction',
				operation: 'getAll',
				limit: '={{ $json.limit }}',
				filters: { fromDate: LONG_AGO },
				options: { sort: '={{ $json.sort }}' },
			},
			{
				items: [
					{ limit: 2, sort: 'ASC' },
					{ limit: 1, sort: 'DESC' },
				],
			},
		);
		expect(getOutput(result).map(({ id }) => id)).toEqual([ids[0], ids[1], ids[2]]);
		expect(getPairedItems(result)).toEqual([0, 0, 1]);
	});

	it('links each webhook of Delete by URL to the item that asked for it', async () => {
		const [one, other] = ['https://n8n.example.com/a', 'https://n8n.example.com/b'];
		for (const url of [one, other, other]) await bank.control.addWebhook({ url });
		const result = await bank.run(
			{ resource: 'webhook', operation: 'deleteByUrl', webhookUrl: '={{ $json.url }}' },
			{ items: [{ url: other }, { url: one }] },
		);
		expect(getOutput(result).map(({ url }) => url)).toEqual([other, other, one]);
		expect(getPairedItems(result)).toEqual([0, 0, 1]);
	});

	it('stops at the first item that fails and names it in the error', async () => {
		const [first, second] = await bookThree();
		const items = [{ id: first }, { id: UNKNOWN }, { id: second }];
		const error = getError(await bank.run(getTransaction, { items }));
		expect(error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 1 } });
		expect(await bank.countRequests()).toBe(2);
	});

	it('stops at the first invalid item and names it in the error', async () => {
		const [first, second] = await bookThree();
		const items = [{ id: first }, { id: second }, { id: 'abc' }];
		const error = getError(await bank.run(getTransaction, { items }));
		expect(error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 2 } });
	});
});

describe('Continue On Fail', () => {
	it('processes every item and explains a failure in its own item', async () => {
		const [first, second] = await bookThree();
		const result = await bank.run(getTransaction, {
			items: [{ id: first }, { id: UNKNOWN }, { id: 'abc' }, { id: second }],
			continueOnFail: true,
		});
		const outputs = getOutput(result);
		expect(outputs.map(({ id }) => id)).toEqual([first, undefined, undefined, second]);
		expect(outputs[1]).toStrictEqual({
			error: expect.stringContaining(`Transaction ${UNKNOWN}`),
			description: expect.stringMatching(/\w/),
			httpStatus: 404,
			serviceCode: 404,
		});
		expect(outputs[2]).toStrictEqual({
			error: expect.stringContaining("'Transaction'"),
			description: expect.stringMatching(/\w/),
		});
		expect(getPairedItems(result)).toEqual([0, 1, 2, 3]);
	});

	it('reports a broken connection without a status', async () => {
		await bank.control.fault({ kind: 'reset', method: 'POST' });
		const url = 'https://n8n.example.com/a';
		const result = await bank.run(createWebhook, {
			items: [
				{ url, incomeOnly: true },
				{ url, incomeOnly: true },
			],
			continueOnFail: true,
		});
		const [failed, done] = getOutput(result);
		expect(Object.keys(failed).sort()).toEqual(['description', 'error']);
		expect(done).toMatchObject({ url });
	});

	it('gives no partial list for an item whose later page fails', async () => {
		await bookThree();
		await bank.control.settings({ maximumPageSize: 1 });
		await bank.control.fault({ kind: 'status', status: 500, after: 1 });
		const result = await bank.run(
			{
				resource: 'transaction',
				operation: 'getAll',
				returnAll: true,
				filters: { fromDate: LONG_AGO },
			},
			{ items: [{}, {}], continueOnFail: true },
		);
		const outputs = getOutput(result);
		expect(outputs).toHaveLength(4);
		expect(outputs[0]).toMatchObject({ httpStatus: 500 });
		expect(getPairedItems(result)).toEqual([0, 1, 1, 1]);
	});
});
