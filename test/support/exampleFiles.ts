/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { INode } from 'n8n-workflow';
import type { Credential, WorkflowInput } from './n8n/editor';
import { repositoryFolder } from './folders';

const folder = path.join(repositoryFolder, 'examples');

/** The names of the example workflows, without the ending of their files. */
export async function exampleNames(): Promise<string[]> {
	return (await readdir(folder)).map((file) => path.basename(file, '.json'));
}

/** Reads an example workflow from its file. */
export async function readExample(name: string): Promise<WorkflowInput> {
	return JSON.parse(await readFile(path.join(folder, `${name}.json`), 'utf8')) as WorkflowInput;
}

/** Nodes that get a webhook ID from the editor if they have none when they are imported. */
const withWebhook = /\.(bankTransactionsTrigger|chatTrigger|form|mcpTrigger|wait)$/;

/** Gets a new one even if it has one. */
const FORM_TRIGGER = 'n8n-nodes-base.formTrigger';

/**
 * An imported example after the user has selected the credential in our nodes. Like the editor's import,
 * it has lost its time zone.
 */
export async function importedExample(
	name: string,
	credential: Credential,
): Promise<WorkflowInput> {
	const example = await readExample(name);
	const settings = { ...example.settings, timezone: undefined };
	return selectCredential({ ...example, settings }, credential);
}

/** Returns a workflow after the user has selected the credential in our nodes. */
export function selectCredential(
	workflow: WorkflowInput,
	{ id, name, type }: Credential,
): WorkflowInput {
	const credentials = { [type]: { id, name } };
	const nodes = workflow.nodes.map((node) => ({
		...node,
		...(needsWebhookId(node) && { webhookId: randomUUID() }),
		...(node.type.includes('bankTransactions') && { credentials }),
	}));
	return { ...workflow, nodes };
}

function needsWebhookId({ type, webhookId }: INode): boolean {
	if (type === FORM_TRIGGER) return true;
	return webhookId === undefined && withWebhook.test(type);
}
