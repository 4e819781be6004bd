import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ACTION, createNode, createWorkflow, start } from '../support/engine/engine';
import { inspectRun, LONG_AGO, useBank } from '../support/engine/testBank';

const bank = useBank();

/** An input item whose keys collide with those of an error item. */
const STALE = {
	error: 'of the item before',
	description: 'of the item before',
	httpStatus: 999,
	serviceCode: 999,
};

const getTransaction = {
	resource: 'transaction',
	operation: 'get',
	transactionId: { __rl: true, mode: 'id', value: '={{ $json.value }}' },
};

/** Validates all items before the first one is processed. */
const match = {
	resource: 'transaction',
	operation: 'match',
	paymentCode: '={{ $json.value }}',
	options: { fromDate: LONG_AGO },
};

function getJson(outputs: Array<Array<{ json: IDataObject }>>): IDataObject[][] {
	return outputs.map((items) => items.map(({ json }) => json));
}

describe('Continue (using error output)', () => {
	const onError = 'continueErrorOutput';

	describe.each<[string, INodeParameters, string, string?]>([
		['Get', getTransaction, 'abc'],
		['Match Payments', match, '-', 'DH1042'],
	])('%s', (_name, parameters, refused, code) => {
		/** Books a transfer and returns the value with which an item succeeds. */
		const prepare = async () => {
			const { transaction } = await bank.control.transfer({ amount: 1000, description: 'DH1042' });
			return code ?? transaction.id;
		};

		it('sends items with invalid input to the error output', async () => {
			const items = [
				{ value: refused, order: 1, ...STALE },
				{ value: await prepare(), order: 2 },
				{ value: refused, order: 3 },
			] as IDataObject[];
			const { outputs } = await bank.run(parameters, { items, onError });
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

		it('sends an item that the service declines to the error output', async () => {
			const value = await prepare();
			const body = JSON.stringify({ error: 77, message: 'No such plan', data: null });
			await bank.control.fault({ kind: 'status', status: 200, body });
			const items = [{ value, order: 1, ...STALE }];
			const result = await bank.run(parameters, { items, onError });
			const failed = {
				value,
				order: 1,
				error: expect.stringMatching(/\w/),
				description: expect.stringContaining('No such plan'),
				httpStatus: 200,
				serviceCode: 77,
			};
			expect(getJson(result.outputs)).toEqual([[], [failed]]);
		});
	});

	it('gives all error fields to an item of the first node of a workflow', async () => {
		const node = { ...createNode(ACTION, 'Bank', getTransaction), onError } as const;
		const items = [{ json: { value: 424_242 } }];
		const result = await start(createWorkflow([node]), 'Bank', items, bank.credential);
		const [{ data }] = result.data.resultData.runData.Bank;
		const json = {
			error: expect.stringContaining('Transaction 424242'),
			description: expect.stringMatching(/\w/),
			httpStatus: 404,
			serviceCode: 404,
		};
		// As n8n saves it.
		expect(JSON.parse(JSON.stringify(data?.main))).toEqual([
			[],
			[{ json, pairedItem: { item: 0 } }],
		]);
	});

	it('keeps the key, the token and the request out of the run data', async () => {
		const [apiKey, secureToken] = ['AK_CS.wrong-key-of-the-test', 'secret-token-of-the-test'];
		const webhookUrl = 'https://n8n.example.com/a';
		const result = await bank.run(
			{ resource: 'webhook', operation: 'create', webhookUrl, secureToken },
			{ credential: { apiKey }, onError },
		);
		expect(result.outputs[1]).toHaveLength(1);
		for (const hidden of [apiKey, secureToken, 'Authorization']) {
			expect(inspectRun(result)).not.toContain(hidden);
		}
	});
});
