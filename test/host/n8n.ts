/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs in Node beside n8n, never inside a node */
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import axios from 'axios';
import getPort from 'get-port';
import pRetry from 'p-retry';
import { environmentOf } from './environment';
import { repositoryFolder } from './folders';
import type { N8nInstallation } from './install';
import { layPackage } from './package';
import { assertFree } from './ports';
import { signalGroup, startGroup } from './processGroup';

export interface N8nOptions {
	installation: N8nInstallation;
	/** Holds n8n's database, settings and nodes; n8n makes what is missing. */
	userFolder: string;
	/** Any free port where it is absent. */
	port?: number;
	/** Address that the webhooks of workflows get; n8n's own where it is absent. */
	webhookUrl?: string;
	/** Added to n8n's environment, and stronger than what is set here. */
	environment?: Record<string, string>;
	/** Puts the package into n8n's folder of community nodes; copies the built one where absent. */
	installPackage?: (nodesFolder: string) => Promise<void>;
	/** `n8n.log` in the user folder where it is absent; a start adds to it. */
	logFile?: string;
}

export interface N8n {
	/** Address without a slash at the end, such as `http://127.0.0.1:5678`. */
	url: string;
	pid: number;
	logFile: string;
	/** All that the log file holds. */
	log(): string;
	/** Lets n8n finish what it does, and kills it and its children after 20 seconds. */
	stop(): Promise<void>;
	/** Kills n8n and its children at once. */
	kill(): Promise<void>;
}

const secondsToStart = 120;
const secondsToStop = 20;
const logLinesInAnError = 30;

/**
 * Starts n8n on 127.0.0.1 with this repository's built package, and resolves when it is ready and
 * has activated its workflows.
 * Throws an Error when the port is taken, and one with the last lines of the log when n8n ends or is
 * not ready after 120 seconds. n8n ends with this process, however this process ends.
 */
export async function startN8n(options: N8nOptions): Promise<N8n> {
	const { installation, userFolder } = options;
	const logFile = options.logFile ?? path.join(userFolder, 'n8n.log');
	const port = options.port ?? (await getPort({ host: '127.0.0.1' }));
	await assertFree(port, 'n8n');
	const brokerPort = await getPort({ host: '127.0.0.1', exclude: [port] });
	const url = `http://127.0.0.1:${port}`;
	const { installPackage = layBuiltPackage } = options;
	await installPackage(path.join(userFolder, '.n8n/nodes'));

	const logDescriptor = openSync(logFile, 'a');
	const earlierLog = readFileSync(logFile, 'utf8');
	const group = startGroup(
		installation.node,
		['--require', path.join(__dirname, 'exitWithParent.ts'), installation.n8n, 'start'],
		{
			cwd: userFolder,
			env: {
				...environmentOf({ userFolder, port, url }),
				WEBHOOK_URL: options.webhookUrl ?? `${url}/`,
				N8N_RUNNERS_BROKER_PORT: String(brokerPort),
				...installation.environment,
				...options.environment,
			},
			stdio: ['pipe', logDescriptor, logDescriptor],
		},
	);
	closeSync(logDescriptor);
	const ended = once(group, 'exit').then(
		([status, signal]) => `n8n ended with ${signal ?? `status ${status}`}`,
		(error: Error) => `n8n did not start: ${error.message}`,
	);
	const log = () => readFileSync(logFile, 'utf8');
	const newLog = () => log().slice(earlierLog.length);

	const kill = async () => {
		signalGroup(group, 'SIGKILL');
		await ended;
	};
	const stop = async () => {
		signalGroup(group, 'SIGTERM');
		await Promise.race([ended, wait(secondsToStop * 1000, undefined, { ref: false })]);
		await kill();
	};

	let hasEnded = false;
	void ended.then(() => (hasEnded = true));
	const ready = untilReady(url, newLog, () => !hasEnded);
	const problem = await Promise.race([ended, ready]);
	if (problem !== undefined) {
		await kill();
		const lastLines = newLog().trimEnd().split('\n').slice(-logLinesInAnError).join('\n');
		throw new Error(`${problem}. The end of ${logFile}:\n\n${lastLines}`);
	}
	return { url, pid: group.pid as number, logFile, log, stop, kill };
}

/** Resolves with nothing when n8n is ready, or with what is wrong when its time is over. */
async function untilReady(
	url: string,
	newLog: () => string,
	isRunning: () => boolean,
): Promise<string | undefined> {
	const look = async () => {
		await axios.get(`${url}/healthz/readiness`, { proxy: false, timeout: 2_000 });
		// It answers before the workflows are active; this line comes after.
		if (!newLog().includes('Editor is now accessible')) throw new Error('activating workflows');
	};
	const pace = { retries: Infinity, factor: 1, minTimeout: 200 };
	return await pRetry(look, {
		...pace,
		maxRetryTime: secondsToStart * 1000,
		shouldRetry: isRunning,
	}).then(
		() => undefined,
		() => `n8n was not ready after ${secondsToStart} seconds`,
	);
}

async function layBuiltPackage(nodesFolder: string): Promise<void> {
	await layPackage(repositoryFolder, nodesFolder);
}
