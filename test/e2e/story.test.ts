/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { setTimeout as wait } from 'node:timers/promises';
import axios from 'axios';
import type { INodeParameters } from 'n8n-workflow';
import { getItems, type Workflow } from '../support/n8n/editor';
import type { TransferInput, Webhook } from '../bank/types';
import { useTestInstance } from '../support/n8n/testInstance';
import { waitUntil } from '../support/waitFor';
import { hasPassed, simplified, triggerName, triggerWorkflow } from '../support/n8n/workflows';

// The tests run in order: each continues where the one before it ended.
const instance = useTestInstance();
let workflow: Workflow;
let foreignWebhook: Webhook;
const tokensSeen = new Set<string>();

const webhookUrl = () => `${instance.n8n.url}/webhook/${workflow.nodes[0].webhookId}/webhook`;
const testUrl = () => webhookUrl().replace('/webhook/', '/webhook-test/');

async function findWebhooks(url: string): Promise<Webhook[]> {
	const webhooks = (await instance.control.webhooks()).filter((webhook) => webhook.url === url);
	for (const webhook of webhooks) tokensSeen.add(webhook.secureToken);
	return webhooks;
}

async function getWebhook(): Promise<Webhook> {
	const webhooks = await findWebhooks(webhookUrl());
	expect(webhooks).toHaveLength(1);
	return webhooks[0];
}

/** Counts the executions started by events; those of catching up have another mode. */
async function countExecutions(): Promise<number> {
	const executions = await instance.editor.executions(workflow.id);
	return executions.filter(({ mode }) => mode !== 'trigger').length;
}

/** Makes a transfer; resolves with its record and how our trigger answered, if it was called. */
async function transfer(input: TransferInput) {
	const { transaction, deliveries } = await instance.control.transfer(input);
	const [attempt] = deliveries.find(({ url }) => url === webhookUrl())?.attempts ?? [];
	return { transaction, answer: attempt && { status: attempt.status, body: attempt.body } };
}

/** Resolves when n8n has removed the webhooks of all test runs. */
async function waitForTestRunEnd(): Promise<void> {
	await waitUntil(
		'n8n removes the webhook of the test run',
		async () => await instance.control.webhooks(),
		(webhooks) => webhooks.every(({ url }) => !url.includes('/webhook-test/')),
		{ timeoutMs: 10_000 },
	);
}

async function expectDelivered(input: TransferInput): Promise<void> {
	const before = await countExecutions();
	const { transaction, answer } = await transfer(input);
	expect(answer).toEqual({ status: 200, body: '{"success":true}' });
	const { editor } = instance;
	const execution = await editor.waitForExecution(workflow.id, hasPassed(transaction.id));
	expect(execution).toMatchObject({ mode: 'webhook', status: 'success' });
	expect(getItems(execution, triggerName)).toEqual([simplified(transaction)]);
	expect(await countExecutions()).toBe(before + 1);
}

/** Expects that nothing starts; half a second is much longer than a start takes. */
async function expectNoExecution(during: () => Promise<void>): Promise<void> {
	const before = await countExecutions();
	await during();
	await wait(500);
	expect(await countExecutions()).toBe(before);
}

async function saveAndActivate(parameters: INodeParameters): Promise<void> {
	const [trigger] = workflow.nodes;
	const { editor } = instance;
	const saved = await editor.updateWorkflow(workflow.id, { nodes: [{ ...trigger, parameters }] });
	workflow = await editor.activate(saved);
}

beforeAll(async () => {
	foreignWebhook = await instance.control.addWebhook({ url: 'http://127.0.0.1:9/another-program' });
});

it('registers one webhook with a token of 32 random bytes when the workflow is activated', async () => {
	const { editor, credential } = instance;
	const input = triggerWorkflow({ triggerOn: 'incoming' }, credential);
	workflow = await editor.activate(await editor.createWorkflow(input));
	const webhook = await getWebhook();
	expect(webhook.secureToken).toMatch(/^[0-9a-f]{64}$/);
	expect(webhook.incomeOnly).toBe(true);
});

it('starts one execution with the transaction of a transfer', async () => {
	await expectDelivered({
		amount: 250_000,
		description: 'DH1042 thanh toan',
		counterpartName: 'NGUYEN VAN A',
		counterpartAccount: '8888888888',
	});
});

it('refuses a forged event with 401 and starts nothing', async () => {
	const event = {
		error: 0,
		data: [{ id: 900_001, tid: 'F1', amount: 1, when: '2026-01-31 10:00:00' }],
	};
	const { secureToken } = await getWebhook();
	const forgeries = [
		{ body: event, headers: { 'secure-token': 'f'.repeat(64) } },
		{ body: event, headers: {} },
		{ body: { ...event, secure_token: secureToken }, headers: {} },
		{ body: event, headers: { 'secure-token': '' } },
	];
	await expectNoExecution(async () => {
		for (const { body, headers } of forgeries) {
			const answer = await axios.post(webhookUrl(), body, { headers, validateStatus: null });
			expect(answer.status).toBe(401);
		}
	});
});

it.each(['stop', 'kill'] as const)(
	'keeps its one webhook over a restart by %s',
	async (how) => {
		const before = await getWebhook();
		await instance.restart(how);
		expect((await getWebhook()).id).toBe(before.id);
		await expectDelivered({ amount: 300_000 });
	},
	120_000,
);

it('updates its one webhook when the workflow is saved with other settings', async () => {
	await saveAndActivate({ triggerOn: 'all' });
	expect((await getWebhook()).incomeOnly).toBe(false);
	await expectDelivered({ amount: -70_000, description: 'Tien thue nha' });

	await saveAndActivate({ triggerOn: 'outgoing' });
	expect((await getWebhook()).incomeOnly).toBe(false);
	await expectDelivered({ amount: -80_000 });
	await expectNoExecution(async () => {
		expect((await transfer({ amount: 80_000 })).answer?.status).toBe(200);
	});
});

it('leaves no webhook of its own and all others when it is deactivated', async () => {
	workflow = await instance.editor.deactivate(workflow);
	expect(await instance.control.webhooks()).toEqual([
		expect.objectContaining({ id: foreignWebhook.id, url: foreignWebhook.url }),
	]);
});

/** The workflow in a test run that waits for a transfer. */
function waitingDraft() {
	const nodes = workflow.nodes.map((node) => {
		const parameters = { ...node.parameters, options: { testWithLatest: false } };
		return node.name === triggerName ? { ...node, parameters } : node;
	});
	return { nodes };
}

it('shows an event in a test run of the editor and cleans up afterwards', async () => {
	const { editor, control } = instance;
	expect(await editor.runOnce(workflow.id, triggerName, waitingDraft())).toBeUndefined();
	expect(await findWebhooks(testUrl())).toHaveLength(1);
	const { transaction } = await control.transfer({ amount: -12_000 });
	const execution = await editor.waitForExecution(workflow.id, hasPassed(transaction.id));
	expect(execution.mode).toBe('manual');
	expect(getItems(execution, triggerName)).toEqual([simplified(transaction)]);
	await waitForTestRunEnd();
});

it('cleans up when a user stops a test run', async () => {
	const { editor } = instance;
	await editor.runOnce(workflow.id, triggerName, waitingDraft());
	expect(await findWebhooks(testUrl())).toHaveLength(1);
	await editor.stopListening(workflow.id);
	await waitForTestRunEnd();
});

it.each([
	['with a webhook', {}],
	['with polling', { delivery: 'polling' }],
])('shows the latest transaction in a test run %s, without a transfer', async (_name, more) => {
	const { editor, control, credential } = instance;
	const { transaction } = await control.transfer({ amount: 34_000, deliver: false });
	const input = triggerWorkflow({ triggerOn: 'all', ...more }, credential);
	const { id } = await editor.createWorkflow(input);
	await editor.runOnce(id, triggerName);
	const execution = await editor.waitForExecution(id, ({ mode }) => mode === 'manual');
	expect(getItems(execution, triggerName)).toEqual([simplified(transaction)]);
	await waitForTestRunEnd();
});

it("writes no token and no key to n8n's log", () => {
	const log = instance.n8n.log();
	expect(log).toContain('debug');
	expect(tokensSeen.size).toBeGreaterThanOrEqual(2);
	const leaked = [...tokensSeen, instance.bank.apiKey].filter((secret) => log.includes(secret));
	expect(leaked).toHaveLength(0);
});
