/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { installN8n } from '../support/n8n/install';
import { measureBusyMatch } from './busyMatch';
import { measureCosts } from './costs';
import { delayMs, measureListing } from './listing';
import type { MatchingFigures } from './matching';
import type { MemoryResult } from './memory';
import { measurePaymentRequests } from './paymentRequests';
import { describeMachine, print } from './print';
import { runToResult } from './programs';
import {
	reportBusyMatch,
	reportComparison,
	reportCosts,
	reportMatching,
	reportMemory,
	reportPaymentRequests,
	type MemoryFigures,
} from './report';
import { startBenchmarkSetup, type BenchmarkSetup } from './benchmarkSetup';

const transactions = Number(process.env.BENCH_TRANSACTIONS ?? 100_000);
const codes = Number(process.env.BENCH_CODES ?? 10_000);
const requests = Number(process.env.BENCH_REQUESTS ?? 1_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const warmUpTransactions = Math.min(transactions, 10_000);

async function measureMemory(
	node: string,
	{ bank, context }: BenchmarkSetup,
): Promise<MemoryFigures> {
	print(`Memory of ${transactions} transactions`);
	await bank.hold(transactions, delayMs);
	const measure = async (what: 'held' | 'used') =>
		await runToResult<MemoryResult>({
			node,
			nodeOptions: ['--expose-gc'],
			file: 'test/bench/memory.ts',
			programArguments: [bank.url, bank.apiKey, what],
			environment: { N8N_USER_FOLDER: context.folder, N8N_LOG_LEVEL: 'silent' },
		});
	const held = await measure('held');
	const used = await measure('used');
	return { transactions: held.transactions, items: held.items, held: held.peak, used: used.peak };
}

async function main(): Promise<boolean> {
	const installation = await installN8n(print);
	const { node, version } = installation;
	const { stdout } = await promisify(execFile)(node, ['--version']);

	const costs = await measureCosts(node);
	const matching = await runToResult<MatchingFigures>({
		node,
		file: 'test/bench/matching.ts',
		programArguments: [String(codes)],
	});
	const setup = await startBenchmarkSetup(installation);
	try {
		print('Warming up');
		await measureListing(warmUpTransactions, { ...setup, rounds: 1 });
		const listing = await measureListing(transactions, { ...setup, rounds });
		const memory = await measureMemory(node, setup);
		const busyMatch = await measureBusyMatch(codes, transactions, setup);
		const paymentRequests = await measurePaymentRequests(requests, setup.context, rounds);

		print('');
		print(`${describeMachine()}; n8n ${version} on SQLite under Node.js ${stdout.trim()}`);
		print(`Pages of 100, each answered after ${delayMs} ms; medians of ${rounds} rounds`);
		const goals = [
			...reportComparison(listing),
			...reportMemory(memory),
			...reportMatching(matching),
			...reportBusyMatch(busyMatch),
			...reportPaymentRequests(paymentRequests),
			...reportCosts(costs),
		];
		print('');
		for (const { name, isReached } of goals) {
			print(`${isReached ? 'reached    ' : 'not reached'}  ${name}`);
		}
		return goals.every(({ isReached }) => isReached);
	} finally {
		await setup.end();
	}
}

main().then(
	(reached) => process.exit(reached ? 0 : 1),
	(error: Error) => {
		process.stderr.write(`${error.stack}\n`);
		process.exit(2);
	},
);
