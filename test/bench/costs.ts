/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { repositoryFolder } from '../support/folders';
import { median } from './statistics';

const tries = 9;
const run = promisify(execFile);

/** What the package costs n8n, whether it is used or not. */
export interface CostFigures {
	/** Loading the three classes in n8n, which has the libraries, in milliseconds. */
	loadInN8n: number;
}

interface Manifest {
	n8n: { nodes: string[]; credentials: string[] };
}

/** What our classes require and n8n has loaded before any package. */
const libraries = ['n8n-workflow', 'luxon'];

async function loadTime(node: string, files: string[]): Promise<number> {
	const program = `
		for (const library of ${JSON.stringify(libraries)}) require(library);
		const started = performance.now();
		for (const file of ${JSON.stringify(files)}) require(file);
		process.stdout.write(String(performance.now() - started));`;
	const once = async () =>
		Number((await run(node, ['--eval', program], { cwd: repositoryFolder })).stdout);
	const times: number[] = [];
	for (let attempt = 0; attempt < tries; attempt++) times.push(await once());
	return median(times);
}

/** Measures the built package. */
export async function measureCosts(node: string): Promise<CostFigures> {
	const manifest = await readFile(path.join(repositoryFolder, 'package.json'), 'utf8');
	const { nodes, credentials } = (JSON.parse(manifest) as Manifest).n8n;
	const files = [...credentials, ...nodes].map((file) => path.join(repositoryFolder, file));
	return { loadInN8n: await loadTime(node, files) };
}
