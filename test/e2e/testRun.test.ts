import type { INodeParameters } from 'n8n-workflow';
import type { Workflow } from '../support/n8n/editor';
import { useTestInstance } from '../support/n8n/testInstance';
import { waitUntil } from '../support/waitFor';
import { hasPassed, triggerName, triggerWorkflow } from '../support/n8n/workflows';

const instance = useTestInstance({ transactions: 5 });

/** Frequent checks; the interval is in minutes. */
const published: Record<string, INodeParameters> = {
	webhook: { triggerOn: 'all', options: { catchUpInterval: 0.05 } },
	polling: { triggerOn: 'all', delivery: 'polling', interval: 0.05 },
};

async function publish(parameters: INodeParameters): Promise<Workflow> {
	const { editor, credential } = instance;
	const workflow = await editor.createWorkflow(triggerWorkflow(parameters, credential));
	await editor.activate(workflow);
	return workflow;
}

/** Runs the workflow once with other parameters, which are not published. */
async function startTestRun({ id, nodes: [trigger] }: Workflow, parameters: INodeParameters) {
	const draft = { nodes: [{ ...trigger, parameters }] };
	await instance.editor.runOnce(id, triggerName, draft);
}

/** Expects that a transfer starts the published workflow, also if its event is lost. */
async function expectStillPublished({ id }: Workflow) {
	for (const deliver of [true, false]) {
		const { transaction } = await instance.control.transfer({ amount: 1_000, deliver });
		await instance.editor.waitForExecution(id, hasPassed(transaction.id));
	}
}

describe.each(Object.keys(published))('beside a workflow that is published with %s', (delivery) => {
	let workflow: Workflow;

	beforeEach(async () => {
		workflow = await publish(published[delivery]);
	});

	afterEach(async () => await instance.editor.deleteWorkflow(workflow));

	it('a test run that is refused says what to do, and leaves it published', async () => {
		const testRun = startTestRun(workflow, { options: { onlyWithPaymentCode: true } });
		await expect(testRun).rejects.toThrow(
			"'Payment Code' is missing. Add the option 'Payment Code' and enter",
		);
		await expectStillPublished(workflow);
	});

	it('a test run that is stopped while the service is asked leaves it published', async () => {
		const { control, editor } = instance;
		await control.settings({ delayMs: 1_500 });
		const before = (await control.requests()).length;
		const testRun = startTestRun(workflow, { triggerOn: 'incoming' });
		await waitUntil(
			'the test run asks the service for its webhook',
			async () => (await control.requests()).slice(before),
			(requests) => requests.some(({ method }) => method === 'DELETE'),
		);
		await editor.stopListening(workflow.id);
		await testRun.catch(() => undefined);
		await control.settings({ delayMs: 0 });
		await expectStillPublished(workflow);
	});
});
