import { getError, getOutput, getPairedItems, useBank } from '../support/engine/testBank';

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

async function bookTwo() {
	const { transactions } = await bank.control.transfers([{ amount: 1000 }, { amount: 2000 }]);
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
		const [first, second] = await bookTwo();
		const items = [{ id: first }, { id: UNKNOWN }, { id: second }];
		const error = getError(await bank.run(getTransaction, { items }));
		expect(error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 1 } });
		expect(await bank.countRequests()).toBe(2);
	});
});

describe('Continue On Fail', () => {
	it('processes every item and explains a failure in its own item', async () => {
		const [first, second] = await bookTwo();
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
		const item = { url: 'https://n8n.example.com/a', incomeOnly: true };
		const items = [item, item];
		const result = await bank.run(createWebhook, { items, continueOnFail: true });
		const [failed, done] = getOutput(result);
		expect(Object.keys(failed).sort()).toEqual(['description', 'error']);
		expect(done).toMatchObject(item);
	});
});
