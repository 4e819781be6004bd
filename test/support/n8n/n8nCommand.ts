/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createEnvironment } from './environment';
import type { N8nInstallation } from './install';

const run = promisify(execFile);

/**
 * Runs one of n8n's own commands on the database in a user folder, such as `export:workflow`, also
 * beside a running n8n. Throws an Error with what it wrote when it fails.
 */
export async function runN8nCommand(
	installation: N8nInstallation,
	userFolder: string,
	args: string[],
): Promise<void> {
	const place = { userFolder, port: 0, url: 'http://127.0.0.1' };
	const env = { ...createEnvironment(place), ...installation.environment };
	await run(installation.node, [installation.n8n, ...args], { cwd: userFolder, env });
}
