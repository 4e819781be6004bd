import axios from 'axios';

import { timing } from '../../nodes/BankTransactionsTrigger/timing';
import { startBank, type Bank } from '../bank/bank';
import type { BankControl } from '../bank/control';
import { toCredentialData } from '../support/engine/credentialData';
import type { LiveTrigger } from '../support/engine/liveTrigger';
import { logEntries } from '../support/engine/n8nInstance';
import { advanceClock, checkConstantly, createTestWorkflow } from '../support/engine/testWorkflow';
import { startPublicAddress } from '../support/publicAddress';
import { waitFor } from '../support/waitFor';

const workflow = createTestWorkflow();
let control: BankControl;
let trigger: LiveTrigger;

beforeEach(() => {
	({ control, trigger } = workflow);
});

async function ownWebhooks() {
	return (await control.webhooks()).filter(({ url }) =>
		[trigger.url, trigger.testUrl].includes(url),
	);
}

/** The only webhook gets another URL at the service, by default that of somebody else; resolves with it. */
async function changeWebhookUrl(webhook = 'https://shop.example.com/bank') {
	const [{ id }] = await control.webhooks();
	await axios.put(
		`${workflow.bank.url}/v2/webhooks/${id}`,
		{ webhook, secure_token: 'theirs' },
		{ headers: { Authorization: `Apikey ${workflow.bank.apiKey}` }, proxy: false },
	);
	return (await control.webhooks())[0];
}

function warnings(): string {
	return JSON.stringify(logEntries('warn'));
}

async function getMaxWebhooks(url = trigger.url) {
	const history = (await control.webhookHistory()).filter((change) => change.url === url);
	return Math.max(0, ...history.map(({ webhooksWithThisUrl }) => webhooksWithThisUrl));
}

describe('activation', () => {
	it.each([
		['incoming', true],
		['outgoing', false],
		['all', false],
	])(
		'leaves one webhook with our URL and a long token (Trigger On: %s)',
		async (triggerOn, incomeOnly) => {
			trigger.parameters = { triggerOn };
			await trigger.activate();
			const secureToken = expect.stringMatching(/^[0-9a-f]{64}$/);
			expect(await control.webhooks()).toMatchObject([
				{ url: trigger.url, incomeOnly, secureToken },
			]);
		},
	);

	it('uses a different token for every URL and every API key', async () => {
		await trigger.activate();
		await trigger.startTestRun();
		const tokens = (await control.webhooks()).map(({ secureToken }) => secureToken);
		expect(new Set(tokens).size).toBe(2);
		expect(tokens.join()).not.toContain(workflow.credential.apiKey);
		await trigger.stopTestRun();
	});

	it('keeps the one webhook if n8n starts under another address, and then under the former one', async () => {
		checkConstantly();
		await trigger.activate();
		const [{ id }] = await control.webhooks();
		for (const host of ['localhost', '127.0.0.1']) {
			trigger.moveTo(host);
			await trigger.restart();
			await waitFor(async () =>
				expect(await control.webhooks()).toMatchObject([{ id, url: trigger.url }]),
			);
			await workflow.waitUntilQuiet();
		}
	});

	it('leaves a webhook alone whose ID now belongs to another URL and registers its own', async () => {
		await trigger.activate();
		const foreign = await changeWebhookUrl();
		await trigger.activate('init');
		await waitFor(async () => expect(await ownWebhooks()).toHaveLength(1));
		expect(await control.webhooks()).toContainEqual(foreign);
	});

	it('keeps its webhook if the service writes the URL in another form later, and removes it in the end', async () => {
		await trigger.activate();
		const { id } = await changeWebhookUrl(`${trigger.url}/`);
		await trigger.activate('init');
		await waitFor(async () =>
			expect(await control.webhooks()).toMatchObject([{ id, url: trigger.url }]),
		);
		await changeWebhookUrl(`${trigger.url}/`);
		await trigger.deactivate();
		expect(await control.webhooks()).toEqual([]);
	});

	it('leaves one webhook if the answer to the first attempt was lost', async () => {
		await control.fault({ method: 'POST', path: '/v2/webhooks', kind: 'reset', carriedOut: true });
		await expect(trigger.activate()).rejects.toThrow('was lost');
		await trigger.activate();
		expect(await control.webhooks()).toHaveLength(1);
		expect(await getMaxWebhooks()).toBe(1);
	});

	it.each([
		['status', 500],
		['status', 400],
		['html', undefined],
		['garbage', undefined],
	] as const)(
		'says so at each check after a start if the service answers %s %s, and registers nothing twice',
		async (kind, status) => {
			checkConstantly();
			await trigger.activate();
			await control.fault({ method: 'GET', path: '/v2/webhooks', kind, status, times: null });
			await trigger.activate('init');
			const failures = () => warnings().split('The webhook could not be renewed: ').length - 1;
			await waitFor(() => expect(failures()).toBeGreaterThan(1));
			const [{ id }] = await control.webhooks();
			await control.pauseWebhook(id);
			await control.clearFaults();
			await waitFor(async () =>
				expect(await control.webhooks()).toMatchObject([{ id, paused: false }]),
			);
			expect(await getMaxWebhooks()).toBe(1);
		},
	);

	it.each(['activate', 'startTestRun'] as const)(
		'registers nothing if the credential contains no key (%s)',
		async (start) => {
			trigger.credential.apiKey = '';
			await expect(trigger[start]()).rejects.toMatchObject({
				message:
					"The credential contains no API key. Enter the key in the credential 'Bank Transactions API'.",
				description: undefined,
			});
			const refused = (await control.requests()).filter(({ status }) => status === 401);
			expect(refused).toEqual([]);
			expect(await control.webhooks()).toEqual([]);
		},
	);

	it('registers no second webhook if those with our URL cannot be removed', async () => {
		await trigger.activate();
		await trigger.kill();
		trigger.staticData = {};
		await workflow.refuse({ method: 'DELETE', status: 500 });
		await trigger.activate('init');
		await waitFor(() => expect(warnings()).toContain('The webhook could not be renewed: '));
		expect(await control.webhooks()).toHaveLength(1);
		expect(warnings()).not.toContain('The check for missed transactions failed');
	});

	it('names the credential if the key is refused', async () => {
		trigger.credential.apiKey = 'wrong';
		await expect(trigger.activate()).rejects.toMatchObject({
			message: expect.stringMatching(
				/^The service does not accept the API key\. Open the credential .+ \(HTTP 401, .+\)\.$/,
			),
			httpCode: '401',
			description: undefined,
		});
	});

	it('advises nothing that a trigger does not have if the service is not available', async () => {
		await control.fault({ kind: 'status', status: 503, times: null });
		await expect(trigger.activate()).rejects.toMatchObject({
			httpCode: '503',
			message: expect.stringMatching(/^The service could not .+\. Try again later\. \(/),
		});
	});

	it('never shows the token, not even if the service repeats it', async () => {
		await control.settings({ param2: 'token' });
		await trigger.activate();
		const [{ secureToken }] = await control.webhooks();
		await control.fault({
			method: 'PUT',
			kind: 'status',
			status: 400,
			body: JSON.stringify({ error: 7, message: `bad token ${secureToken}`, data: null }),
		});
		await trigger.activate('init');
		await waitFor(() => expect(warnings()).toContain('code 7'));
		expect(warnings()).not.toContain(secureToken);
	});
});

describe('a credential that now belongs to another account', () => {
	let other: Bank;
	let leftover: string;

	beforeEach(async () => {
		other = await startBank({ seed: 2 });
		await trigger.activate();
		const [{ id, url }] = await control.webhooks();
		leftover = `may still exist (ID ${id}, URL ${url})`;
		Object.assign(trigger.credential, toCredentialData(other));
	});

	afterEach(async () => {
		await trigger.close();
		await other.close();
	});

	it('registers there at a start, and names the webhook that stays', async () => {
		await trigger.kill();
		await trigger.activate('init');
		await waitFor(async () =>
			expect(await other.control.webhooks()).toMatchObject([{ url: trigger.url }]),
		);
		expect(warnings()).toContain(leftover);
	});

	it('names the webhook that stays when the workflow is deactivated', async () => {
		await trigger.deactivate();
		expect(warnings()).toContain(leftover);
	});

	it.each([404, 500])(
		'names the webhook that may stay if the service answers %i when asked for the account',
		async (status) => {
			await other.control.fault({ path: '/v2/userInfo', kind: 'status', status, times: null });
			await trigger.deactivate();
			expect(warnings()).toMatch(/may still exist[^]*\(ID \d+, URL http/);
		},
	);
});

describe('an address that the service cannot reach', () => {
	// An address of the documentation range: nothing answers there.
	const publicService = 'https://192.0.2.1';

	it.each([
		['is not public', 'localhost', /^The service cannot reach n8n at .+\. Set .*WEBHOOK_URL/],
		['is called without https', 'n8n.example.com', /does not use https, .+\. Serve n8n over https/],
	])('is refused before any request if it %s', async (_name, host, message) => {
		trigger.credential.baseUrl = publicService;
		trigger.moveTo(host);
		await expect(trigger.activate()).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringMatching(message),
			description: undefined,
		});
	});
});

describe('deactivation', () => {
	it('removes the webhook although the expression of Delivery fails by then', async () => {
		const delivery = `={{ Date.now() < ${Date.now() + 60_000} ? 'webhook' : $('None').first() }}`;
		trigger.parameters = { delivery };
		await trigger.activate();
		expect(await control.webhooks()).toHaveLength(1);
		advanceClock(60_000);
		await trigger.deactivate();
		expect(await control.webhooks()).toEqual([]);
	});

	it('removes our webhook and nothing else', async () => {
		const foreign = await control.addWebhook({
			url: 'https://shop.example.com/bank',
			secureToken: 'theirs',
			incomeOnly: true,
		});
		await trigger.activate();
		await trigger.deactivate();
		expect(await control.webhooks()).toEqual([foreign]);
	});

	it('removes our webhook if its ID is no longer known', async () => {
		await trigger.activate();
		await trigger.kill();
		trigger.staticData = {};
		await trigger.deactivate();
		expect(await control.webhooks()).toHaveLength(0);
		expect(warnings()).toBe('[]');
	});

	it.each([
		{ isHidden: false, hasMoved: false },
		{ isHidden: true, hasMoved: false },
		{ isHidden: true, hasMoved: true },
	])(
		'removes our webhook with another key of the same account: %j',
		async ({ isHidden, hasMoved }) => {
			// The first check would find that the key has changed, and log it.
			jest.replaceProperty(timing, 'emitDelayMs', 60_000);
			await trigger.activate();
			await workflow.renewApiKey();
			if (hasMoved) trigger.moveTo('localhost');
			// The service does not say to whom a key belongs.
			if (isHidden) await workflow.refuse({ path: '/v2/userInfo', status: 404 });
			await trigger.deactivate();
			expect(await control.webhooks()).toHaveLength(0);
			expect(warnings()).toBe('[]');
		},
	);

	it('leaves a webhook alone whose ID now belongs to another URL', async () => {
		await trigger.activate();
		const foreign = await changeWebhookUrl();
		await trigger.deactivate();
		expect(await control.webhooks()).toEqual([foreign]);
		expect(warnings()).toBe('[]');
	});

	it.each(['404', 'error', 'null'] as const)(
		'succeeds if the webhook is already gone and the service answers %s',
		async (unknownId) => {
			await control.settings({ unknownId });
			await trigger.activate();
			const [{ id }] = await control.webhooks();
			await control.removeWebhook(id);
			await expect(trigger.deactivate()).resolves.toBeUndefined();
			expect(await control.webhooks()).toHaveLength(0);
			expect(warnings()).toBe('[]');
		},
	);

	it('does not ask whose key it is if the webhook is already gone and the key is the same', async () => {
		// The requests of a check would count.
		jest.replaceProperty(timing, 'emitDelayMs', 60_000);
		await trigger.activate();
		const [{ id }] = await control.webhooks();
		await control.removeWebhook(id);
		await control.clearLogs();
		await trigger.deactivate();
		const paths = (await control.requests()).map(({ path }) => path);
		expect(paths).not.toEqual([]);
		expect(paths).not.toContain('/v2/userInfo');
	});

	it('never throws, and names the webhook that it could not remove', async () => {
		await trigger.activate();
		const [{ id }] = await control.webhooks();
		await workflow.refuse({ method: 'DELETE', status: 401 });
		await trigger.deactivate();
		expect(logEntries('error')).toEqual([]);
		expect(warnings()).toMatch(new RegExp(`\\b${id}\\b[^]*${trigger.url}`));
		expect(warnings()).toContain("credential 'Bank Transactions API'");
		await control.clearFaults();
		await trigger.activate();
		await trigger.deactivate();
		expect(await control.webhooks()).toHaveLength(0);
	});

	it('names the URL of the webhook that it could not remove if its ID is not known', async () => {
		await trigger.activate();
		await trigger.kill();
		trigger.staticData = {};
		await workflow.refuse({ method: 'DELETE', status: 500 });
		await trigger.deactivate();
		expect(warnings()).toContain(`(URL ${trigger.url})`);
	});

	it('removes our webhook even if the service can no longer call n8n', async () => {
		await trigger.activate();
		const service = await startPublicAddress(workflow.bank.url);
		try {
			trigger.credential.baseUrl = service.url;
			trigger.moveTo('n8n.internal');
			await trigger.deactivate();
			expect(await control.webhooks()).toHaveLength(0);
		} finally {
			await service.close();
		}
	});

	it('leaves nothing if the answer to a removal was lost', async () => {
		await trigger.activate();
		await control.fault({ method: 'DELETE', kind: 'reset', carriedOut: true });
		await trigger.deactivate();
		expect(logEntries('error')).toEqual([]);
		expect(await control.webhooks()).toHaveLength(0);
	});
});

it('never holds two webhooks over ten rounds of activate, publish, restart and deactivate', async () => {
	for (let round = 0; round < 10; round++) {
		await trigger.activate();
		const triggerOn = round % 2 ? 'all' : 'incoming';
		await trigger.publish({ parameters: { triggerOn } });
		expect(await control.webhooks()).toMatchObject([{ incomeOnly: triggerOn === 'incoming' }]);
		await trigger.restart();
		expect(await control.webhooks()).toHaveLength(1);
		await trigger.deactivate();
		expect(await control.webhooks()).toHaveLength(0);
	}
	expect(await getMaxWebhooks()).toBe(1);
});
