/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import getPort from 'get-port';
import { repositoryFolder } from '../support/folders';
import { signalGroup, startGroup } from '../support/processes/processGroup';
import { makeApiKey } from '../bank/apiKey';
import { BankControl } from '../bank/control';
import type { TransferInput } from '../bank/types';
import { waitFor } from '../support/waitFor';

/** Fewer than the bank accepts, which limits the size of a request. */
const TRANSFERS_IN_A_REQUEST = 1_000;

export interface Program {
	/** The Node.js program that it runs under. */
	node: string;
	/** Its file, from the folder of the repository. */
	file: string;
	programArguments: string[];
	/** The user folder of n8n, for a program that runs its engine. */
	userFolder?: string;
}

/** Starts a TypeScript program that ends with this process. */
function startProgram({ node, file, programArguments, userFolder }: Program): ChildProcess {
	const preloaded = [
		'tsx/cjs',
		path.join(repositoryFolder, 'test/support/processes/exitWithParent.ts'),
		path.join(__dirname, 'classesFirst.ts'),
	].flatMap((module) => ['--require', module]);
	return startGroup(node, ['--expose-gc', ...preloaded, file, ...programArguments], {
		cwd: repositoryFolder,
		env: { ...process.env, N8N_USER_FOLDER: userFolder, N8N_LOG_LEVEL: 'silent' },
		stdio: ['pipe', 'pipe', 'inherit'],
	});
}

/** Runs a program to its end and parses the JSON it wrote. Throws an Error if it failed. */
export async function runToResult<T>(program: Program): Promise<T> {
	const child = startProgram(program);
	const [output, [status]] = await Promise.all([
		text(child.stdout as NodeJS.ReadableStream),
		once(child, 'exit'),
	]);
	if (status !== 0) throw new Error(`${program.file} ended with status ${status}: ${output}`);
	return JSON.parse(output) as T;
}

export type BankProcess = Awaited<ReturnType<typeof startBankProcess>>;

/** Starts a practice bank in a process of its own, so that it does not slow down what is measured. */
export async function startBankProcess(node: string) {
	const port = String(await getPort({ host: '127.0.0.1' }));
	const programArguments = ['--port', port, '--transactions', '0'];
	const child = startProgram({ node, file: 'test/bank/main.ts', programArguments });
	child.stdout?.resume();
	const url = `http://127.0.0.1:${port}`;
	const control = new BankControl(url);
	await waitFor(async () => await control.state(), { timeoutMs: 60_000, intervalMs: 100 });
	return {
		url,
		apiKey: makeApiKey(1),
		/** Resets the bank to this number of transactions and delays each answer. */
		hold: async (transactions: number, delayMs: number) => {
			await control.reset({ transactions });
			await control.settings({ delayMs });
		},
		/** Books these transfers, a thousand at a time. */
		book: async (transfers: TransferInput[]) => {
			for (let first = 0; first < transfers.length; first += TRANSFERS_IN_A_REQUEST) {
				await control.transfers(transfers.slice(first, first + TRANSFERS_IN_A_REQUEST));
			}
		},
		stop: async () => {
			const ended = once(child, 'exit');
			if (signalGroup(child, 'SIGTERM')) await ended;
		},
	};
}
