import { randomUUID } from 'node:crypto';
import type { INode, IWorkflowSettings } from 'n8n-workflow';
import {
	getItems,
	type Execution,
	type ExecutionSummary,
	type Workflow,
} from '../support/n8n/editor';
import { useTestInstance } from '../support/n8n/testInstance';
import { waitUntil } from '../support/waitFor';
import { activateRetryExample } from '../support/n8n/retryExample';
import { waitUntilInNode } from '../support/n8n/runningNode';
import { connectInOrder, triggerWorkflow, waitNode } from '../support/n8n/workflows';

const maxRetries = 3;
const instance = useTestInstance();
let retryWorkflow: Workflow;
let workflow: Workflow | undefined;

/** Activates a workflow of one trigger node, which is the package's by default, and one step. */
async function activateWithStep(
	step: INode,
	settings: IWorkflowSettings = {},
	[trigger] = triggerWorkflow({}, instance.credential).nodes,
) {
	const { editor } = instance;
	const nodes = [trigger, step];
	const connections = connectInOrder(nodes);
	const input = { name: 'With a Step', nodes, connections, settings };
	workflow = await editor.activate(await editor.createWorkflow(input));
	// The first execution of the package's trigger passes nothing, and is not the one to be killed.
	if (trigger.type.endsWith('.bankTransactionsTrigger')) {
		await editor.waitForExecution(workflow.id, ({ mode }) => mode === 'trigger');
	}
	return workflow;
}

/** A step that takes long enough for n8n to be killed in it. */
const slowStep = (seconds: number) => waitNode(seconds, 'seconds');
const stepName = slowStep(0).name;

/** Waits until the example has run as the Error Workflow of this execution. Returns its nodes that ran. */
async function getExecutedNodes({ id }: ExecutionSummary): Promise<string[]> {
	const isForExecution = (seen: Execution) =>
		getItems(seen, 'Execution Failed').some(
			({ execution }) => (execution as { id: string }).id === id,
		);
	const run = await instance.editor.waitForExecution(retryWorkflow.id, isForExecution, 60_000);
	expect(run.status).toBe('success');
	return Object.keys(run.data.resultData.runData);
}

async function findRetries(input: Workflow): Promise<ExecutionSummary[]> {
	return (await instance.editor.executions(input.id)).filter(({ mode }) => mode === 'retry');
}

/** Restarts n8n, and waits until the start-up run of the example has ended. */
async function restartAndWaitForExample(how: 'stop' | 'kill'): Promise<Execution> {
	const { editor } = instance;
	const before = new Set((await editor.executions(retryWorkflow.id)).map(({ id }) => id));
	await instance.restart(how);
	const execution = await editor.waitForExecution(
		retryWorkflow.id,
		({ id, mode }) => mode === 'trigger' && !before.has(id),
		120_000,
	);
	expect(execution.status).toBe('success');
	return execution;
}

beforeAll(async () => {
	retryWorkflow = await activateRetryExample(instance);
});

afterEach(async () => {
	if (!workflow) return;
	await instance.editor.deactivate(workflow);
	await instance.editor.deleteWorkflow(workflow);
	workflow = undefined;
});

it('retries a killed execution that hundreds of executions have followed', async () => {
	const { control, editor } = instance;
	const slow = await activateWithStep(slowStep(3));
	await editor.deactivate(retryWorkflow);
	await control.transfer({ amount: 250_000, description: 'DH1042' });
	const killed = await waitUntilInNode(instance, slow, stepName);
	await instance.restart('kill');
	for (let followed = 0; followed < 260; followed += 20) {
		const transfer = async () => await control.transfer({ amount: 1_000 });
		await Promise.all(Array.from({ length: 20 }, transfer));
		// n8n refuses requests while its database is busy with hundreds at a time.
		await waitUntil(
			'the executions that followed have ended',
			async () => await editor.executions(slow.id),
			(executions) => executions.every(({ stoppedAt }) => stoppedAt !== null),
			{ timeoutMs: 60_000, intervalMs: 500 },
		);
	}
	await editor.activate(retryWorkflow);
	await restartAndWaitForExample('stop');
	const retries = await findRetries(slow);
	expect(retries.map(({ retryOf }) => retryOf)).toEqual([killed.id]);
}, 600_000);

it('retries a killed execution once, and its transaction passes', async () => {
	const { control, editor } = instance;
	const slow = await activateWithStep(slowStep(5));
	const { transaction } = await control.transfer({ amount: 250_000, description: 'DH1042' });
	await waitUntilInNode(instance, slow, stepName);
	await restartAndWaitForExample('kill');

	const retried = await editor.waitForExecution(slow.id, ({ mode }) => mode === 'retry');
	expect(retried.status).toBe('success');
	expect(getItems(retried, stepName).map(({ id }) => id)).toEqual([transaction.id]);

	await restartAndWaitForExample('stop');
	const executions = await editor.executions(slow.id);
	const killed = executions.filter(({ status }) => status === 'crashed');
	expect(killed).toHaveLength(1);
	const retries = executions.filter(({ mode }) => mode === 'retry');
	expect(retries.map(({ retryOf }) => retryOf)).toEqual([killed[0].id]);
}, 120_000);

it('shows in a test run what it would retry, and retries nothing', async () => {
	const { control, editor } = instance;
	const slow = await activateWithStep(slowStep(60));
	await editor.deactivate(retryWorkflow);
	await control.transfer({ amount: 250_000, description: 'DH1042' });
	const { id: killed } = await waitUntilInNode(instance, slow, stepName);
	await instance.restart('kill');

	const run = await editor.runToEnd(retryWorkflow.id, 'n8n Started');
	await editor.activate(retryWorkflow);
	expect(getItems(run, 'Split Out Executions')).toEqual([{ executionId: killed, retry: 1 }]);
	expect(Object.keys(run.data.resultData.runData)).not.toContain('Retry Execution');
	const executions = await editor.executions(slow.id);
	expect(executions.map(({ mode }) => mode)).not.toContain('retry');
});

it('does not retry an execution that failed for another reason', async () => {
	const { control, editor } = instance;
	const failingStep: INode = {
		id: 'Fail',
		name: 'Fail',
		position: [240, 0],
		type: 'n8n-nodes-base.stopAndError',
		typeVersion: 1,
		parameters: { errorMessage: 'The order is unknown' },
	};
	const failing = await activateWithStep(failingStep, { errorWorkflow: retryWorkflow.id });
	await control.transfer({ amount: 250_000, description: 'DH1042' });
	const failed = await editor.waitForExecution(failing.id, ({ status }) => status === 'error');
	expect(await getExecutedNodes(failed)).toEqual(['Execution Failed', 'Keep Crashes Only']);
	const { data } = await restartAndWaitForExample('kill');
	expect(Object.keys(data.resultData.runData)).toContain('Find Crashed Executions');
	expect(Object.keys(data.resultData.runData)).not.toContain('Retry Execution');
	const modes = (await editor.executions(failing.id)).map(({ mode }) => mode);
	expect(modes).not.toContain('retry');
});

it('retries a killed execution once if it is also the Error Workflow', async () => {
	const { control, editor } = instance;
	const slow = await activateWithStep(slowStep(5), { errorWorkflow: retryWorkflow.id });
	const { transaction } = await control.transfer({ amount: 250_000, description: 'DH1042' });
	const killed = await waitUntilInNode(instance, slow, stepName);
	await restartAndWaitForExample('kill');

	expect(await getExecutedNodes(killed)).not.toContain('Retry Execution');
	const retried = await editor.waitForExecution(slow.id, ({ mode }) => mode === 'retry');
	expect(getItems(retried, stepName).map(({ id }) => id)).toEqual([transaction.id]);
	expect(await findRetries(slow)).toMatchObject([{ retryOf: killed.id, status: 'success' }]);
}, 120_000);

it('retries an execution of another trigger when used as an Error Workflow', async () => {
	const { editor, n8n } = instance;
	const webhook: INode = {
		id: 'Webhook',
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		position: [0, 0],
		webhookId: randomUUID(),
		parameters: { path: 'orders', httpMethod: 'POST' },
	};
	const errorWorkflow = { errorWorkflow: retryWorkflow.id };
	const slow = await activateWithStep(slowStep(5), errorWorkflow, [webhook]);
	await fetch(`${n8n.url}/webhook/orders?code=DH1042`, { method: 'POST' });
	const killed = await waitUntilInNode(instance, slow, stepName);
	await restartAndWaitForExample('kill');

	expect(await findRetries(slow)).toEqual([]);
	expect(await getExecutedNodes(killed)).toContain('Retry Execution');
	const retried = await editor.waitForExecution(slow.id, ({ mode }) => mode === 'retry');
	expect(getItems(retried, stepName)).toMatchObject([{ query: { code: 'DH1042' } }]);
	expect(await findRetries(slow)).toMatchObject([{ retryOf: killed.id, status: 'success' }]);
}, 120_000);

it('retries an execution three times if n8n is killed during each of them', async () => {
	const { control, editor } = instance;
	const slow = await activateWithStep(slowStep(60));
	await control.transfer({ amount: 250_000, description: 'DH1042' });
	const first = await waitUntilInNode(instance, slow, stepName);
	for (let retries = 1; retries <= maxRetries; retries++) {
		await instance.restart('kill');
		const retry = await waitUntilInNode(instance, slow, stepName, ({ mode }) => mode === 'retry');
		expect(retry.retryOf).toBe(first.id);
	}
	await restartAndWaitForExample('kill');

	const executions = await editor.executions(slow.id);
	expect(executions.filter(({ mode }) => mode === 'retry')).toHaveLength(maxRetries);
	expect(executions.filter(({ status }) => status === 'running')).toEqual([]);
}, 300_000);
