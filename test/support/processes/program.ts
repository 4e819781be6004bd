/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { waitFor } from '../waitFor';
import { signalGroup, startGroup } from './processGroup';

export interface ProgramOptions {
	/** For errors: "redis-server". */
	name: string;
	command: string;
	args: string[];
	folder: string;
	environment: NodeJS.ProcessEnv;
	/** A start adds to it. */
	logFile: string;
	/** What the program writes into its log when it is ready. */
	readyLine: string;
}

export type Program = Awaited<ReturnType<typeof startProgram>>;

const startTimeoutMs = 180_000;
const stopTimeoutMs = 20_000;
const logLinesInAnError = 30;

/**
 * Starts a program in a process group of its own and resolves when it logs that it is ready.
 * Throws an Error with the last lines of its log when it ends or is not ready after 180 seconds.
 */
export async function startProgram(options: ProgramOptions) {
	const { name, command, args, folder, environment, logFile, readyLine } = options;
	const logDescriptor = openSync(logFile, 'a');
	const earlierLog = readFileSync(logFile).length;
	const group = startGroup(command, args, {
		cwd: folder,
		env: environment,
		stdio: ['pipe', logDescriptor, logDescriptor],
	});
	closeSync(logDescriptor);
	/** What it logged since this start. */
	const log = () => readFileSync(logFile).subarray(earlierLog).toString();
	const ended = once(group, 'exit').then(
		([status, signal]) => `${name} ended with ${signal ?? `status ${status}`}`,
		(error: Error) => `${name} did not start: ${error.message}`,
	);
	/** Kills it and its children at once. */
	const kill = async () => {
		signalGroup(group, 'SIGKILL');
		await ended;
	};
	/** Lets it finish what it does, and kills it and its children after 20 seconds. */
	const stop = async () => {
		signalGroup(group, 'SIGTERM');
		await Promise.race([ended, wait(stopTimeoutMs, undefined, { ref: false })]);
		await kill();
	};

	const polling = new AbortController();
	const findReadyLine = () => {
		if (!log().includes(readyLine)) throw new Error('not ready');
	};
	const pace = { timeoutMs: startTimeoutMs, intervalMs: 100, signal: polling.signal };
	const ready = waitFor(findReadyLine, pace).then(
		() => undefined,
		() => `${name} was not ready after ${startTimeoutMs / 1000} seconds`,
	);
	const problem = await Promise.race([ended, ready]);
	polling.abort();
	if (problem === undefined && group.pid !== undefined) return { pid: group.pid, log, stop, kill };
	await kill();
	const lastLines = log().trimEnd().split('\n').slice(-logLinesInAnError).join('\n');
	throw new Error(`${problem}. The end of ${logFile}:\n\n${lastLines}`);
}
