import { createTestWorkflow } from '../support/engine/testWorkflow';

const workflow = createTestWorkflow();

describe("two webhooks under the trigger's URL", () => {
	it('removes both on deactivation and leaves those of others', async () => {
		const { control, trigger } = workflow;
		const input = { url: 'https://shop.example.com/bank', secureToken: 'x', incomeOnly: true };
		const foreign = await control.addWebhook(input);
		const similar = await control.addWebhook({ ...input, url: `${trigger.url}/other` });
		await trigger.activate();
		await control.addWebhook({ ...input, url: trigger.url });
		await trigger.deactivate();
		expect(await control.webhooks()).toEqual([foreign, similar]);
	});

	it('replaces both with one at the next activation', async () => {
		const { control, trigger } = workflow;
		await control.addWebhook({ url: trigger.url, secureToken: 'old', incomeOnly: true });
		await trigger.activate();
		expect(await control.webhooks()).toHaveLength(1);
		const { transaction } = await control.transfer({ amount: 1000 });
		await workflow.expectPassed([transaction.id]);
	});
});
