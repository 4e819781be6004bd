/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs in Node beside n8n, never inside a node */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { WorkflowInput } from './host/editor';
import { repositoryFolder } from './host/folders';

const folder = path.join(repositoryFolder, 'examples');

/** The names of the example workflows, without the ending of their files. */
export async function exampleNames(): Promise<string[]> {
	return (await readdir(folder)).map((file) => path.basename(file, '.json'));
}

/** An example workflow as its file holds it. */
export async function readExample(name: string): Promise<WorkflowInput> {
	return JSON.parse(await readFile(path.join(folder, `${name}.json`), 'utf8')) as WorkflowInput;
}
