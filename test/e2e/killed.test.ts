import { getItems, type Workflow } from '../support/n8n/editor';
import { waitUntilInNode } from '../support/n8n/runningNode';
import { useTestInstance } from '../support/n8n/testInstance';
import { triggerWorkflow, waitNode } from '../support/n8n/workflows';

/** A step that takes long enough for n8n to be killed in it. */
const slow = waitNode(5, 'seconds');
const instance = useTestInstance();
let workflow: Workflow;

beforeAll(async () => {
	const { credential, editor } = instance;
	const saved = await editor.createWorkflow(triggerWorkflow({}, credential, [slow]));
	workflow = await editor.activate(saved);
	// The execution of the first check would be killed, too, if it still ran.
	await editor.waitForExecution(workflow.id, ({ mode }) => mode === 'trigger');
});

it('passes the transactions of a killed execution again when it is retried by hand', async () => {
	const { control, editor } = instance;
	const { transaction } = await control.transfer({ amount: 250_000, description: 'DH1042' });
	await waitUntilInNode(instance, workflow, slow.name);
	await instance.restart('kill');

	const executions = await editor.executions(workflow.id);
	const killed = executions.filter(({ status }) => status === 'crashed');
	expect(killed).toHaveLength(1);
	await editor.retry(killed[0]);
	const retried = await editor.waitForExecution(workflow.id, ({ mode }) => mode === 'retry');
	expect(retried.status).toBe('success');
	expect(getItems(retried, slow.name).map(({ id }) => id)).toEqual([transaction.id]);
}, 120_000);
