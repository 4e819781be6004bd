/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runN8nCommand } from '../support/n8n/n8nCommand';
import { triggerName, triggerWorkflow } from '../support/n8n/workflows';
import { waitUntil } from '../support/waitFor';
import { useEditorSetup } from './editorSetup';

const setup = useEditorSetup();

it('publishes a trigger that was imported without a webhook ID after it was moved', async () => {
	const { control, credential, editor, installation, screen, userFolder } = setup;
	const id = 'withoutWebhookId';
	const { nodes, ...input } = triggerWorkflow({}, credential);
	const file = path.join(userFolder, 'workflow.json');
	const withoutId = nodes.map((node) => ({ ...node, webhookId: undefined }));
	await writeFile(file, JSON.stringify({ ...input, id, nodes: withoutId, active: false }));
	await runN8nCommand(installation, userFolder, ['import:workflow', `--input=${file}`]);

	await screen.openWorkflow(id);
	// Opening it is not enough: nothing is saved.
	await expect(editor.activate(await editor.workflow(id))).rejects.toThrow('has no webhook ID');

	await screen.openWorkflow(id);
	await screen.moveNode(triggerName);
	// n8n 1 does not save by itself.
	await screen.page.keyboard.press('Control+s');
	const saved = await waitUntil(
		'the saved trigger has a webhook ID',
		async () => await editor.workflow(id),
		(workflow) => workflow.nodes[0].webhookId !== undefined,
		{ timeoutMs: 30_000 },
	);
	await editor.activate(saved);
	const [{ webhookId }] = saved.nodes;
	expect((await control.webhooks()).map(({ url }) => url)).toEqual([
		`${setup.n8n.url}/webhook/${webhookId}/webhook`,
	]);
}, 120_000);
