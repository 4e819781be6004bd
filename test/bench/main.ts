/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { installN8n } from '../support/n8n/install';
import { measureBusyMatch } from './busyMatch';
import { measureCosts } from './costs';
import { delayMs, measureListing, type ListingFigures } from './listing';
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
	reportSizes,
	type MemoryFigures,
} from './report';
import { startBenchmarkSetup, type BenchmarkSetup } from './benchmarkSetup';

const transactions = Number(process.env.BENCH_TRANSACTIONS ?? 100_000);
const codes = Number(process.env.BENCH_CODES ?? 10_000);
const requests = Number(process.env.BENCH_REQUESTS ?? 1_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const warmUpTransactions = Math.min(transactions, 10_000);

/** This many, a tenth and a hundredth of it; ascending. */
function sizes(largest: number): number[] {
	return [100, 10, 1].map((part) => Math.ceil(largest / part));
}

async function measureMemory(
	node: string,
	{ bank, context }: BenchmarkSetup,
): Promise<MemoryFigures[]> {
	const figures: MemoryFigures[] = [];
	for (const size of sizes(transactions)) {
		print(`Memory of ${size} transactions`);
		await bank.hold(size, delayMs);
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
		figures.push({
			transactions: held.transactions,
			items: held.items,
			held: held.peak,
			used: used.peak,
		});
	}
	return figures;
}

async function main(): Promise<boolean> {
	const installation = await installN8n(print);
	const { node, version } = installation;
	const { stdout } = await promisify(execFile)(node, ['--version']);

	const costs = await measureCosts(node);
	const matching: MatchingFigures[] = [];
	for (const size of sizes(codes)) {
		const file = 'test/bench/matching.ts';
		matching.push(
			await runToResult<MatchingFigures>({ node, file, programArguments: [String(size)] }),
		);
	}
	const setup = await startBenchmarkSetup(installation);
	try {
		const listings: ListingFigures[] = [];
		const measure = async (size: number, isCompared: boolean, times = rounds) =>
			await measureListing(size, { ...setup, rounds: times, isCompared });
		print('Warming up');
		await measure(warmUpTransactions, true, 1);
		for (const size of sizes(transactions))
			listings.push(await measure(size, size === transactions));
		const memory = await measureMemory(node, setup);
		const busyMatch = await measureBusyMatch(codes, transactions, setup);
		const paymentRequests = await measurePaymentRequests(requests, setup.context, rounds);

		print('');
		print(`${describeMachine()}; n8n ${version} on SQLite under Node.js ${stdout.trim()}`);
		print(`Pages of 100, each answered after ${delayMs} ms; medians of ${rounds} rounds`);
		const goals = [
			...reportComparison(listings[listings.length - 1]),
			...reportSizes(listings),
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
