/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a command for developers; it never runs inside n8n */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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

/** Runs all end-to-end tests, whatever their outcome, and returns what jest counted. */
async function runTests(): Promise<JestResult> {
	const folder = await mkdtemp(path.join(tmpdir(), 'bank-transactions-versions-'));
	const file = path.join(folder, 'result.json');
	const jest = require.resolve('jest/bin/jest');
	try {
		await once(
			spawn(
				process.execPath,
				[jest, 'test/e2e', '--maxWorkers=2', '--json', `--outputFile=${file}`],
				{
					cwd: repositoryFolder,
					stdio: 'inherit',
				},
			),
			'close',
		);
		return JSON.parse(await readFile(file, 'utf8')) as JestResult;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/**
 * Runs all end-to-end tests with the n8n that N8N_VERSION names, and enters the run in the record
 * and in the table of the documentation. Throws an Error unless every test passed.
 */
async function recordVersion(): Promise<void> {
	const { version, node } = await installN8n((line) => void process.stdout.write(`${line}\n`));
	const nodeVersion = (await run(node, ['--version'])).stdout.trim().replace(/^v/, '');
	const files = await readdir(path.join(repositoryFolder, 'test/e2e'));
	const testFiles = files.filter((file) => file.endsWith('.test.ts')).length;
	const tests = countPassed(await runTests(), testFiles);
	const date = new Date().toISOString().slice(0, 10);
	const records = addRun(readTestedVersions(), { n8n: version, node: nodeVersion, tests, date });
	const document = await readFile(tableFile, 'utf8');
	const table = renderTable(records);
	await writeFile(recordFile, `${JSON.stringify(records, null, '\t')}\n`);
	await writeFile(tableFile, document.replace(findTable(document), table));
	process.stdout.write(`${table}\n`);
}

recordVersion().catch((error: Error) => {
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
});
