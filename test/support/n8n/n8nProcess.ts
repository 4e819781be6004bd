/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import getPort from 'get-port';
import { createEnvironment } from './environment';
import { repositoryFolder } from '../folders';
import type { N8nInstallation } from './install';
import { installCommunityPackage } from './package';
import { assertFree } from '../processes/ports';
import { n8nProgram } from './n8nProgram';
import { startProgram, type Program } from '../processes/program';

export interface N8nOptions {
	installation: N8nInstallation;
	/** Holds n8n's database, settings and nodes; n8n makes what is missing. */
	userFolder: string;
	port?: number;
	/** Base address of webhooks; n8n's own by default. */
	webhookUrl?: string;
	/** Added to n8n's environment, and stronger than what is set here. */
	environment?: Record<string, string>;
	/** Installs the package in n8n's folder of community nodes; by default the built one. */
	installPackage?: (nodesFolder: string) => Promise<void>;
}

export interface N8nProcess extends Program {
	/** Address without a slash at the end, such as `http://127.0.0.1:5678`. */
	url: string;
	/** `n8n.log` in the user folder; each start appends to it. */
	logFile: string;
	/** All of the log file. */
	log(): string;
}

/**
 * Starts n8n on 127.0.0.1 with this repository's built package, and resolves when it is ready and
 * has activated its workflows.
 * Throws an Error when the port is taken, and one with the last lines of the log when n8n ends or is
 * not ready in time. n8n ends with this process, however this process ends.
 */
export async function startN8n(options: N8nOptions): Promise<N8nProcess> {
	const { installation, userFolder } = options;
	const logFile = path.join(userFolder, 'n8n.log');
	const port = options.port ?? (await getPort({ host: '127.0.0.1' }));
	await assertFree(port, 'n8n');
	const brokerPort = await getPort({ host: '127.0.0.1', exclude: [port] });
	const url = `http://127.0.0.1:${port}`;
	const { installPackage = installBuiltPackage } = options;
	await installPackage(path.join(userFolder, '.n8n/nodes'));
	const program = await startProgram({
		...n8nProgram(installation, 'start'),
		folder: userFolder,
		environment: {
			...createEnvironment({ userFolder, port, url }),
			WEBHOOK_URL: options.webhookUrl ?? `${url}/`,
			N8N_RUNNERS_BROKER_PORT: String(brokerPort),
			...installation.environment,
			...options.environment,
		},
		logFile,
	});
	return { ...program, url, logFile, log: () => readFileSync(logFile, 'utf8') };
}

/** Installs this repository's built package as a community package. */
export async function installBuiltPackage(nodesFolder: string): Promise<void> {
	await installCommunityPackage(repositoryFolder, nodesFolder);
}
