import { createTestWorkflow } from '../support/engine/testWorkflow';

const workflow = createTestWorkflow();

describe("two webhooks under the trigger's URL", () => {
	it('removes both on deactivation and leaves those of others', async () => {
		const { control, trigger } = workflow;
		const input = { url: 'https://shop.example.com/bank', secureToken: 'x', incomeOnly: true };
		const foreign = await control.addHook(input);
		const similar = await control.addHook({ ...input, url: `${trigger.url}/other` });
		await trigger.activate();
		await control.addHook({ ...input, url: trigger.url });
		await trigger.deactivate();
		expect(await control.hooks()).toEqual([foreign, similar]);
	});

	it('replaces both with one at the next activation', async () => {
		const { control, trigger } = workflow;
		await control.addHook({ url: trigger.url, secureToken: 'old', incomeOnly: true });
		await trigger.activate();
		expect(await control.hooks()).toHaveLength(1);
		const { transaction } = await control.transfer({ amount: 1000 });
		await trigger.settled();
		expect(trigger.executions.flat().map(({ json }) => json.id)).toEqual([transaction.id]);
	});
});
