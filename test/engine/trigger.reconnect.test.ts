import {
	createCatchUpWorkflow,
	expectNoMoreThan,
	loseTransfers,
	waitForChecks,
} from '../support/engine/triggerSteps';

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
});
