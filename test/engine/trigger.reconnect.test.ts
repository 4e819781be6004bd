import { createCatchUpWorkflow } from '../support/engine/testWorkflow';
import { waitFor } from '../support/waitFor';

const workflow = createCatchUpWorkflow();

describe('another trigger of the workflow that reconnects', () => {
	it('does not cause the loss of what was missed', async () => {
		await workflow.activate();
		await workflow.trigger.stop();
		const [missed] = await workflow.loseTransfers(1000);
		await workflow.trigger.reconnect('activate');
		const { transaction } = await workflow.control.transfer({ amount: 2000 });
		await workflow.expectNoMoreThan([missed, transaction.id]);
		expect(await workflow.control.webhooks()).toHaveLength(1);
	});

	it('starts nothing old if the trigger was only just added and n8n could not record that', async () => {
		const { runs } = workflow.trigger;
		runs.storageFailures = 100_000;
		await workflow.trigger.activate('update');
		await waitFor(() => expect(runs.storageFailures).toBeLessThan(100_000));
		await workflow.trigger.reconnect('activate');
		runs.storageFailures = 0;
		await workflow.expectCatchUp();
	});

	it('starts nothing old of another account to which the trigger is just switching', async () => {
		await workflow.withOtherBank(async (other) => {
			await workflow.activate();
			await workflow.waitUntilQuiet();
			await other.control.settings({ delayMs: 500 });
			Object.assign(workflow.trigger.credential, other.credential);
			await waitFor(async () => expect(await other.listRequests()).not.toEqual([]));
			await workflow.trigger.stop();
			await waitFor(async () =>
				expect(await other.listRequests()).toMatchObject([{ status: 200 }]),
			);
			await other.control.settings({ delayMs: 0 });
			await workflow.trigger.reconnect('activate');
			await other.waitForChecks();
			await other.expectCatchUp();
		});
	});

	it('does not repeat a transaction if the credential was edited to another account meanwhile', async () => {
		const { trigger } = workflow;
		await workflow.withOtherBank(async (other) => {
			await trigger.activate();
			await trigger.restart();
			await workflow.waitForChecks();
			await trigger.stop();
			Object.assign(trigger.credential, other.credential);
			await trigger.reconnect('init');
			await other.waitForChecks();
			const { transaction } = await other.control.transfer({ amount: 1000 });
			await other.expectNoMoreThan([transaction.id]);
		});
	});
});
