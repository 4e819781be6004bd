import { NodeConnectionTypes, type INode } from 'n8n-workflow';
import { getItems, type Workflow } from '../support/n8n/editor';
import { waitUntilInNode } from '../support/n8n/runningNode';
import {
	SETUP_TIMEOUT_MS,
	startTestInstance,
	type TestInstance,
} from '../support/n8n/testInstance';
import { triggerName, triggerWorkflow } from '../support/n8n/workflows';

const slowName = 'Slow Step';
const secondsOfSlowStep = 5;
let instance: TestInstance;
let workflow: Workflow;

/** The trigger, and a step that takes long enough for n8n to be killed in it. */
function slowWorkflow() {
	const { nodes, ...input } = triggerWorkflow({}, instance.credential);
	const slow: INode = {
		id: slowName,
		name: slowName,
		type: 'n8n-nodes-base.wait',
		typeVersion: 1.1,
		position: [240, 0],
		parameters: { amount: secondsOfSlowStep, unit: 'seconds' },
	};
	const toSlow = { node: slowName, type: NodeConnectionTypes.Main, index: 0 };
	return {
		...input,
		nodes: [...nodes, slow],
		connections: { [triggerName]: { main: [[toSlow]] } },
	};
}

beforeAll(async () => {
	instance = await startTestInstance();
	const { editor } = instance;
	workflow = await editor.activate(await editor.createWorkflow(slowWorkflow()));
	// The execution of the first check would be killed, too, if it still ran.
	await editor.waitForExecution(workflow.id, ({ mode }) => mode === 'trigger');
}, SETUP_TIMEOUT_MS);

afterAll(async () => await instance?.end(), 60_000);

it('passes the transactions of a killed execution again when it is retried by hand', async () => {
	const { control, editor } = instance;
	const { transaction } = await control.transfer({ amount: 250_000, description: 'DH1042' });
	await waitUntilInNode(instance, workflow, slowName);
	await instance.restart('kill');

	const executions = await editor.executions(workflow.id);
	const killed = executions.filter(({ status }) => status === 'crashed');
	expect(killed).toHaveLength(1);
	await editor.retry(killed[0]);
	const retried = await editor.waitForExecution(workflow.id, ({ mode }) => mode === 'retry');
	expect(retried.status).toBe('success');
	expect(getItems(retried, slowName).map(({ id }) => id)).toEqual([transaction.id]);
}, 120_000);
