import type { LoopResult } from './bareLoop';
import type { BenchmarkSetup } from './benchmarkSetup';
import { print } from './print';
import { runToResult } from './programs';
import { bareListing, getMany, httpRequest, read, type Reading } from './readers';

/** How long the bank waits before each answer. */
export const delayMs = 20;
export const concurrency = 8;

/** What was measured of one size of the list; each number is one round's, in milliseconds. */
export interface ListingFigures {
	transactions: number;
	ours: Reading[];
	http: Reading[];
	bare: Reading[];
	loop: number[];
	loopOneAtATime: number[];
}

/**
 * Measures all readers, each once in every round, with the bank as a process of its own. The bare node
 * shows what is possible inside n8n, whose request helper opens a new connection for each request.
 */
export async function measureListing(
	transactions: number,
	rounds: number,
	{ context, bank }: BenchmarkSetup,
): Promise<ListingFigures> {
	const figures: ListingFigures = {
		transactions,
		ours: [],
		http: [],
		bare: [],
		loop: [],
		loopOneAtATime: [],
	};
	await bank.hold(transactions, delayMs);
	const ours = await getMany(context);
	const http = await httpRequest(context);
	const bare = await bareListing(context);
	const take = async (reader: typeof ours) => {
		const reading = await read(context, reader, transactions);
		print(`  ${reader.workflow.name}: ${reading.whole.toFixed(0)} ms, its node ${reading.node} ms`);
		return reading;
	};
	const loop = async (concurrency: number) => {
		const programArguments = [bank.url, bank.apiKey, String(concurrency)];
		const file = 'test/bench/bareLoop.ts';
		// The loop gets the Node.js of n8n.
		const { node } = context.installation;
		const result = await runToResult<LoopResult>({ node, file, programArguments });
		if (result.transactions !== transactions) {
			throw new Error(`The loop read ${result.transactions} of ${transactions} transactions`);
		}
		print(`  Bare loop, ${concurrency} at a time: ${result.milliseconds.toFixed(0)} ms`);
		return result.milliseconds;
	};

	for (let round = 1; round <= rounds; round++) {
		print(`${transactions} transactions, round ${round} of ${rounds}`);
		figures.ours.push(await take(ours));
		figures.bare.push(await take(bare));
		figures.loop.push(await loop(concurrency));
		figures.http.push(await take(http));
		figures.loopOneAtATime.push(await loop(1));
	}
	for (const reader of [ours, http, bare]) {
		await context.editor.deactivate(reader.workflow);
	}
	return figures;
}
