/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { n8n } from '../../package.json';
import { repositoryFolder } from '../support/folders';
import { median } from './statistics';

const tries = 9;
const run = promisify(execFile);

/** What our classes require and n8n has loaded before any package. */
const libraries = ['n8n-workflow', 'luxon'];

/** Measures how many milliseconds n8n, which has the libraries, takes to load the classes as built. */
export async function measureLoading(node: string): Promise<number> {
	const files = [...n8n.credentials, ...n8n.nodes].map((file) => path.join(repositoryFolder, file));
	const program = `
		for (const library of ${JSON.stringify(libraries)}) require(library);
		const started = performance.now();
		for (const file of ${JSON.stringify(files)}) require(file);
		process.stdout.write(String(performance.now() - started));`;
	const times: number[] = [];
	for (let attempt = 0; attempt < tries; attempt++) {
		const { stdout } = await run(node, ['--eval', program], { cwd: repositoryFolder });
		times.push(Number(stdout));
	}
	return median(times);
}
