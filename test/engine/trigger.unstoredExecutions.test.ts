import { sleep } from 'n8n-workflow';

import { timing } from '../../nodes/BankTransactionsTrigger/timing';
import { createTestWorkflow } from '../support/engine/testWorkflow';
import {
	expectNoMoreThan,
	expectPassed,
	fillWindow,
	checkConstantly,
	loseTransfers,
	waitForChecks,
	waitUntilQuiet,
} from '../support/engine/triggerSteps';
import { waitFor } from '../support/waitFor';

const workflow = createTestWorkflow();

describe('an execution that n8n cannot store', () => {
	it('loses no event, because the service sends it again', async () => {
		workflow.trigger.parameters = { options: { catchUp: false } };
		await workflow.trigger.activate();
		await waitUntilQuiet(workflow);
		workflow.trigger.runs.storageFailures = 1;
		await workflow.control.settings({ deliveryRetryMs: 200 });
		const { transaction, deliveries } = await workflow.control.transfer({ amount: 1000 });
		expect(deliveries[0].attempts[0]).toMatchObject({ status: 500 });
		await expectPassed(workflow, [transaction.id]);
	});

	it('loses nothing that is caught up', async () => {
		checkConstantly();
		await fillWindow(workflow);
		await workflow.trigger.activate();
		await waitUntilQuiet(workflow);
		// It is known at once that such an execution claims nothing.
		jest.replaceProperty(timing, 'minConfirmMs', 60_000);
		workflow.trigger.runs.storageFailures = 4;
		const [id] = await loseTransfers(workflow, 1000);
		await expectNoMoreThan(workflow, [id]);
	});

	it('is started again by the next check, not before', async () => {
		await fillWindow(workflow);
		workflow.trigger.runs.storageFailures = 100;
		await workflow.trigger.activate();
		await waitFor(() => expect(workflow.trigger.runs.storageFailures).toBeLessThan(100));
		await sleep(500);
		expect(workflow.trigger.runs.storageFailures).toBe(99);
	});

	it('does not let anything old start the workflow', async () => {
		checkConstantly();
		await fillWindow(workflow);
		workflow.trigger.runs.storageFailures = Infinity;
		await workflow.trigger.activate();
		// n8n is killed before it has saved static data.
		await workflow.trigger.stop();
		workflow.trigger.staticData = {};
		workflow.trigger.runs.storageFailures = 2;
		await workflow.trigger.restart();
		await expectNoMoreThan(workflow);
	});

	it('loses nothing that was missed if static data is lost as well', async () => {
		checkConstantly();
		await fillWindow(workflow);
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		await waitUntilQuiet(workflow);
		await workflow.trigger.stop();
		const [missed] = await loseTransfers(workflow, 1000);
		workflow.trigger.staticData = {};
		workflow.trigger.runs.storageFailures = 2;
		await workflow.trigger.restart();
		await expectNoMoreThan(workflow, [missed]);
	});
});
