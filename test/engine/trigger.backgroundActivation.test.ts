import { timing } from '../../nodes/BankTransactionsTrigger/timing';
import { advanceClock, createCatchUpWorkflow } from '../support/engine/testWorkflow';
import { waitUntilStable } from '../support/waitFor';

const workflow = createCatchUpWorkflow();
const orders = [
	['the webhook a moment earlier', 'webhookEarlier'],
	['the trigger a moment earlier', 'triggerEarlier'],
	['the webhook first', 'webhook'],
	['the trigger first', 'trigger'],
] as const;

// n8n 2.40 and later register the webhook and start the trigger at the same time.
describe.each(orders)('an activation in the background, %s', (_name, order) => {
	const activate = async (mode: 'activate' | 'init' | 'update') =>
		await workflow.trigger.activateInBackground(mode, order);

	it.each([0, 2])(
		'catches up, passes events, and starts nothing from before, if its webhook is refused %d times',
		async (times) => {
			if (times > 0) await workflow.refuse({ method: 'POST', path: '/v2/webhooks', times });
			await activate('activate');
			const [missed] = await workflow.loseTransfers(1000);
			const { transaction } = await workflow.control.transfer({ amount: 2000 });
			await workflow.expectNoMoreThan([missed, transaction.id]);
			expect(await workflow.control.webhooks()).toHaveLength(1);
			if (times === 0) expect(workflow.warnings).toEqual([]);
		},
	);

	it('is prepared once for the webhook and the trigger', async () => {
		workflow.trigger.parameters = { triggerOn: 'all', options: { catchUp: false } };
		await activate('activate');
		await workflow.trigger.settled();
		expect(await workflow.listRequests()).toHaveLength(1);
	});

	it('catches up after a restart, with the same webhook', async () => {
		await activate('activate');
		await workflow.waitForChecks();
		const [webhook] = await workflow.control.webhooks();
		await workflow.trigger.kill();
		const [missed] = await workflow.loseTransfers(1000);
		await activate('init');
		await workflow.expectNoMoreThan([missed]);
		expect((await workflow.control.webhooks()).map(({ id }) => id)).toEqual([webhook.id]);
	});

	it('continues where it was if a change is published, and soon unpublished and published at the second try', async () => {
		const { control, trigger } = workflow;
		await activate('activate');
		await workflow.waitForChecks();
		await trigger.deactivateInBackground();
		const [first] = await workflow.loseTransfers(1000);
		await activate('update');
		await workflow.expectNoMoreThan([first]);
		expect(await control.webhooks()).toHaveLength(1);
		await trigger.deactivateInBackground();
		const [second] = await workflow.loseTransfers(1000);
		await waitUntilStable(async () => (await control.requests()).length, 200);
		await control.fault({ path: '/v2/transactions', kind: 'status', status: 400 });
		trigger.parameters = { triggerOn: 'incoming' };
		await activate('activate');
		await workflow.expectNoMoreThan([first, second]);
	});

	it('passes each transaction once if registration fails and the credential then names another account', async () => {
		const { trigger } = workflow;
		jest.replaceProperty(timing, 'addressRetestMs', 1);
		await workflow.withOtherBank(async (other) => {
			await activate('activate');
			await workflow.waitForChecks();
			await trigger.deactivateInBackground();
			// No check notices the edited credential before the workflow is published again.
			const delay = jest.replaceProperty(timing, 'emitDelayMs', 60_000);
			await workflow.refuse({ method: 'POST', path: '/v2/webhooks', times: 5 });
			await expect(trigger.activateInBackground('update')).rejects.toThrow();
			Object.assign(trigger.credential, other.credential);
			delay.replaceValue(1);
			advanceClock(1000);
			await activate('update');
			const { transaction } = await other.control.transfer({ amount: 1000 });
			await other.expectNoMoreThan([transaction.id]);
			expect(workflow.warnings.join()).not.toContain('without its token');
		});
	});

	it('starts over if it was unpublished after its webhook could not be registered', async () => {
		await workflow.refuse({ method: 'POST', path: '/v2/webhooks' });
		await expect(activate('activate')).rejects.toThrow();
		await workflow.control.clearFaults();
		await workflow.waitForChecks();
		await workflow.trigger.deactivateInBackground();
		await workflow.loseTransfers(1000);
		await activate('activate');
		await workflow.expectCatchUp();
	});

	it('starts over if it was unpublished, and is published at the second try', async () => {
		await activate('activate');
		await workflow.waitForChecks();
		await workflow.trigger.deactivateInBackground();
		expect(await workflow.control.webhooks()).toEqual([]);
		await workflow.loseTransfers(1000);
		await workflow.refuse({ path: '/v2/', status: 401 });
		await expect(activate('activate')).rejects.toThrow('does not accept the API key');
		await workflow.control.clearFaults();
		// n8n then takes the workflow for a published one.
		await activate('update');
		await workflow.expectCatchUp();
	});

	it('starts over if n8n was killed and the workflow unpublished while nothing ran', async () => {
		await activate('activate');
		await workflow.waitForChecks();
		await workflow.trigger.kill();
		await workflow.loseTransfers(1000);
		await activate('activate');
		await workflow.expectCatchUp();
	});
});
