import type { LiveTrigger } from '../support/engine/liveTrigger';
import { createCatchUpWorkflow } from '../support/engine/testWorkflow';

type Mode = 'activate' | 'update';

const workflow = createCatchUpWorkflow();
let forOrders: LiveTrigger;

beforeEach(async () => {
	const options = { onlyWithPaymentCode: true, paymentCode: { prefix: 'DH' } };
	forOrders = await workflow.trigger.addTrigger({ triggerOn: 'all', options });
});

const activations = [
	{
		name: 'one after the other',
		activate: async (mode: Mode) => await workflow.trigger.activate(mode),
		deactivate: async () => await workflow.trigger.deactivate(),
	},
	{
		name: 'at the same time, as from n8n 2.40 on',
		activate: async (mode: Mode) => await workflow.trigger.activateInBackground(mode),
		deactivate: async () => await workflow.trigger.deactivateInBackground(),
	},
];

// n8n makes one copy of static data for all triggers of a workflow (docs/n8n-engine.md#static-data).
describe.each(activations)('two triggers in one workflow, started $name', (n8n) => {
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
		await n8n.activate('activate');
		await book();
		await expectStarts();
		await n8n.deactivate();
		expected.all.push(...(await workflow.loseTransfers(1000)));
		await n8n.activate('update');
		await book();
		await expectStarts();
	});

	it('have a webhook each, which is removed when the workflow is unpublished', async () => {
		const { control, trigger } = workflow;
		await n8n.activate('activate');
		const urls = (await control.webhooks()).map(({ url }) => url);
		expect(urls.sort()).toEqual([trigger.url, forOrders.url].sort());
		await n8n.deactivate();
		expect(await control.webhooks()).toEqual([]);
	});

	it('start over if the workflow was unpublished', async () => {
		await n8n.activate('activate');
		await workflow.waitForChecks();
		await n8n.deactivate();
		await workflow.loseTransfers({ description: 'DH1042' });
		await n8n.activate('activate');
		const [after] = await workflow.loseTransfers({ description: 'DH1043' });
		await workflow.expectNoMoreThan([after]);
		await workflow.with({ trigger: forOrders }).expectNoMoreThan([after]);
	});
});
