/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs in Node beside n8n, never inside a node */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';

/** A release of n8n in which the package is tried. */
export interface Release {
	/** The folder beside this file that pins n8n and all that it brings. */
	folder: string;
	/** The only major release of Node.js that it runs under; absent: any that runs these tests. */
	nodeRelease?: string;
	/** What it needs in its environment, here and now. */
	environment: Record<string, string>;
}

const releases: Release[] = [
	{
		folder: 'n8n',
		// n8n's prebuilt add-ons are made for a few releases of Node.js only.
		nodeRelease: '24',
		environment: {
			// It asks a server on the Internet for its list at every start.
			N8N_DISABLED_MODULES: 'mcp-registry',
		},
	},
	{
		folder: 'n8n-1.123',
		environment: {
			// The isolated one has no add-on for Node.js 20.
			N8N_EXPRESSION_ENGINE: 'legacy',
		},
	},
];

/**
 * The release that the environment variable N8N_VERSION names, whole or by its beginning
 * (`1.123.x`); the newest where it names none.
 * Throws an Error that lists the releases where there is no such one.
 */
export function chosenRelease(wish = process.env.N8N_VERSION ?? ''): Release {
	const beginning = wish.replace(/\.x$/, '');
	const found = releases.find((release) => `${versionOf(release)}.`.startsWith(`${beginning}.`));
	if (beginning === '') return releases[0];
	if (found) return found;
	const known = releases.map(versionOf).join(' and ');
	throw new Error(`N8N_VERSION is "${wish}", but only ${known} are pinned for the tests.`);
}

/** The version of n8n that the release pins. */
export function versionOf({ folder }: Release): string {
	const manifest = readFileSync(path.join(__dirname, folder, 'package.json'), 'utf8');
	return (JSON.parse(manifest) as { dependencies: { n8n: string } }).dependencies.n8n;
}

/** True where n8n needs another Node.js than the one that runs this. */
export function needsOtherNode({ nodeRelease }: Release): boolean {
	return nodeRelease !== undefined && !process.versions.node.startsWith(`${nodeRelease}.`);
}

/** Tells one state of a release's manifests from every other. */
export function stampOf(release: Release): string {
	const hash = createHash('sha256');
	for (const { from } of manifestsOf(release)) hash.update(readFileSync(from));
	return hash.digest('hex');
}

/** Lays the manifests out in an empty folder: `n8n/`, and `node/` where it may be needed. */
export async function copyManifests(release: Release, target: string): Promise<void> {
	for (const { from, to } of manifestsOf(release)) {
		await mkdir(path.dirname(path.join(target, to)), { recursive: true });
		await copyFile(from, path.join(target, to));
	}
}

function manifestsOf({ folder, nodeRelease }: Release) {
	const folders = { n8n: folder, ...(nodeRelease === undefined ? {} : { node: 'node' }) };
	return Object.entries(folders).flatMap(([name, source]) =>
		['package.json', 'package-lock.json'].map((file) => ({
			from: path.join(__dirname, source, file),
			to: path.join(name, file),
		})),
	);
}
