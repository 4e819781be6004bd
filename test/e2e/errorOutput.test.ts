import type { IDataObject } from 'n8n-workflow';

import {
	SETUP_TIMEOUT_MS,
	startTestInstance,
	type TestInstance,
} from '../support/n8n/testInstance';
import { actionName, actionWorkflow, startName } from '../support/n8n/workflows';

let instance: TestInstance;

beforeAll(async () => {
	instance = await startTestInstance();
}, SETUP_TIMEOUT_MS);

afterAll(async () => await instance.end(), 60_000);

it('sends failing items to the error output and passes the others on', async () => {
	const { control, credential, editor, bank } = instance;
	const { transaction } = await control.transfer({ amount: 1000, description: 'DH1042' });
	const workflow = actionWorkflow(
		{
			resource: 'transaction',
			operation: 'get',
			transactionId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
		},
		credential,
	);
	const action = workflow.nodes.find(({ name }) => name === actionName);
	Object.assign(action ?? {}, { onError: 'continueErrorOutput' });
	const ids = [424_242, transaction.id, 'abc'];
	workflow.pinData = { [startName]: ids.map((id, order) => ({ json: { id, order } })) };
	const stored = await editor.createWorkflow(workflow);
	const executionId = await editor.runOnce(stored.id, startName);
	const execution = await editor.waitForExecution(stored.id, ({ id }) => id === executionId);

	expect(execution.status).toBe('success');
	const [task] = execution.data.resultData.runData[actionName];
	const [done, failed] = (task.data?.main ?? []).map((items) =>
		(items ?? []).map(({ json }): IDataObject => json),
	);
	expect(done).toMatchObject([{ id: transaction.id, amount: 1000 }]);
	expect(failed).toEqual([
		{
			id: 424_242,
			order: 0,
			error: expect.stringContaining('Transaction 424242'),
			description: expect.stringMatching(/\w/),
			httpStatus: 404,
			serviceCode: 404,
		},
		{
			id: 'abc',
			order: 2,
			error: expect.stringContaining("'Transaction'"),
			description: expect.stringMatching(/\w/),
		},
	]);
	const saved = JSON.stringify(execution.data);
	expect(saved).not.toContain(bank.apiKey);
	expect(saved).not.toContain('Authorization');
}, 60_000);
