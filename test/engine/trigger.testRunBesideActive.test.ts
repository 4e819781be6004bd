import { timing } from '../../nodes/BankTransactionsTrigger/catchUp/timing';
import { clearSettingsCache } from '../../nodes/BankTransactionsTrigger/events/cachedSettings';
import { startBank } from '../bank/bank';
import { toCredentialData } from '../support/engine/credentialData';
import { logEntries } from '../support/engine/n8nInstance';
import {
	createCatchUpWorkflow,
	expectNoMoreThan,
	loseTransfers,
	renewApiKey,
	waitForChecks,
} from '../support/engine/triggerSteps';
import { waitFor } from '../support/waitFor';

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

	it('does not keep it from reactivating its webhook', async () => {
		const { control, trigger } = workflow;
		const findOwn = async () => (await control.webhooks()).find(({ url }) => url === trigger.url)!;
		const { id } = await findOwn();
		await control.pauseWebhook(id);
		jest.replaceProperty(timing, 'webhookRenewalMs', 0);
		await waitFor(async () => expect(await findOwn()).toMatchObject({ id, paused: false }));
		await trigger.stopTestRun();
	});

	it('does not have it reject events with the token of a key that was renewed', async () => {
		await workflow.trigger.stopTestRun();
		await renewApiKey(workflow);
		clearSettingsCache();
		const { deliveries } = await workflow.control.transfer({ amount: 1000 });
		expect(deliveries).toMatchObject([{ attempts: [{ outcome: 'ok' }] }]);
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
			expect(logEntries('warn')).toEqual([]);
		} finally {
			await other.close();
		}
	});

	it('leaves its webhook alone', async () => {
		await workflow.trigger.stopTestRun();
		const webhooks = await workflow.control.webhooks();
		expect(webhooks.map(({ url }) => url)).toEqual([workflow.trigger.url]);
	});
});
