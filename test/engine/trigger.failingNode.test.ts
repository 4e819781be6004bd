import { timing } from '../../nodes/BankTransactionsTrigger/timing';
import { advanceClock, createCatchUpWorkflow } from '../support/engine/testWorkflow';

type OtherNode = 'webhook' | 'earlierTrigger' | 'laterTrigger';

const workflow = createCatchUpWorkflow();

async function activate() {
	await workflow.activate();
}

async function failToPublish(node: OtherNode) {
	workflow.trigger.failingNode = node;
	await expect(workflow.trigger.publish()).rejects.toThrow('Another node');
	workflow.trigger.failingNode = undefined;
}

describe.each([
	['webhook', 'webhook'],
	['trigger before ours', 'earlierTrigger'],
	['trigger after ours', 'laterTrigger'],
] as const)('another %s that cannot start', (_name, node) => {
	it('does not cause the loss of what was missed while a change could not be published', async () => {
		await activate();
		await failToPublish(node);
		expect(await workflow.control.webhooks()).toEqual([]);
		const [first] = await workflow.loseTransfers(1000);
		await failToPublish(node);
		const [second] = await workflow.loseTransfers(2000);
		await workflow.trigger.publish();
		const { transaction } = await workflow.control.transfer({ amount: 3000 });
		await workflow.expectNoMoreThan([first, second, transaction.id]);
		expect(await workflow.control.webhooks()).toHaveLength(1);
	});

	it('does not cause a loss at a start of n8n', async () => {
		await activate();
		await workflow.trigger.kill();
		const [missed] = await workflow.loseTransfers(1000);
		workflow.trigger.failingNode = node;
		await expect(workflow.trigger.activate('init')).rejects.toThrow('Another node');
		await expect(workflow.trigger.retryActivation()).rejects.toThrow('Another node');
		workflow.trigger.failingNode = undefined;
		await workflow.trigger.retryActivation();
		const { transaction } = await workflow.control.transfer({ amount: 2000 });
		await workflow.expectNoMoreThan([missed, transaction.id]);
		expect(await workflow.control.webhooks()).toHaveLength(1);
	});

	it('passes each transaction once if the credential is edited to another account before n8n tries again', async () => {
		const { trigger } = workflow;
		await workflow.withOtherBank(async (other) => {
			await activate();
			await trigger.kill();
			trigger.failingNode = node;
			await expect(trigger.activate('init')).rejects.toThrow('Another node');
			Object.assign(trigger.credential, other.credential);
			trigger.failingNode = undefined;
			await trigger.retryActivation();
			await other.waitForChecks();
			const { transaction } = await other.control.transfer({ amount: 1000 });
			await other.expectNoMoreThan([transaction.id]);
		});
	});

	it('does not cause a loss if this n8n takes the lead again', async () => {
		await activate();
		await workflow.trigger.stop();
		const [missed] = await workflow.loseTransfers(1000);
		workflow.trigger.failingNode = node;
		const mode = 'leadershipChange';
		await expect(workflow.trigger.activate(mode)).rejects.toThrow('Another node');
		workflow.trigger.failingNode = undefined;
		advanceClock(10 * 60_000 + 1);
		await workflow.trigger.retryActivation(mode);
		await workflow.expectNoMoreThan([missed]);
	});
});

describe('another node that cannot start', () => {
	it('starts from a new baseline if the change is published after the longest pause', async () => {
		await activate();
		await failToPublish('laterTrigger');
		await workflow.loseTransfers(1000);
		jest.replaceProperty(timing, 'maxPauseMs', 0);
		await workflow.trigger.publish();
		await workflow.expectCatchUp();
	});

	it('starts from a new baseline if the workflow was not active before', async () => {
		await failToPublish('laterTrigger');
		await workflow.loseTransfers(1000);
		await workflow.trigger.publish();
		await workflow.expectCatchUp();
	});

	it('starts from a new baseline if it is unpublished ten minutes after n8n could not start it', async () => {
		await activate();
		await workflow.trigger.kill();
		workflow.trigger.failingNode = 'laterTrigger';
		await expect(workflow.trigger.activate('init')).rejects.toThrow('Another node');
		workflow.trigger.failingNode = undefined;
		advanceClock(10 * 60_000);
		await workflow.trigger.deactivate();
		await workflow.loseTransfers(1000);
		await workflow.trigger.publish();
		const [after] = await workflow.loseTransfers(2000);
		await workflow.expectNoMoreThan([after]);
	});
});

// A server that nobody can reach: Linux gives up connecting to it after 127 seconds.
it.each(['webhook', 'earlierTrigger', 'laterTrigger'] as const)(
	'another %s that fails after two minutes does not cause the loss of what was missed',
	async (node) => {
		await activate();
		workflow.trigger.failingNode = node;
		workflow.trigger.onFailure = () => advanceClock(127_000);
		await expect(workflow.trigger.publish()).rejects.toThrow('Another node');
		const [missed] = await workflow.loseTransfers(1000);
		workflow.trigger.failingNode = undefined;
		await workflow.trigger.publish();
		await workflow.expectNoMoreThan([missed]);
	},
);
