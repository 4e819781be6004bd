import {
	createCatchUpWorkflow,
	expectNoMoreThan,
	loseTransfers,
	waitForChecks,
} from '../support/engine/triggerSteps';

const workflow = createCatchUpWorkflow();

beforeEach(async () => {
	await workflow.trigger.activate();
	await waitForChecks(workflow);
	await workflow.trigger.startTestRun();
});

describe('a test run of an active workflow', () => {
	it('does not end its catching up', async () => {
		await workflow.trigger.stopTestRun();
		const [lost] = await loseTransfers(workflow, 1000);
		await expectNoMoreThan(workflow, [lost]);
		const { transaction } = await workflow.control.transfer({ amount: 2000 });
		await expectNoMoreThan(workflow, [lost, transaction.id]);
	});

	it('does not make it start from a new baseline', async () => {
		await workflow.trigger.stopTestRun();
		await workflow.trigger.stop();
		const [missed] = await loseTransfers(workflow, 1000);
		await workflow.trigger.restart();
		await expectNoMoreThan(workflow, [missed]);
	});

	it('does not make it start from a new baseline if another trigger reconnects', async () => {
		await workflow.trigger.stopTestRun();
		await workflow.trigger.stop();
		const [missed] = await loseTransfers(workflow, 1000);
		await workflow.trigger.reconnect('activate');
		await expectNoMoreThan(workflow, [missed]);
	});

	it('does not make it resume after it was deactivated, even if the test run failed', async () => {
		await workflow.trigger.stopTestRun();
		await workflow.control.fault({ method: 'POST', kind: 'status', status: 400 });
		await expect(workflow.trigger.startTestRun()).rejects.toThrow();
		await workflow.trigger.deactivate();
		await loseTransfers(workflow, 1000);
		await workflow.trigger.activate();
		const [after] = await loseTransfers(workflow, 2000);
		await expectNoMoreThan(workflow, [after]);
	});

	it('leaves its webhook alone', async () => {
		await workflow.trigger.stopTestRun();
		const webhooks = await workflow.control.webhooks();
		expect(webhooks.map(({ url }) => url)).toEqual([workflow.trigger.url]);
	});
});
