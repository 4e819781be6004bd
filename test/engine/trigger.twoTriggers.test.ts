import type { LiveTrigger } from '../support/engine/liveTrigger';
import { createCatchUpWorkflow } from '../support/engine/testWorkflow';

const workflow = createCatchUpWorkflow();
let forOrders: LiveTrigger;

beforeEach(async () => {
	const options = { onlyWithPaymentCode: true, paymentCode: { prefix: 'DH' } };
	forOrders = await workflow.trigger.addTrigger({ triggerOn: 'all', options });
});

// n8n makes one copy of static data for all triggers of a workflow (docs/n8n-engine.md#static-data).
describe.each([
	['one after the other', 'activate', 'deactivate'],
	['at the same time, as from n8n 2.40 on', 'activateInBackground', 'deactivateInBackground'],
] as const)('two triggers in one workflow, started %s', (_name, activate, deactivate) => {
	it('start for what each of them selects, and again after a published change', async () => {
		const expected = { all: [] as number[], orders: [] as number[] };
		const book = async () => {
			const { transaction } = await workflow.control.transfer({ amount: 1000 });
			const [missed, order] = await workflow.loseTransfers(1000, { description: 'DH1042' });
			expected.all.push(transaction.id, missed, order);
			expected.orders.push(order);
		};
		const expectStarts = async () => {
			await workflow.expectPassed(expected.all);
			await workflow.with({ trigger: forOrders }).expectPassed(expected.orders);
		};
		await workflow.trigger[activate]('activate');
		await book();
		await expectStarts();
		await workflow.trigger[deactivate]();
		expected.all.push(...(await workflow.loseTransfers(1000)));
		await workflow.trigger[activate]('update');
		await book();
		await expectStarts();
	});

	it('have a webhook each, which is removed when the workflow is unpublished', async () => {
		const { control, trigger } = workflow;
		await workflow.trigger[activate]('activate');
		const urls = (await control.webhooks()).map(({ url }) => url);
		expect(urls.sort()).toEqual([trigger.url, forOrders.url].sort());
		await workflow.trigger[deactivate]();
		expect(await control.webhooks()).toEqual([]);
	});

	it('start over if the workflow was unpublished', async () => {
		await workflow.trigger[activate]('activate');
		await workflow.waitForChecks();
		await workflow.trigger[deactivate]();
		await workflow.loseTransfers({ description: 'DH1042' });
		await workflow.trigger[activate]('activate');
		const [after] = await workflow.loseTransfers({ description: 'DH1043' });
		await workflow.expectNoMoreThan([after]);
		await workflow.with({ trigger: forOrders }).expectNoMoreThan([after]);
	});
});
