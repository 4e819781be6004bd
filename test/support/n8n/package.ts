/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';

const packageName = 'n8n-nodes-bank-transactions';

/**
 * Installs the built package of a folder as n8n would for a user, so that the nodes get
 * their true type names. A copy, not a link: through a link they would load this repository's
 * n8n-workflow.
 */
export async function installCommunityPackage(folder: string, nodesFolder: string): Promise<void> {
	const target = path.join(nodesFolder, 'node_modules', packageName);
	await rm(target, { recursive: true, force: true });
	await copyPackage(folder, target);
}

/** Copies what n8n needs of a built package. */
export async function copyPackage(from: string, to: string): Promise<void> {
	for (const part of ['package.json', 'dist']) {
		await cp(path.join(from, part), path.join(to, part), { recursive: true });
	}
}
