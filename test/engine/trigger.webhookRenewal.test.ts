import axios from 'axios';

import { timing } from '../../nodes/BankTransactionsTrigger/catchUp/timing';
import { logEntries } from '../support/engine/n8nInstance';
import {
	createCatchUpWorkflow,
	expectNoMoreThan,
	expectPassed,
	loseTransfers,
	waitForChecks,
} from '../support/engine/triggerSteps';
import { waitFor } from '../support/waitFor';

const workflow = createCatchUpWorkflow();

const getWebhook = async () => (await workflow.control.webhooks())[0];
const renewAtEveryCheck = () => jest.replaceProperty(timing, 'webhookRenewalMs', 0);
const webhookRequests = async () =>
	(await workflow.control.requests()).filter(({ path }) => path.startsWith('/v2/webhooks'));
const warnings = () => logEntries('warn').map(({ message }) => message);

it('reactivates a webhook that the service pauses while the workflow is active', async () => {
	await workflow.trigger.activate();
	await workflow.control.pauseWebhook((await getWebhook()).id);
	await waitForChecks(workflow);
	expect(await getWebhook()).toMatchObject({ paused: true });
	renewAtEveryCheck();
	await waitFor(async () => expect(await getWebhook()).toMatchObject({ paused: false }));
	const { transaction, deliveries } = await workflow.control.transfer({ amount: 1000 });
	expect(deliveries).toHaveLength(1);
	await expectNoMoreThan(workflow, [transaction.id]);
});

it('gives the webhook the token of a renewed key', async () => {
	renewAtEveryCheck();
	await workflow.trigger.activate();
	const { secureToken: former } = await getWebhook();
	const apiKey = await workflow.control.renewApiKey();
	workflow.trigger.credential.apiKey = apiKey;
	workflow.credential.apiKey = apiKey;
	await waitFor(async () => expect((await getWebhook()).secureToken).not.toBe(former));
	const { transaction, deliveries } = await workflow.control.transfer({ amount: 1000 });
	expect(deliveries).toMatchObject([{ attempts: [{ outcome: 'ok' }] }]);
	await expectNoMoreThan(workflow, [transaction.id]);
});

it('leaves the webhook alone between renewals', async () => {
	await workflow.trigger.activate();
	await workflow.control.clearLogs();
	await waitForChecks(workflow);
	expect(await webhookRequests()).toEqual([]);
});

it('says in the log that the webhook no longer exists, and goes on catching up', async () => {
	renewAtEveryCheck();
	await workflow.trigger.activate();
	const { id } = await workflow.control.removeWebhook((await getWebhook()).id);
	await waitFor(() => expect(warnings().join()).toContain(`Webhook ${id} no longer exists`));
	const [missed] = await loseTransfers(workflow, 1000);
	await expectPassed(workflow, [missed]);
	expect(await workflow.control.webhooks()).toEqual([]);
});

it('does not change a webhook that was given another URL', async () => {
	await workflow.trigger.activate();
	const { id } = await getWebhook();
	const url = 'https://example.com/elsewhere';
	await axios.put(
		`${workflow.bank.url}/v2/webhooks/${id}`,
		{ webhook: url },
		{ headers: { Authorization: `Apikey ${workflow.credential.apiKey}` }, proxy: false },
	);
	renewAtEveryCheck();
	await waitFor(() => expect(warnings().join()).toContain(`Webhook ${id} now has another URL`));
	expect(await getWebhook()).toMatchObject({ id, url });
});

it('does nothing with polling', async () => {
	renewAtEveryCheck();
	workflow.trigger.parameters = { triggerOn: 'all', delivery: 'polling' };
	await workflow.trigger.activate();
	await workflow.control.clearLogs();
	await waitForChecks(workflow);
	expect(await webhookRequests()).toEqual([]);
});
