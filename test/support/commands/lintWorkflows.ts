/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a command for developers; it never runs inside n8n */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { repositoryFolder } from '../folders';
import { validateWorkflow } from '../github/validateWorkflow';

/** Validates every GitHub workflow of a folder and prints what it finds. */
async function lintWorkflows(folder: string): Promise<number> {
	const files = await readdir(folder);
	const findings: string[] = [];
	for (const file of files) {
		findings.push(
			...(await validateWorkflow(file, await readFile(path.join(folder, file), 'utf8'))),
		);
	}
	for (const finding of findings) process.stdout.write(`${finding}\n`);
	process.stdout.write(`${files.length} workflows, ${findings.length} findings\n`);
	return files.length > 0 && findings.length === 0 ? 0 : 1;
}

const [folder = path.join(repositoryFolder, '.github/workflows')] = process.argv.slice(2);
void lintWorkflows(folder).then((exitCode) => (process.exitCode = exitCode));
