import { withOtherBank } from '../support/engine/testWorkflow';
import {
	createCatchUpWorkflow,
	expectNoMoreThan,
	listRequests,
	loseTransfers,
	waitForChecks,
	waitUntilQuiet,
} from '../support/engine/triggerSteps';
import { waitFor } from '../support/waitFor';

const workflow = createCatchUpWorkflow();

describe('another trigger of the workflow that reconnects', () => {
	it('does not cause the loss of what was missed', async () => {
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		await workflow.trigger.stop();
		const [missed] = await loseTransfers(workflow, 1000);
		await workflow.trigger.reconnect('activate');
		const { transaction } = await workflow.control.transfer({ amount: 2000 });
		await expectNoMoreThan(workflow, [missed, transaction.id]);
		expect(await workflow.control.webhooks()).toHaveLength(1);
	});

	it('does not cause a loss after a restart of n8n either', async () => {
		await workflow.trigger.activate();
		await workflow.trigger.restart();
		await waitForChecks(workflow);
		await workflow.trigger.stop();
		const [missed] = await loseTransfers(workflow, 1000);
		await workflow.trigger.reconnect('init');
		await expectNoMoreThan(workflow, [missed]);
	});

	it('starts nothing old if the trigger was only just added and n8n could not record that', async () => {
		const { runs } = workflow.trigger;
		runs.storageFailures = 100_000;
		await workflow.trigger.activate('update');
		await waitFor(() => expect(runs.storageFailures).toBeLessThan(100_000));
		await workflow.trigger.reconnect('activate');
		runs.storageFailures = 0;
		const [id] = await loseTransfers(workflow, 1000);
		await expectNoMoreThan(workflow, [id]);
	});

	it('starts nothing old of another account to which the trigger is just switching', async () => {
		await withOtherBank(workflow, async (other) => {
			await workflow.trigger.activate();
			await waitForChecks(workflow);
			await waitUntilQuiet(workflow);
			await other.control.settings({ delayMs: 500 });
			Object.assign(workflow.trigger.credential, other.credential);
			await waitFor(async () => expect(await listRequests(other)).not.toEqual([]));
			await workflow.trigger.stop();
			await waitFor(async () => expect(await listRequests(other)).toMatchObject([{ status: 200 }]));
			await other.control.settings({ delayMs: 0 });
			await workflow.trigger.reconnect('activate');
			await waitForChecks(other);
			const [later] = await loseTransfers(other, 1000);
			await expectNoMoreThan(other, [later]);
		});
	});

	it('does not repeat a transaction if the credential was edited to another account meanwhile', async () => {
		const { trigger } = workflow;
		await withOtherBank(workflow, async (other) => {
			await trigger.activate();
			await trigger.restart();
			await waitForChecks(workflow);
			await trigger.stop();
			Object.assign(trigger.credential, other.credential);
			await trigger.reconnect('init');
			await waitForChecks(other);
			const { transaction } = await other.control.transfer({ amount: 1000 });
			await expectNoMoreThan(other, [transaction.id]);
		});
	});
});
