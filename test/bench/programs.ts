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

/** The bank books no more at a time. */
const MAX_TRANSFERS = 1_000;

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

/** A practice bank in a process of its own, so that it does not slow down what is measured. */
export class BankProcess {
	private constructor(
		readonly url: string,
		readonly apiKey: string,
		private readonly control: BankControl,
		private readonly child: ChildProcess,
	) {}

	static async start(node: string): Promise<BankProcess> {
		const port = String(await getPort({ host: '127.0.0.1' }));
		const child = startProgram({
			node,
			file: 'test/bank/main.ts',
			programArguments: ['--port', port, '--transactions', '0'],
		});
		child.stdout?.resume();
		const url = `http://127.0.0.1:${port}`;
		const control = new BankControl(url);
		await waitFor(async () => await control.state(), { timeoutMs: 60_000, intervalMs: 100 });
		return new BankProcess(url, makeApiKey(1), control, child);
	}

	/** Resets the bank to this number of transactions and delays each answer. */
	async hold(transactions: number, delayMs: number): Promise<void> {
		await this.control.reset({ transactions });
		await this.control.settings({ delayMs });
	}

	/** Books these transfers, a thousand at a time. */
	async book(transfers: TransferInput[]): Promise<void> {
		for (let first = 0; first < transfers.length; first += MAX_TRANSFERS) {
			await this.control.transfers(transfers.slice(first, first + MAX_TRANSFERS));
		}
	}

	async stop(): Promise<void> {
		const ended = once(this.child, 'exit');
		if (signalGroup(this.child, 'SIGTERM')) await ended;
	}
}
