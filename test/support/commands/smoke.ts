/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a command for developers; it never runs inside n8n */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import packageJson from '../../../package.json';

interface Manifest {
	version: string;
	n8n: { credentials: string[]; nodes: string[] };
}

/**
 * Installs the package into an empty folder, from a file or by its name, with the n8n-workflow that
 * n8n would provide, and instantiates every class that it declares. Throws an Error if one is missing.
 */
async function smoke(wanted: string, folder: string): Promise<void> {
	await writeFile(path.join(folder, 'package.json'), '{ "private": true }');
	const peer = `n8n-workflow@${packageJson.devDependencies['n8n-workflow']}`;
	const options = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
	await promisify(execFile)('npm', ['install', wanted, peer, ...options, '--prefix', folder], {
		cwd: folder,
	});
	const installed = path.join(folder, 'node_modules', packageJson.name);
	const text = await readFile(path.join(installed, 'package.json'), 'utf8');
	const { version, n8n } = JSON.parse(text) as Manifest;
	const load = createRequire(path.join(installed, 'package.json'));
	for (const file of [...n8n.nodes, ...n8n.credentials]) {
		const className = path.basename(file).split('.')[0];
		const classes = load(`./${file}`) as Record<
			string,
			new () => { name?: string; description?: { name: string } }
		>;
		const { name, description } = new classes[className]();
		const known = description?.name ?? name;
		if (!known) throw new Error(`${className} in ${file} has no name`);
		process.stdout.write(`${version}: ${known}\n`);
	}
}

async function main([wanted]: string[]): Promise<void> {
	if (!wanted) throw new Error('Give a file or a name: npm run smoke -- <file or package>');
	const folder = await mkdtemp(path.join(tmpdir(), 'bank-transactions-smoke-'));
	try {
		await smoke(/\.tgz$/.test(wanted) ? path.resolve(wanted) : wanted, folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

main(process.argv.slice(2)).catch((error: Error) => {
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
});
