/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exampleNames, importedExample } from '../support/exampleFiles';
import type { Workflow, WorkflowInput } from '../support/n8n/editor';
import { runN8nCommand } from '../support/n8n/n8nCommand';
import { useTestInstance } from '../support/n8n/testInstance';
import { hasPassed, triggerWorkflow } from '../support/n8n/workflows';
import { waitUntil } from '../support/waitFor';

// The tests run in order: each continues where the one before it ended.
const instance = useTestInstance();

/** Imports a workflow with n8n's own command, beside the running n8n. */
async function importFile(id: string, input: WorkflowInput): Promise<Workflow> {
	const { editor, installation, userFolder } = instance;
	const file = path.join(userFolder, `${id}.json`);
	await writeFile(file, JSON.stringify({ ...input, id, active: false }));
	await runN8nCommand(installation, userFolder, ['import:workflow', `--input=${file}`]);
	return await editor.workflow(id);
}

it('publishes a trigger without a webhook ID that polls, and finds a transaction', async () => {
	const { control, editor } = instance;
	const polling = { delivery: 'polling', interval: 0.05 };
	const { nodes, ...input } = triggerWorkflow(polling, instance.credential);
	const withoutId = nodes.map((node) => ({ ...node, webhookId: undefined }));
	const imported = await importFile('withoutWebhookId', { ...input, nodes: withoutId });
	expect(imported.nodes[0].webhookId).toBeUndefined();
	await editor.activate(imported);
	await editor.waitForExecution(imported.id, ({ mode }) => mode === 'trigger');
	const { transaction } = await control.transfer({ amount: 1_000, description: 'DH1042' });
	await editor.waitForExecution(imported.id, hasPassed(transaction.id));
	await editor.deactivate(imported);
	await editor.deleteWorkflow(imported);
}, 120_000);

it('sends an event to each example with the trigger', async () => {
	const { control, credential, editor } = instance;
	const examples = await Promise.all(
		(await exampleNames()).map(async (name) => await importedExample(name, credential)),
	);
	for (const [index, example] of examples.entries()) {
		const trigger = example.nodes.find(({ type }) => type.endsWith('.bankTransactionsTrigger'));
		if (trigger === undefined) continue;
		const imported = await importFile(`example${index}`, example);
		await editor.activate(imported);
		const [{ url }] = await control.webhooks();
		expect(url).toBe(`${instance.n8n.url}/webhook/${trigger.webhookId}/webhook`);
		const { transaction } = await control.transfer({ amount: 120_000, description: 'DH2077' });
		const isStarted = hasPassed(transaction.id, trigger.name);
		expect((await editor.waitForExecution(imported.id, isStarted)).mode).toBe('webhook');
		await editor.deactivate(imported);
		await editor.deleteWorkflow(imported);
	}
}, 180_000);

it('warns if WEBHOOK_URL leads to a path that n8n does not know', async () => {
	const { control, editor, n8n } = instance;
	const warning = 'n8n does not know the webhook URL of this trigger';
	const input = triggerWorkflow({ triggerOn: 'all' }, instance.credential);
	const workflow = await editor.activate(await editor.createWorkflow(input));
	await instance.restart('stop', { webhookUrl: `${n8n.url}/webhook/` });
	const [{ url, secureToken }] = await waitUntil(
		'the webhook has the new URL',
		async () => await control.webhooks(),
		([webhook]) => webhook.url.includes('/webhook/webhook/'),
	);
	await waitUntil(
		'the trigger warns about its URL',
		() => instance.n8n.log().split(warning).length - 1,
		(count) => count === 1,
		{ timeoutMs: 30_000 },
	);
	expect(instance.n8n.log()).toContain(`${warning}, ${url}`);
	expect(instance.n8n.log()).not.toContain(secureToken);
	const executions = await editor.executions(workflow.id);
	expect(executions.filter(({ mode }) => mode === 'webhook')).toEqual([]);
	await instance.restart('stop', { webhookUrl: `${n8n.url}/` });
	await editor.deactivate(workflow);
	await editor.deleteWorkflow(workflow);
}, 240_000);
