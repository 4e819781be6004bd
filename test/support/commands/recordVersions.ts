/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a command for developers; it never runs inside n8n */
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { repositoryFolder } from '../folders';
import { installN8n } from '../n8n/install';
import {
	addRun,
	countPassed,
	findTable,
	readTestedVersions,
	recordFile,
	renderTable,
	tableFile,
	type JestResult,
} from '../n8n/testedVersions';

const run = promisify(execFile);

/**
 * Enters a run of the end-to-end tests with the n8n that N8N_VERSION names in the record and in the table
 * of the documentation. The file is what jest wrote with `--json`. Throws an Error unless every test passed.
 */
async function recordVersion(resultFile: string): Promise<void> {
	const { version, node } = await installN8n((line) => void process.stdout.write(`${line}\n`));
	const nodeVersion = (await run(node, ['--version'])).stdout.trim().replace(/^v/, '');
	const files = await readdir(path.join(repositoryFolder, 'test/e2e'));
	const testFiles = files.filter((file) => file.endsWith('.test.ts')).length;
	const result = JSON.parse(await readFile(resultFile, 'utf8')) as JestResult;
	const tests = countPassed(result, testFiles);
	const date = new Date().toISOString().slice(0, 10);
	const records = addRun(readTestedVersions(), { n8n: version, node: nodeVersion, tests, date });
	const document = await readFile(tableFile, 'utf8');
	const table = renderTable(records);
	await writeFile(recordFile, `${JSON.stringify(records, null, '\t')}\n`);
	await writeFile(tableFile, document.replace(findTable(document), table));
	process.stdout.write(`${table}\n`);
}

recordVersion(process.argv[2]).catch((error: Error) => {
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
});
