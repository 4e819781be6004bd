import { sleep } from 'n8n-workflow';

import { timing } from '../../nodes/BankTransactionsTrigger/timing';
import { checkConstantly, createTestWorkflow } from '../support/engine/testWorkflow';
import { waitFor } from '../support/waitFor';

const workflow = createTestWorkflow();

describe('an execution that n8n cannot store', () => {
	it('loses no event, because the service sends it again', async () => {
		workflow.trigger.parameters = { options: { catchUp: false } };
		await workflow.trigger.activate();
		await workflow.waitUntilQuiet();
		workflow.trigger.runs.storageFailures = 1;
		await workflow.control.settings({ deliveryRetryMs: 200 });
		const { transaction, deliveries } = await workflow.control.transfer({ amount: 1000 });
		expect(deliveries[0].attempts[0]).toMatchObject({ status: 500 });
		await workflow.expectPassed([transaction.id]);
	});

	it('loses nothing that is caught up', async () => {
		checkConstantly();
		await workflow.fillWindow();
		await workflow.trigger.activate();
		await workflow.waitUntilQuiet();
		// It is known at once that such an execution claims nothing.
		jest.replaceProperty(timing, 'minConfirmMs', 60_000);
		workflow.trigger.runs.storageFailures = 4;
		await workflow.expectCatchUp();
	});

	it('is started again by the next check, not before', async () => {
		await workflow.fillWindow();
		workflow.trigger.runs.storageFailures = 100;
		await workflow.trigger.activate();
		await waitFor(() => expect(workflow.trigger.runs.storageFailures).toBeLessThan(100));
		await sleep(500);
		expect(workflow.trigger.runs.storageFailures).toBe(99);
	});

	it('does not let anything old start the workflow', async () => {
		checkConstantly();
		await workflow.fillWindow();
		workflow.trigger.runs.storageFailures = Infinity;
		await workflow.trigger.activate();
		// n8n is killed before it has saved static data.
		await workflow.trigger.stop();
		workflow.trigger.staticData = {};
		workflow.trigger.runs.storageFailures = 2;
		await workflow.trigger.restart();
		await workflow.expectNoMoreThan();
	});

	it('loses nothing that was missed if static data is lost as well', async () => {
		checkConstantly();
		await workflow.fillWindow();
		await workflow.activate();
		await workflow.waitUntilQuiet();
		await workflow.trigger.stop();
		const [missed] = await workflow.loseTransfers(1000);
		workflow.trigger.staticData = {};
		workflow.trigger.runs.storageFailures = 2;
		await workflow.trigger.restart();
		await workflow.expectNoMoreThan([missed]);
	});
});
