/* eslint-disable @n8n/community-nodes/no-restricted-globals -- test code, which never runs inside a node */
import type { FastifyReply } from 'fastify';
import { sleep } from 'n8n-workflow';

import { timing } from '../../nodes/BankTransactionsTrigger/timing';
import { requestLimits } from '../../nodes/shared/http/retry';
import { logEntries } from '../support/engine/n8nInstance';
import { ReverseProxy } from '../support/engine/reverseProxy';
import { createCatchUpWorkflow } from '../support/engine/testWorkflow';
import { waitFor } from '../support/waitFor';

const workflow = createCatchUpWorkflow();
let proxy: ReverseProxy;

beforeEach(async () => {
	jest.replaceProperty(timing, 'addressRetestMs', 20);
	jest.replaceProperty(requestLimits, 'timeoutMs', 2_000);
	proxy = await new ReverseProxy(workflow.trigger.baseUrl).listen();
	workflow.trigger.baseUrl = proxy.url;
});

afterEach(async () => {
	await workflow.trigger.close();
	await proxy.close();
});

const getToken = async () => (await workflow.getWebhook()).secureToken;
const events = () => workflow.trigger.runs.stored.filter(({ mode }) => mode === 'webhook');

/** Waits until the address has been tested this often, and for more checks. */
async function waitForTests(count: number) {
	await waitFor(() => expect(proxy.calls.length).toBeGreaterThanOrEqual(count));
	await workflow.waitForChecks();
	expect(proxy.calls).toHaveLength(count);
}

const n8nNotFound = {
	code: 404,
	message: 'The requested webhook "POST 1/webhook" is not registered.',
};

describe('the test of its own address', () => {
	it('sends one empty event with the token after publishing, which starts no execution', async () => {
		await workflow.trigger.activate();
		await waitForTests(1);
		const [{ path, headers, body }] = proxy.calls;
		expect(`${proxy.url}${path}`).toBe(workflow.trigger.url);
		expect(headers['secure-token']).toBe(await getToken());
		expect(body).toEqual({ error: 0, data: [] });
		expect(events()).toEqual([]);
		expect(workflow.warnings).toEqual([]);
	});

	it.each(['webhook', 'trigger', 'triggerEarlier'] as const)(
		'sends one event if n8n registers the webhook and starts the trigger at the same time (first: %s)',
		async (first) => {
			await workflow.trigger.activateInBackground('activate', first);
			await waitForTests(1);
			expect(workflow.warnings).toEqual([]);
		},
	);

	it('warns if n8n does not know the URL, because WEBHOOK_URL is wrong', async () => {
		workflow.trigger.baseUrl = `${proxy.url}/webhook`;
		await workflow.trigger.activate();
		await waitForTests(2);
		expect(workflow.warnings).toEqual([
			expect.stringContaining(`n8n does not know the webhook URL of this trigger`),
		]);
		const [warning] = workflow.warnings;
		expect(warning).toContain(workflow.trigger.url);
		expect(warning).toMatch(/WEBHOOK_URL .+ no proxy changes the path/);
		expect(warning).toContain('only the checks for missed transactions start the workflow');
		expect(warning).toContain('workflow "Test"');
		expect(warning).not.toContain(await getToken());
	});

	it.each([
		['secure-token', {}],
		['x-bank-token', { secureTokenHeader: 'X-Bank-Token' }],
	])('warns if a proxy drops the header %s', async (dropped, options) => {
		workflow.trigger.parameters = { triggerOn: 'all', options };
		proxy.handle = ({ headers }) => ({ ...headers, [dropped]: undefined });
		await workflow.trigger.activate();
		await waitForTests(2);
		const token = await getToken();
		expect(proxy.calls[0].headers[dropped]).toBe(token);
		const own = workflow.warnings.filter((message) => message.includes('without its token'));
		expect(own).toEqual([
			expect.stringMatching(new RegExp(`forwards the header "${dropped}"`, 'i')),
		]);
		expect(JSON.stringify(logEntries())).not.toContain(token);
	});

	it('says that nothing starts the workflow if Catch Up is off', async () => {
		workflow.trigger.parameters = { triggerOn: 'all', options: { catchUp: false } };
		workflow.trigger.baseUrl = `${proxy.url}/webhook`;
		await workflow.trigger.activate();
		await waitFor(() =>
			expect(workflow.warnings).toEqual([
				expect.stringContaining('so transactions do not start the workflow'),
			]),
		);
	});

	it('says nothing if n8n only answers the URL a moment later', async () => {
		proxy.handle = async ({ headers }, reply) => {
			if (proxy.calls.length > 1) return headers;
			await reply.code(404).send(n8nNotFound);
			return undefined;
		};
		await workflow.trigger.activate();
		await waitForTests(2);
		expect(workflow.warnings).toEqual([]);
	});

	it.each<[string, (reply: FastifyReply) => unknown]>([
		['HTTP 404 with a page', (reply) => reply.code(404).type('text/html').send('<h1>404</h1>')],
		['HTTP 404 with other JSON', (reply) => reply.code(404).send({ message: 'Not Found' })],
		['HTTP 401 with other JSON', (reply) => reply.code(401).send({ message: 'unauthorized' })],
		['a redirect', (reply) => reply.redirect(`${proxy.url}/other`, 307)],
		["n8n's words with HTTP 200", (reply) => reply.send(n8nNotFound)],
		['nothing', (reply) => reply.hijack()],
		['one byte after the other', trickle],
		['a closed connection', (reply) => reply.raw.destroy()],
	])('says nothing if the answer is %s, and checks go on', async (_name, answer) => {
		proxy.handle = async (_call, reply) => {
			await answer(reply);
			return undefined;
		};
		await workflow.trigger.activate();
		await waitForTests(1);
		expect(workflow.warnings).toEqual([]);
		await workflow.expectPassed(await workflow.loseTransfers(1000));
	});

	it('says nothing if the workflow is unpublished before the second attempt', async () => {
		jest.replaceProperty(timing, 'addressRetestMs', 300);
		workflow.trigger.baseUrl = `${proxy.url}/webhook`;
		await workflow.trigger.activate();
		await waitFor(() => expect(proxy.calls).toHaveLength(1));
		await workflow.trigger.deactivate();
		await sleep(600);
		expect(proxy.calls).toHaveLength(1);
		expect(workflow.warnings).toEqual([]);
	});

	it('is repeated after another publication or at another address, but not at a start', async () => {
		await workflow.trigger.activate();
		await waitForTests(1);
		await workflow.trigger.restart();
		await waitForTests(1);
		await workflow.trigger.publish();
		await waitForTests(2);
		workflow.trigger.moveTo('localhost');
		await workflow.trigger.restart();
		await waitForTests(3);
		expect(proxy.calls[2].headers.host).toContain('localhost');
	});

	it('finds the URL unknown that n8n has given up, once the trigger registers it itself', async () => {
		await workflow.refuse({ method: 'POST', path: '/v2/webhooks' });
		proxy.handle = async (_call, reply) => {
			await reply.code(404).send(n8nNotFound);
			return undefined;
		};
		await expect(workflow.trigger.activateInBackground('activate')).rejects.toThrow();
		await workflow.control.clearFaults();
		await waitFor(() =>
			expect(workflow.warnings.join()).toContain(
				'n8n does not know the webhook URL of this trigger',
			),
		);
	});

	it('is left out with polling', async () => {
		workflow.trigger.parameters = { triggerOn: 'all', delivery: 'polling' };
		await workflow.activate();
		expect(proxy.calls).toEqual([]);
	});

	it('is left out in a test run', async () => {
		workflow.trigger.baseUrl = `${proxy.url}/webhook`;
		await workflow.trigger.startTestRun();
		await sleep(300);
		await workflow.trigger.stopTestRun();
		expect(proxy.calls).toEqual([]);
		expect(workflow.warnings).toEqual([]);
	});
});

/** Sends headers at once, and then a byte every tenth of a second. */
function trickle(reply: FastifyReply) {
	reply.hijack();
	reply.raw.writeHead(404, { 'Content-Type': 'application/json' });
	const timer = setInterval(() => reply.raw.write(' '), 100);
	reply.raw.on('close', () => clearInterval(timer));
}
