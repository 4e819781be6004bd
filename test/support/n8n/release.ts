/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';

/** A release of n8n for the tests. */
export interface Release {
	/** The folder next to this file that pins n8n and its dependencies. */
	folder: string;
	/** The only major release of Node.js that it runs under; absent: any that runs these tests. */
	nodeRelease?: string;
	/** What it needs in its environment, here and now. */
	environment: Record<string, string>;
}

const n8n2 = {
	// n8n's prebuilt add-ons are made for a few releases of Node.js only.
	nodeRelease: '24',
	environment: {
		// It asks a server on the Internet for its list at every start.
		N8N_DISABLED_MODULES: 'mcp-registry',
	},
};

/** The first one is the default. */
const releases: Release[] = [
	{ folder: 'n8n-2.41', ...n8n2 },
	{ folder: 'n8n-2.39', ...n8n2 },
	{
		folder: 'n8n-1.123',
		environment: {
			// The isolated one has no add-on for Node.js 20.
			N8N_EXPRESSION_ENGINE: 'legacy',
			// Without it, n8n mixes up the transactions of its database (docs/trigger.md#conditions).
			DB_SQLITE_POOL_SIZE: '3',
		},
	},
];

/**
 * The release that the environment variable N8N_VERSION names, whole or by its beginning
 * (`1.123.x`); the first one by default.
 * Throws an Error that lists the releases if it is not among them.
 */
export function chosenRelease(wish = process.env.N8N_VERSION ?? ''): Release {
	const beginning = wish.replace(/\.x$/, '');
	const found = releases.find((release) => `${readVersion(release)}.`.startsWith(`${beginning}.`));
	if (beginning === '') return releases[0];
	if (found) return found;
	const known = new Intl.ListFormat('en-GB').format(listPinnedVersions());
	throw new Error(`N8N_VERSION is "${wish}", but only ${known} are pinned for the tests.`);
}

/** The versions of n8n that are pinned for the tests, the default first. */
export function listPinnedVersions(): string[] {
	return releases.map(readVersion);
}

/** The version of n8n that the release pins. */
export function readVersion({ folder }: Release): string {
	const manifest = readFileSync(path.join(__dirname, folder, 'package.json'), 'utf8');
	return (JSON.parse(manifest) as { dependencies: { n8n: string } }).dependencies.n8n;
}

/** Returns true if n8n needs another Node.js than the current one. */
export function needsOtherNode({ nodeRelease }: Release): boolean {
	return nodeRelease !== undefined && !process.versions.node.startsWith(`${nodeRelease}.`);
}

/** Returns a hash that changes with a release's manifests. */
export function hashManifests(release: Release): string {
	const hash = createHash('sha256');
	for (const [, folder] of listFolders(release)) {
		for (const file of ['package.json', 'package-lock.json']) {
			hash.update(readFileSync(path.join(folder, file)));
		}
	}
	return hash.digest('hex');
}

/** Copies the manifests to an empty folder: `n8n/`, and `node/` if it may be needed. */
export async function copyManifests(release: Release, target: string): Promise<void> {
	for (const [name, folder] of listFolders(release)) {
		await cp(folder, path.join(target, name), { recursive: true });
	}
}

/** The folders with manifests, by the names of their copies. */
function listFolders({ folder, nodeRelease }: Release) {
	const folders = { n8n: folder, ...(nodeRelease && { node: 'node' }) };
	return Object.entries(folders).map(([name, source]) => [name, path.join(__dirname, source)]);
}
