import axios from 'axios';

import { timing } from '../../nodes/BankTransactionsTrigger/timing';
import { createCatchUpWorkflow } from '../support/engine/testWorkflow';

const workflow = createCatchUpWorkflow();

beforeEach(() => {
	workflow.trigger.webhookId = undefined;
	workflow.trigger.nodeName = 'Money In';
});

const refusal = {
	message: expect.stringMatching(
		/^'Money In' has no webhook ID, .+move this node a little.*'webhookId' with a UUID/,
	),
};

async function postToTrigger() {
	const event = { error: 0, data: [] };
	return await axios.post(workflow.trigger.url, event, { proxy: false, validateStatus: null });
}

describe('a trigger without a webhook ID', () => {
	it('is refused before any request when a person publishes it', async () => {
		await expect(workflow.trigger.activate()).rejects.toMatchObject(refusal);
		const writing = (await workflow.control.requests()).filter(({ method }) => method !== 'DELETE');
		expect(writing).toEqual([]);
		expect(await workflow.control.webhooks()).toEqual([]);
	});

	it.each(['webhook', 'trigger'] as const)(
		'is refused each time that n8n tries it in the background, the %s first',
		async (first) => {
			const publishing = workflow.trigger.activateInBackground('activate', first);
			await expect(publishing).rejects.toMatchObject(refusal);
			expect(await workflow.control.webhooks()).toEqual([]);
		},
	);

	it.each(['webhook', 'polling'])('is refused in a test run with %s', async (delivery) => {
		workflow.trigger.parameters = { triggerOn: 'all', delivery };
		await expect(workflow.trigger.startTestRun()).rejects.toMatchObject(refusal);
		expect(await workflow.control.webhooks()).toEqual([]);
	});

	it('is published with polling', async () => {
		workflow.trigger.parameters = { triggerOn: 'all', delivery: 'polling' };
		await workflow.trigger.activate();
		await workflow.expectPassed(await workflow.loseTransfers(1000));
	});

	it('is published if its name is the same in a URL, because n8n then answers', async () => {
		workflow.trigger.nodeName = 'Money-In';
		await workflow.trigger.activate();
		expect(await workflow.control.webhooks()).toMatchObject([
			{
				url: `${workflow.trigger.baseUrl}/webhook/${workflow.trigger.workflowId}/money-in/webhook`,
			},
		]);
		expect((await postToTrigger()).status).toBe(401);
		const { deliveries } = await workflow.control.transfer({ amount: 1000 });
		expect(deliveries).toMatchObject([{ attempts: [{ outcome: 'ok' }] }]);
	});

	it('goes on when n8n starts, although n8n does not answer its URL', async () => {
		jest.replaceProperty(timing, 'addressRetestMs', 1);
		await workflow.trigger.activate('init');
		await workflow.waitForChecks();
		expect((await postToTrigger()).status).toBe(404);
		await workflow.expectPassed(await workflow.loseTransfers(1000));
	});
});
