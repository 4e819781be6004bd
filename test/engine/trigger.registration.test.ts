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

/** Somebody gives the only webhook another URL; resolves with it. */
async function giveWebhookAway() {
	const [{ id }] = await control.webhooks();
	await axios.put(
		`${workflow.bank.url}/v2/webhooks/${id}`,
		{ webhook: 'https://shop.example.com/bank', secure_token: 'theirs' },
		{ headers: { Authorization: `Apikey ${workflow.bank.apiKey}` }, proxy: false },
	);
	return (await control.webhooks())[0];
}

/** A check may use the former key in the moment before the new one is entered, and would say so. */
const withoutCatchUp = { options: { catchUp: false } };

/** The service does not say to whom a key belongs. */
async function hideAccount() {
	await workflow.refuse({ path: '/v2/userInfo', status: 404 });
}

/** The first check would find that the key has changed, and log it. */
function delayChecks() {
	jest.replaceProperty(timing, 'emitDelayMs', 60_000);
}

function warnings(): string {
	return JSON.stringify(logEntries('warn'));
}

async function getMaxWebhooks(url = trigger.url) {
	const history = (await control.webhookHistory()).filter((change) => change.url === url);
	return Math.max(0, ...history.map(({ webhooksWithThisUrl }) => webhooksWithThisUrl));
}

describe('activation', () => {
	it('leaves one webhook with our URL, a token of 32 random bytes and incoming money only', async () => {
		await trigger.activate();
		const webhooks = await control.webhooks();
		expect(webhooks).toHaveLength(1);
		expect(webhooks[0]).toMatchObject({ url: trigger.url, incomeOnly: true });
		expect(webhooks[0].secureToken).toMatch(/^[0-9a-f]{64}$/);
	});

	it.each(['outgoing', 'all'])(
		'asks for all transactions if Trigger On is %s',
		async (triggerOn) => {
			trigger.parameters = { triggerOn };
			await trigger.activate();
			expect((await control.webhooks())[0].incomeOnly).toBe(false);
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

	it('takes over the webhook under our URL if static data was lost, and never holds two', async () => {
		await trigger.activate();
		trigger.staticData = {};
		await trigger.activate('init');
		expect(await control.webhooks()).toHaveLength(1);
		expect(await getMaxWebhooks()).toBe(1);
	});

	it.each(['404', 'error', 'null'] as const)(
		'recognizes a deleted webhook if the service answers an unknown ID with %s',
		async (unknownId) => {
			await control.settings({ unknownId });
			await trigger.activate();
			const [{ id }] = await control.webhooks();
			await control.removeWebhook(id);
			await trigger.activate('init');
			await waitFor(async () => expect(await ownWebhooks()).toHaveLength(1));
		},
	);

	it('moves the webhook if the address of n8n has changed', async () => {
		await trigger.activate();
		const [before] = await control.webhooks();
		trigger.moveTo('localhost');
		await trigger.activate('init');
		const { id } = before;
		await waitFor(async () =>
			expect(await control.webhooks()).toMatchObject([{ id, url: trigger.url }]),
		);
		expect(trigger.url).not.toBe(before.url);
		await trigger.deactivate();
		expect(await control.webhooks()).toHaveLength(0);
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

	it('updates the webhook if Trigger On has changed', async () => {
		await trigger.activate();
		await trigger.publish({ parameters: { triggerOn: 'all' } });
		const webhooks = await control.webhooks();
		expect(webhooks).toHaveLength(1);
		expect(webhooks[0].incomeOnly).toBe(false);
	});

	it('reactivates a webhook that the service paused', async () => {
		await trigger.activate();
		const [{ id }] = await control.webhooks();
		await control.pauseWebhook(id);
		await trigger.activate('init');
		await waitFor(async () => expect((await control.webhooks())[0].paused).toBe(false));
	});

	it('leaves a webhook alone whose ID now belongs to another URL and registers its own', async () => {
		await trigger.activate();
		const foreign = await giveWebhookAway();
		await trigger.activate('init');
		await waitFor(async () => expect(await ownWebhooks()).toHaveLength(1));
		expect(await control.webhooks()).toContainEqual(foreign);
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

	it.each([{}, { delivery: 'polling' }])(
		'names the webhook that stays when the workflow is published with %j',
		async (parameters) => {
			await trigger.publish({ parameters });
			expect(warnings()).toContain(leftover);
		},
	);

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

	it.each(['localhost', '127.0.0.1', '10.1.2.3', '192.168.0.10', '172.20.0.2', '[::1]', 'n8n'])(
		'is refused before any request: %s',
		async (host) => {
			trigger.credential.baseUrl = publicService;
			trigger.moveTo(host);
			await expect(trigger.activate()).rejects.toMatchObject({
				name: 'NodeOperationError',
				message: expect.stringMatching(/^The service cannot reach n8n at .+\. Set .*WEBHOOK_URL/),
				description: undefined,
			});
		},
	);

	it('is refused if the token would be sent unencrypted', async () => {
		trigger.credential.baseUrl = publicService;
		trigger.moveTo('n8n.example.com');
		await expect(trigger.activate()).rejects.toMatchObject({
			message: expect.stringMatching(/does not use https, .+\. Serve n8n over https/),
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

	it('removes our webhook if the address of n8n has changed', async () => {
		await trigger.activate();
		trigger.moveTo('localhost');
		await trigger.deactivate();
		expect(await control.webhooks()).toHaveLength(0);
	});

	it.each([200, 404])(
		'removes our webhook with another key of the same account if the service answers %i when asked for it',
		async (status) => {
			delayChecks();
			trigger.parameters = withoutCatchUp;
			await trigger.activate();
			await workflow.renewApiKey();
			if (status === 404) await hideAccount();
			await trigger.deactivate();
			expect(await control.webhooks()).toHaveLength(0);
			expect(warnings()).toBe('[]');
		},
	);

	it('removes our webhook with another key, even if the address of n8n has changed too', async () => {
		delayChecks();
		trigger.parameters = withoutCatchUp;
		await trigger.activate();
		await workflow.renewApiKey();
		trigger.moveTo('localhost');
		await hideAccount();
		await trigger.deactivate();
		expect(await control.webhooks()).toHaveLength(0);
		expect(warnings()).toBe('[]');
	});

	it('leaves a webhook alone whose ID now belongs to another URL', async () => {
		await trigger.activate();
		const foreign = await giveWebhookAway();
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
		delayChecks();
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
		await workflow.refuse({ method: 'DELETE', status: 500 });
		await trigger.deactivate();
		expect(logEntries('error')).toEqual([]);
		expect(warnings()).toMatch(new RegExp(`\\b${id}\\b[^]*${trigger.url}`));
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

	it('names the webhook that stays if the key was revoked', async () => {
		await trigger.activate();
		await control.settings({ keyRevoked: true });
		await trigger.deactivate();
		expect(logEntries('error')).toEqual([]);
		expect(warnings()).toContain(trigger.url);
		expect(warnings()).toContain("credential 'Bank Transactions API'");
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
		await trigger.publish({ parameters: { triggerOn: round % 2 ? 'all' : 'incoming' } });
		await trigger.restart();
		expect(await control.webhooks()).toHaveLength(1);
		await trigger.deactivate();
		expect(await control.webhooks()).toHaveLength(0);
	}
	expect(await getMaxWebhooks()).toBe(1);
});
