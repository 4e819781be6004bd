import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ACTION, createNode, createWorkflow, start } from '../support/engine/engine';
import { inspectRun, LONG_AGO, useBank } from '../support/engine/testBank';

const bank = useBank();

const TOKEN = 'secret-token-of-the-test';
const TRANSACTION = { __rl: true, mode: 'id', value: '={{ $json.value }}' };

/** An input item whose keys collide with those of an error item. */
const STALE = {
	error: 'of the item before',
	description: 'of the item before',
	httpStatus: 999,
	serviceCode: 999,
};

interface Case {
	parameters: INodeParameters;
	/** Prepares the bank, and returns the value with which an item succeeds. */
	prepare: () => Promise<string | number>;
	/** Values that are refused before a request, if the operation has such values. */
	refused?: string;
}

async function bookTransaction() {
	const { transaction } = await bank.control.transfer({ amount: 1000, description: 'DH1042' });
	return transaction.id;
}

async function addWebhook(url = 'https://n8n.example.com/a') {
	return await bank.control.addWebhook({ url });
}

/** Every operation, with a parameter that takes its value from the input item. */
const operations: Record<string, Case> = {
	'transaction:getAll': {
		parameters: { returnAll: true, filters: { fromDate: '={{ $json.value }}' } },
		prepare: async () => {
			await bookTransaction();
			return LONG_AGO;
		},
		refused: 'yesterday',
	},
	'transaction:get': {
		parameters: { transactionId: TRANSACTION },
		prepare: bookTransaction,
		refused: 'abc',
	},
	'transaction:match': {
		parameters: { paymentCode: '={{ $json.value }}' },
		prepare: async () => {
			await bookTransaction();
			return 'DH1042';
		},
		refused: '-',
	},
	'user:get': { parameters: {}, prepare: async () => 'any' },
	'webhook:create': {
		parameters: { webhookUrl: '={{ $json.value }}', secureToken: TOKEN },
		prepare: async () => 'https://n8n.example.com/a',
		refused: 'n8n.example.com',
	},
	'webhook:get': {
		parameters: { webhookId: '={{ $json.value }}' },
		prepare: async () => (await addWebhook()).id,
		refused: 'abc',
	},
	'webhook:update': {
		parameters: {
			webhookId: '={{ $json.value }}',
			updateFields: { secureToken: TOKEN, incomeOnly: true },
		},
		prepare: async () => (await addWebhook()).id,
		refused: 'abc',
	},
	'webhook:delete': {
		parameters: { webhookId: '={{ $json.value }}' },
		prepare: async () => (await addWebhook()).id,
		refused: 'abc',
	},
	'webhook:deleteByUrl': {
		parameters: { webhookUrl: '={{ $json.value }}' },
		prepare: async () => (await addWebhook('https://n8n.example.com/b')).url,
		refused: 'n8n.example.com',
	},
};

function getParameters(key: string): INodeParameters {
	const [resource, operation] = key.split(':');
	return { resource, operation, ...operations[key].parameters };
}

function getJson(outputs: Array<Array<{ json: IDataObject }>>): IDataObject[][] {
	return outputs.map((items) => items.map(({ json }) => json));
}

describe('Continue (using error output)', () => {
	const withRefusal = Object.keys(operations).filter((key) => operations[key].refused);

	it.each(withRefusal)('%s sends items with invalid input to the error output', async (key) => {
		const { prepare, refused } = operations[key];
		const items = [
			{ value: refused, order: 1, ...STALE },
			{ value: await prepare(), order: 2 },
			{ value: refused, order: 3 },
		] as IDataObject[];
		const { outputs } = await bank.run(getParameters(key), {
			items,
			onError: 'continueErrorOutput',
		});
		const [done, failed] = getJson(outputs);
		expect(done).toHaveLength(1);
		expect(done[0]).not.toHaveProperty('error');
		// The engine adds the fields of the input item.
		expect(failed).toMatchObject([
			{ order: 1, value: refused },
			{ order: 3, value: refused },
		]);
		for (const json of failed) {
			expect(json.error).toMatch(/^'\w[\w ]+'/);
			expect(json.description).toMatch(/\w/);
			expect(json.description).not.toBe(STALE.description);
			expect(json.httpStatus).toBeUndefined();
			expect(json.serviceCode).toBeUndefined();
		}
		expect(outputs[1].map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
	});

	it.each(Object.keys(operations))(
		'%s sends an item that the service declines to the error output',
		async (key) => {
			const value = await operations[key].prepare();
			const body = JSON.stringify({ error: 77, message: 'No such plan', data: null });
			await bank.control.fault({ kind: 'status', status: 200, body });
			const result = await bank.run(getParameters(key), {
				items: [{ value, order: 1, ...STALE }],
				onError: 'continueErrorOutput',
			});
			expect(getJson(result.outputs)).toEqual([
				[],
				[
					{
						value,
						order: 1,
						error: expect.stringMatching(/\w/),
						description: expect.stringContaining('No such plan'),
						httpStatus: 200,
						serviceCode: 77,
					},
				],
			]);
		},
	);

	it('gives all error fields to an item of the first node of a workflow', async () => {
		const node = createNode(ACTION, 'Bank', getParameters('transaction:get'));
		node.onError = 'continueErrorOutput';
		const items = [{ json: { value: 424_242 } }];
		const result = await start(createWorkflow([node]), 'Bank', items, bank.credential);
		const [{ data }] = result.data.resultData.runData.Bank;
		// As n8n saves it.
		expect(JSON.parse(JSON.stringify(data?.main))).toEqual([
			[],
			[
				{
					json: {
						error: expect.stringContaining('Transaction 424242'),
						description: expect.stringMatching(/\w/),
						httpStatus: 404,
						serviceCode: 404,
					},
					pairedItem: { item: 0 },
				},
			],
		]);
	});

	it('keeps the key and the request out of the run data', async () => {
		const wrong = 'AK_CS.wrong-key-of-the-test';
		const result = await bank.run(
			{ resource: 'user', operation: 'get' },
			{ credential: { apiKey: wrong }, onError: 'continueErrorOutput' },
		);
		expect(result.outputs[1]).toHaveLength(1);
		expect(inspectRun(result)).not.toContain(wrong);
		expect(inspectRun(result)).not.toContain('Authorization');
	});

	it('keeps the token of a webhook out of the run data', async () => {
		await bank.control.fault({ kind: 'status', status: 400 });
		const result = await bank.run(
			{
				resource: 'webhook',
				operation: 'create',
				webhookUrl: 'https://n8n.example.com/a',
				secureToken: TOKEN,
			},
			{ onError: 'continueErrorOutput' },
		);
		expect(result.outputs[1]).toHaveLength(1);
		expect(inspectRun(result)).not.toContain(TOKEN);
	});
});
