import type { LiveTrigger } from '../support/engine/liveTrigger';
import { advanceClock, createCatchUpWorkflow } from '../support/engine/testWorkflow';

const workflow = createCatchUpWorkflow();

/** Runs an action that fails because another node cannot start. */
async function failAt(node: LiveTrigger['failingNode'], action: () => Promise<void>) {
	workflow.trigger.failingNode = node;
	await expect(action()).rejects.toThrow('Another node');
	workflow.trigger.failingNode = undefined;
}

describe.each([
	['webhook', 'webhook'],
	['trigger before ours', 'earlierTrigger'],
	['trigger after ours', 'laterTrigger'],
] as const)('another %s that cannot start', (_name, node) => {
	it('does not cause the loss of what was missed while a change could not be published', async () => {
		const { trigger } = workflow;
		await workflow.activate();
		// Linux gives up connecting to a server that nobody can reach after 127 seconds.
		trigger.onFailure = () => advanceClock(127_000);
		await failAt(node, async () => await trigger.publish());
		expect(await workflow.control.webhooks()).toEqual([]);
		const [first] = await workflow.loseTransfers(1000);
		await failAt(node, async () => await trigger.publish());
		const [second] = await workflow.loseTransfers(2000);
		await trigger.publish();
		const { transaction } = await workflow.control.transfer({ amount: 3000 });
		await workflow.expectNoMoreThan([first, second, transaction.id]);
		expect(await workflow.control.webhooks()).toHaveLength(1);
	});

	it('does not cause a loss at a start of n8n', async () => {
		const { trigger } = workflow;
		await workflow.activate();
		await trigger.kill();
		const [missed] = await workflow.loseTransfers(1000);
		await failAt(node, async () => await trigger.activate('init'));
		await failAt(node, async () => await trigger.retryActivation());
		await trigger.retryActivation();
		const { transaction } = await workflow.control.transfer({ amount: 2000 });
		await workflow.expectNoMoreThan([missed, transaction.id]);
		expect(await workflow.control.webhooks()).toHaveLength(1);
	});

	it('passes each transaction once if the credential is edited to another account before n8n tries again', async () => {
		const { trigger } = workflow;
		await workflow.withOtherBank(async (other) => {
			await workflow.activate();
			await trigger.kill();
			await failAt(node, async () => await trigger.activate('init'));
			Object.assign(trigger.credential, other.credential);
			await trigger.retryActivation();
			await other.waitForChecks();
			const { transaction } = await other.control.transfer({ amount: 1000 });
			await other.expectNoMoreThan([transaction.id]);
		});
	});

	it('does not cause a loss if this n8n takes the lead again', async () => {
		const { trigger } = workflow;
		const mode = 'leadershipChange';
		await workflow.activate();
		await trigger.stop();
		const [missed] = await workflow.loseTransfers(1000);
		await failAt(node, async () => await trigger.activate(mode));
		advanceClock(10 * 60_000 + 1);
		await trigger.retryActivation(mode);
		await workflow.expectNoMoreThan([missed]);
	});
});

describe('another node that cannot start', () => {
	it('starts from a new baseline if the workflow was not active before', async () => {
		await failAt('laterTrigger', async () => await workflow.trigger.publish());
		await workflow.loseTransfers(1000);
		await workflow.trigger.publish();
		await workflow.expectCatchUp();
	});

	it('starts from a new baseline if it is unpublished ten minutes after n8n could not start it', async () => {
		const { trigger } = workflow;
		await workflow.activate();
		await trigger.kill();
		await failAt('laterTrigger', async () => await trigger.activate('init'));
		advanceClock(10 * 60_000);
		await trigger.deactivate();
		await workflow.loseTransfers(1000);
		await trigger.publish();
		await workflow.expectCatchUp();
	});
});
