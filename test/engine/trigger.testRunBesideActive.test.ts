import type { INodeParameters } from 'n8n-workflow';

import { timing } from '../../nodes/BankTransactionsTrigger/timing';
import { startBank } from '../bank/bank';
import { toCredentialData } from '../support/engine/credentialData';
import { createCatchUpWorkflow } from '../support/engine/testWorkflow';
import { waitFor } from '../support/waitFor';

const workflow = createCatchUpWorkflow();

async function publish(parameters: INodeParameters) {
	workflow.trigger.parameters = { triggerOn: 'all', ...parameters };
	await workflow.activate();
}

/** Expects that the published workflow still receives events, and checks the list. */
async function expectStillPublished() {
	const { control, trigger } = workflow;
	const urls = (await control.webhooks()).map(({ url }) => url);
	expect(urls).not.toContain(trigger.testUrl);
	const [missed] = await workflow.loseTransfers(1000);
	const { transaction } = await control.transfer({ amount: 2000 });
	await workflow.expectNoMoreThan([missed, transaction.id]);
}

const deliveries: INodeParameters[] = [
	{ delivery: 'webhook' },
	{ delivery: 'polling', interval: 1 },
];

describe.each(deliveries)('a test run beside a workflow that is published with %j', (delivery) => {
	beforeEach(async () => await publish(delivery));

	it.each<[string, string, { parameters?: INodeParameters; credential?: { baseUrl: string } }]>([
		['a parameter is refused', 'Trigger On', { parameters: { triggerOn: 'neither' } }],
		[
			'an expression fails',
			'',
			{ parameters: { options: { minimumAmount: '={{ $json.missing.value }}' } } },
		],
		['its credential is unusable', 'is not a URL', { credential: { baseUrl: 'not a URL' } }],
	])('leaves it published if the draft is refused, because %s', async (_name, words, draft) => {
		const { trigger } = workflow;
		const { parameters, credential } = trigger;
		trigger.parameters = { ...parameters, ...draft.parameters };
		trigger.credential = { ...credential, ...draft.credential };
		await expect(trigger.startTestRun()).rejects.toThrow(words);
		Object.assign(trigger, { parameters, credential });
		await expectStillPublished();
	});

	it('leaves it published if the service rejects the webhook of the test run', async () => {
		const { control, trigger } = workflow;
		trigger.parameters = { ...trigger.parameters, delivery: 'webhook' };
		await control.fault({ method: 'POST', kind: 'status', status: 400 });
		await expect(trigger.startTestRun()).rejects.toThrow('rejected');
		trigger.parameters = { triggerOn: 'all', ...delivery };
		await expectStillPublished();
	});

	it('leaves it published if the user stops it while the service is asked', async () => {
		const { control, trigger } = workflow;
		trigger.parameters = { ...trigger.parameters, delivery: 'webhook' };
		await control.settings({ delayMs: 100 });
		const starting = trigger.startTestRun();
		await trigger.stopTestRun();
		await starting;
		// n8n ends the test run again when its time is up.
		await trigger.stopTestRun();
		trigger.parameters = { triggerOn: 'all', ...delivery };
		await control.settings({ delayMs: 0 });
		await expectStillPublished();
	});
});

describe('a test run of an active workflow', () => {
	beforeEach(async () => {
		await workflow.activate();
		await workflow.trigger.startTestRun();
	});

	it.each([
		['n8n restarts', async () => await workflow.trigger.restart()],
		['another trigger reconnects', async () => await workflow.trigger.reconnect('activate')],
	])('does not make it start from a new baseline if %s', async (_name, start) => {
		await workflow.trigger.stopTestRun();
		await workflow.trigger.stop();
		const [missed] = await workflow.loseTransfers(1000);
		await start();
		await workflow.expectNoMoreThan([missed]);
	});

	it('does not make it resume after it was deactivated, even if the test run failed', async () => {
		await workflow.trigger.stopTestRun();
		await workflow.control.fault({ method: 'POST', kind: 'status', status: 400 });
		await expect(workflow.trigger.startTestRun()).rejects.toThrow();
		await workflow.trigger.deactivate();
		await workflow.loseTransfers(1000);
		await workflow.trigger.activate();
		await workflow.expectCatchUp();
	});

	it('does not keep it from reactivating its webhook', async () => {
		const { control, trigger } = workflow;
		const findOwn = async () => (await control.webhooks()).find(({ url }) => url === trigger.url)!;
		const { id } = await findOwn();
		await control.pauseWebhook(id);
		jest.replaceProperty(timing, 'webhookRenewalMs', 0);
		await waitFor(async () => expect(await findOwn()).toMatchObject({ id, paused: false }));
		await trigger.stopTestRun();
	});

	it('leaves no warning if its credential belongs to another account and its webhook is already gone', async () => {
		const { trigger } = workflow;
		const other = await startBank();
		try {
			await trigger.stopTestRun();
			trigger.credential = toCredentialData(other);
			await trigger.startTestRun();
			const [{ id }] = await other.control.webhooks();
			await other.control.removeWebhook(id);
			await trigger.stopTestRun();
			expect(workflow.warnings).toEqual([]);
		} finally {
			await other.close();
		}
	});
});
