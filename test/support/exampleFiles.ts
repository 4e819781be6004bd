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

/** Whether the editor gives a node another webhook ID when it imports it: a form even if it has one. */
function needsWebhookId({ type, webhookId }: INode): boolean {
	if (webhookId !== undefined) return type.endsWith('.formTrigger');
	return /\.(bankTransactionsTrigger|chatTrigger|form|formTrigger|mcpTrigger|wait)$/.test(type);
}
