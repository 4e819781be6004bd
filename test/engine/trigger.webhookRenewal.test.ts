import { sleep } from 'n8n-workflow';

import { timing } from '../../nodes/BankTransactionsTrigger/timing';
import { requestLimits } from '../../nodes/shared/http/retry';
import { createCatchUpWorkflow } from '../support/engine/testWorkflow';
import { startPublicAddress } from '../support/publicAddress';
import { waitFor, waitUntilStable } from '../support/waitFor';
import { loadTriggerInNewProcess } from '../support/engine/workerTrigger';

const workflow = createCatchUpWorkflow();

const getWebhook = async () => await workflow.getWebhook();
const renewAtEveryCheck = () => jest.replaceProperty(timing, 'webhookRenewalMs', 0);
const webhookRequests = async () =>
	(await workflow.control.requests()).filter(({ path }) => path.startsWith('/v2/webhooks'));

/** n8n tries five times to register the webhook, and gives up. */
async function failToRegister() {
	await workflow.refuse({ method: 'POST', path: '/v2/webhooks' });
	await expect(workflow.trigger.activateInBackground('activate')).rejects.toThrow();
	expect(await workflow.control.webhooks()).toEqual([]);
	await workflow.control.clearFaults();
}

it('reactivates a webhook that the service pauses while the workflow is active', async () => {
	await workflow.trigger.activate();
	await workflow.control.pauseWebhook((await getWebhook()).id);
	await workflow.waitForChecks();
	expect(await getWebhook()).toMatchObject({ paused: true });
	renewAtEveryCheck();
	await waitFor(async () => expect(await getWebhook()).toMatchObject({ paused: false }));
	const { transaction, deliveries } = await workflow.control.transfer({ amount: 1000 });
	expect(deliveries).toHaveLength(1);
	await workflow.expectNoMoreThan([transaction.id]);
});

it('says what to do if the webhook cannot be renewed with Catch Up off', async () => {
	workflow.trigger.parameters = { triggerOn: 'all', options: { catchUp: false } };
	renewAtEveryCheck();
	await workflow.trigger.activate();
	await workflow.refuse({ method: 'PUT', path: '/v2/webhooks' });
	await waitFor(() => expect(workflow.warnings.join()).toContain('may not start the workflow'));
	expect(workflow.warnings.join()).not.toContain('checks for missed transactions');
});

it('checks for missed transactions before it renews the webhook', async () => {
	await workflow.activate();
	await workflow.trigger.stop();
	const [missed] = await workflow.loseTransfers(1000);
	const fault = { method: 'GET', path: '/v2/webhooks', kind: 'hang' } as const;
	// The restart itself reads the webhook once.
	await workflow.control.fault({ ...fault, after: 1, times: null });
	renewAtEveryCheck();
	await workflow.trigger.restart();
	await workflow.expectPassed([missed]);
	await workflow.control.clearFaults();
});

it.each([true, false])(
	'gives the webhook the token of a renewed key (Catch Up: %s)',
	async (catchUp) => {
		workflow.trigger.parameters = { triggerOn: 'all', options: { catchUp } };
		await workflow.trigger.activate();
		const { secureToken: former } = await getWebhook();
		await workflow.renewApiKey();
		await waitFor(async () => expect((await getWebhook()).secureToken).not.toBe(former));
		const { transaction, deliveries } = await workflow.control.transfer({ amount: 1000 });
		expect(deliveries).toMatchObject([{ attempts: [{ outcome: 'ok' }] }]);
		await workflow.expectPassed([transaction.id]);
	},
);

it('keeps its webhook if the service stores the URL in another form, and removes it in the end', async () => {
	const { control, trigger } = workflow;
	await control.settings({ webhookUrlForm: 'slash' });
	await trigger.activate();
	const { id } = await getWebhook();
	renewAtEveryCheck();
	await workflow.waitForChecks();
	await trigger.restart();
	await workflow.waitForChecks();
	expect(await control.webhooks()).toMatchObject([{ id, url: `${trigger.url}/` }]);
	expect(workflow.warnings).toEqual([]);
	await trigger.deactivate();
	expect(await control.webhooks()).toEqual([]);
});

it('does not register the webhook again while n8n removes it', async () => {
	const { control, trigger } = workflow;
	// The webhook is then removed by its ID, which says nothing of one that a check has registered since.
	await control.settings({ webhookUrlForm: 'slash' });
	renewAtEveryCheck();
	await trigger.activate();
	await workflow.waitForChecks();
	jest.replaceProperty(requestLimits, 'timeoutMs', 300);
	await control.fault({
		method: 'DELETE',
		path: '/v2/webhooks/',
		kind: 'hang',
		carriedOut: true,
	});
	await trigger.deactivate();
	expect(await control.webhooks()).toEqual([]);
});

it('leaves the webhook alone between renewals', async () => {
	await workflow.trigger.activate();
	await workflow.control.clearLogs();
	await workflow.waitForChecks();
	expect(await webhookRequests()).toEqual([]);
});

it('replaces a webhook that was deleted at the service, says so in the log, and removes it in the end', async () => {
	renewAtEveryCheck();
	await workflow.trigger.activate();
	const { id, url } = await workflow.control.removeWebhook((await getWebhook()).id);
	await waitFor(async () => expect(await getWebhook()).toMatchObject({ url }));
	expect(workflow.warnings.join()).toContain(`because webhook ${id} no longer existed`);
	const { transaction, deliveries } = await workflow.control.transfer({ amount: 1000 });
	expect(deliveries).toMatchObject([{ attempts: [{ outcome: 'ok' }] }]);
	await workflow.expectNoMoreThan([transaction.id]);
	await workflow.trigger.restart();
	expect(await workflow.control.webhooks()).toMatchObject([{ url }]);
	await workflow.trigger.deactivate();
	expect(await workflow.control.webhooks()).toEqual([]);
});

it.each([
	['looked for', 'GET', 1],
	['registered', 'POST', 2],
])(
	'leaves no webhook if the workflow is unpublished while its lost webhook is still being %s',
	async (_name, slowMethod, created) => {
		await workflow.trigger.activate();
		await workflow.control.removeWebhook((await getWebhook()).id);
		await workflow.control.clearLogs();
		await workflow.control.settings({ delayMs: 1_000 });
		renewAtEveryCheck();
		await waitFor(async () =>
			expect((await webhookRequests()).map(({ method }) => method)).toContain(slowMethod),
		);
		await workflow.control.settings({ delayMs: 0 });
		await workflow.trigger.deactivate();
		await waitUntilStable(async () => (await workflow.control.requests()).length, 1_500);
		expect(await workflow.control.webhooks()).toEqual([]);
		const history = await workflow.control.webhookHistory();
		expect(history.filter(({ action }) => action === 'created')).toHaveLength(created);
	},
);

it('does not write its webhook again if the workflow is unpublished while it is looked for', async () => {
	await workflow.activate();
	await workflow.waitForChecks();
	await workflow.control.settings({ delayMs: 300 });
	await workflow.control.clearLogs();
	renewAtEveryCheck();
	await waitFor(async () => expect(await webhookRequests()).toMatchObject([{ method: 'GET' }]));
	await workflow.trigger.deactivate();
	await sleep(1000);
	const methods = (await webhookRequests()).map(({ method }) => method);
	expect(methods).toEqual(['GET', 'DELETE']);
});

it('keeps its webhook over several renewals, also if some of them fail', async () => {
	await workflow.trigger.activate();
	const { id } = await getWebhook();
	await workflow.control.clearLogs();
	renewAtEveryCheck();
	const updates = async () => (await webhookRequests()).filter(({ method }) => method === 'PUT');
	await waitFor(async () => expect((await updates()).length).toBeGreaterThan(2));
	await workflow.refuse({ method: 'PUT', path: '/v2/webhooks', times: 2 });
	const before = (await updates()).length;
	await waitFor(async () => expect((await updates()).length).toBeGreaterThan(before + 4));
	expect((await workflow.control.webhooks()).map((webhook) => webhook.id)).toEqual([id]);
});

it('has one webhook, with the new direction, if a change is published while it is replaced', async () => {
	renewAtEveryCheck();
	workflow.trigger.parameters = { triggerOn: 'incoming' };
	await workflow.trigger.activate();
	const { id } = await getWebhook();
	await workflow.control.settings({ delayMs: 200 });
	await workflow.control.removeWebhook(id);
	const isCreating = ({ method }: { method: string }) => method === 'POST';
	await waitFor(async () => expect((await webhookRequests()).filter(isCreating)).toHaveLength(2));
	await workflow.trigger.publish({ parameters: { triggerOn: 'all' } });
	const [missed] = await workflow.loseTransfers(-1000);
	await waitFor(async () =>
		expect(await workflow.control.webhooks()).toMatchObject([{ incomeOnly: false }]),
	);
	await workflow.expectPassed([missed]);
});

it('goes on catching up if the webhook cannot be renewed', async () => {
	renewAtEveryCheck();
	await workflow.trigger.activate();
	await workflow.refuse({ method: 'PUT', path: '/v2/webhooks', times: 100 });
	await waitFor(() => expect(workflow.warnings).not.toEqual([]));
	expect(workflow.warnings[0]).toMatch(
		/^The webhook could not be renewed: .+\. .*HTTP 400.* Until it is renewed, the checks for missed transactions start the workflow\. The next attempt follows at the next check\. /s,
	);
	const [missed] = await workflow.loseTransfers(1000);
	await workflow.expectPassed([missed]);
});

it('does not announce a next renewal if the workflow is deactivated during one', async () => {
	await workflow.activate();
	await workflow.control.settings({ delayMs: 1000 });
	await workflow.refuse({ method: 'PUT', path: '/v2/webhooks' });
	const updates = async () => (await webhookRequests()).filter(({ method }) => method === 'PUT');
	await workflow.control.clearLogs();
	renewAtEveryCheck();
	await waitFor(async () => expect(await updates()).not.toEqual([]));
	await workflow.trigger.deactivate();
	await waitFor(async () => expect(await updates()).toMatchObject([{ status: 400 }]));
	await sleep(200);
	expect(workflow.warnings).toEqual([]);
});

it('registers a webhook at the account to which the edited credential belongs', async () => {
	await workflow.withOtherBank(async (other) => {
		renewAtEveryCheck();
		await workflow.activate();
		const { id, url, secureToken } = await getWebhook();
		Object.assign(workflow.trigger.credential, other.credential);
		await waitFor(async () => expect(await other.control.webhooks()).toMatchObject([{ url }]));
		expect(workflow.warnings.join()).toContain(
			`The webhook of the previous account may still exist (ID ${id}, URL ${url}). Delete it there.`,
		);
		expect(workflow.warnings.join()).toContain(
			'Transactions that the new account had before now do not start the workflow.',
		);
		expect((await other.control.webhooks())[0].secureToken).not.toBe(secureToken);
		const { transaction } = await other.control.transfer({ amount: 3000 });
		await workflow.expectPassed([transaction.id]);
	});
});

it('leaves a switch to another account to the next activation if it is deactivated meanwhile', async () => {
	await workflow.withOtherBank(async (other) => {
		await other.control.settings({ delayMs: 1000 });
		await workflow.activate();
		Object.assign(workflow.trigger.credential, other.credential);
		await waitFor(async () => expect(await other.listRequests()).not.toEqual([]));
		await workflow.trigger.deactivate();
		await sleep(1500);
		expect(await other.listRequests()).toHaveLength(1);
		expect(workflow.warnings).toEqual([
			expect.stringContaining('The webhook of the previous account may still exist'),
		]);
		await other.control.settings({ delayMs: 0 });
		await workflow.trigger.activate();
		const { transaction } = await other.control.transfer({ amount: 3000 });
		await workflow.expectPassed([transaction.id]);
	});
});

it('switches to another account before it registers a webhook there', async () => {
	await workflow.withOtherBank(async (other) => {
		renewAtEveryCheck();
		await workflow.activate();
		// The credential is edited while a check waits for the list.
		await workflow.control.settings({ delayMs: 300 });
		await workflow.waitForChecks(2);
		Object.assign(workflow.trigger.credential, other.credential);
		await waitFor(async () => expect(await other.control.webhooks()).toHaveLength(1));
		expect(workflow.warnings).toMatchObject([
			expect.stringContaining('The webhook of the previous account may still exist'),
			expect.stringContaining('Transactions that the new account had before now do not start'),
			expect.stringContaining('was registered, because there was none.'),
		]);
	});
});

it('passes each transaction once if the credential is edited while the webhook is renewed', async () => {
	await workflow.withOtherBank(async (other) => {
		await workflow.activate();
		await workflow.control.removeWebhook((await getWebhook()).id);
		await workflow.control.settings({ delayMs: 300 });
		await workflow.control.clearLogs();
		const renewalMs = renewAtEveryCheck();
		await waitFor(async () => expect(await webhookRequests()).not.toEqual([]));
		Object.assign(workflow.trigger.credential, other.credential);
		renewalMs.replaceValue(60 * 60_000);
		await waitFor(async () => expect(await other.control.webhooks()).toHaveLength(1));
		await other.waitForChecks();
		const { transaction } = await other.control.transfer({ amount: 3000 });
		await other.expectNoMoreThan([transaction.id]);
		expect(await other.control.webhooks()).toHaveLength(1);
	});
});

it.each([
	['knows the account', false],
	['has an older copy of static data', true],
])(
	'passes each transaction once if the events of the other account reach a process of n8n that %s',
	async (_name, isOlder) => {
		await workflow.withOtherBank(async (other) => {
			renewAtEveryCheck();
			await workflow.activate();
			const { staticData } = workflow.trigger;
			Object.assign(workflow.trigger.credential, other.credential);
			await waitFor(async () => expect(await other.control.webhooks()).toHaveLength(1));
			await other.waitForChecks();
			workflow.trigger.receiver = loadTriggerInNewProcess();
			if (isOlder) workflow.trigger.staticData = staticData;
			const { transaction, deliveries } = await other.control.transfer({ amount: 3000 });
			expect(deliveries).toMatchObject([{ attempts: [{ outcome: 'ok' }] }]);
			await other.expectNoMoreThan([transaction.id]);
		});
	},
);

it('registers its webhook if n8n has given up, even after a test run, and goes on from the activation', async () => {
	await failToRegister();
	await workflow.trigger.startTestRun();
	await workflow.trigger.stopTestRun();
	const [missed] = await workflow.loseTransfers(1000);
	renewAtEveryCheck();
	const { url } = workflow.trigger;
	await waitFor(async () => expect(await workflow.control.webhooks()).toMatchObject([{ url }]));
	expect(workflow.warnings.join()).toContain('was registered, because there was none.');
	const { transaction, deliveries } = await workflow.control.transfer({ amount: 2000 });
	expect(deliveries).toMatchObject([{ attempts: [{ outcome: 'ok' }] }]);
	await workflow.expectNoMoreThan([missed, transaction.id]);
});

it('registers nothing while n8n has no URL that the service can call, and says so at each check', async () => {
	const service = await startPublicAddress(workflow.bank.url);
	try {
		workflow.trigger.credential.baseUrl = service.url;
		workflow.trigger.moveTo('n8n.internal');
		renewAtEveryCheck();
		const activated = workflow.trigger.activateInBackground('activate');
		await expect(activated).rejects.toThrow('The service cannot reach n8n');
		await workflow.waitForChecks();
		await workflow.expectCatchUp();
		expect(await webhookRequests()).toEqual([]);
		const reasons = workflow.warnings.filter((text) =>
			text.includes('The service cannot reach n8n'),
		);
		expect(reasons.length).toBeGreaterThan(1);
	} finally {
		await workflow.trigger.close();
		await service.close();
	}
});
