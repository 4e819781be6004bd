/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { installN8n } from '../support/n8n/install';
import { measureBusyMatch } from './busyMatch';
import { measureLoading } from './costs';
import { delayMs, measureListing } from './listing';
import type { MatchingFigures } from './matching';
import type { MemoryResult } from './memory';
import { measurePaymentRequests } from './paymentRequests';
import { describeMachine, print, printGoals } from './print';
import { runToResult } from './programs';
import {
	reportBusyMatch,
	reportComparison,
	reportMatching,
	reportMemory,
	reportPaymentRequests,
} from './report';
import { startBenchmarkSetup, type BenchmarkSetup } from './benchmarkSetup';

const transactions = Number(process.env.BENCH_TRANSACTIONS ?? 100_000);
const codes = Number(process.env.BENCH_CODES ?? 10_000);
const requests = Number(process.env.BENCH_REQUESTS ?? 1_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const warmUpTransactions = Math.min(transactions, 10_000);

async function measureMemory(what: 'held' | 'used', { bank, context }: BenchmarkSetup) {
	print(`Memory of ${transactions} transactions, ${what}`);
	await bank.hold(transactions, delayMs);
	return await runToResult<MemoryResult>({
		node: context.installation.node,
		file: 'test/bench/memory.ts',
		programArguments: [bank.url, bank.apiKey, what],
		userFolder: context.folder,
	});
}

async function main(): Promise<boolean> {
	const installation = await installN8n(print);
	const { node, version } = installation;
	const { stdout } = await promisify(execFile)(node, ['--version']);

	const loadingMs = await measureLoading(node);
	const matching = await runToResult<MatchingFigures>({
		node,
		file: 'test/bench/matching.ts',
		programArguments: [String(codes)],
	});
	const setup = await startBenchmarkSetup(installation);
	try {
		print('Warming up');
		await measureListing(warmUpTransactions, 1, setup);
		const listing = await measureListing(transactions, rounds, setup);
		const held = await measureMemory('held', setup);
		const used = await measureMemory('used', setup);
		const busyMatch = await measureBusyMatch(codes, transactions, setup);
		const paymentRequests = await measurePaymentRequests(requests, setup.context, rounds);

		print('');
		print(`${describeMachine()}; n8n ${version} on SQLite under Node.js ${stdout.trim()}`);
		print(`Pages of 100, each answered after ${delayMs} ms; medians of ${rounds} rounds`);
		const goals = {
			...reportComparison(listing),
			...reportMemory(held, used),
			...reportMatching(matching),
			...reportBusyMatch(busyMatch),
			...reportPaymentRequests(paymentRequests),
		};
		print('');
		print(`Loading the three classes: ${loadingMs.toFixed(1)} ms in n8n`);
		print('');
		return printGoals(goals);
	} finally {
		await setup.end();
	}
}

void main().then((reached) => process.exit(reached ? 0 : 1));
