import type { BenchmarkSetup } from './benchmarkSetup';
import type { BusyMatchingFigures } from './busyMatching';
import type { BusyNodeResult } from './busyNode';
import { makeBusyShop } from './busyShop';
import { delayMs } from './listing';
import { print } from './print';
import { runToResult } from './programs';

/** Match Payments with many orders and many more transfers. */
export interface BusyMatchFigures {
	/** The matching alone, beside a loop. */
	matching: BusyMatchingFigures;
	/** The node with all requests: what it holds, and, in another run, its time. */
	held: BusyNodeResult;
	used: BusyNodeResult;
}

/** Measures the matching alone, and then the node in n8n's engine with the bank's list. */
export async function measureBusyMatch(
	orders: number,
	transfers: number,
	{ bank, context }: BenchmarkSetup,
): Promise<BusyMatchFigures> {
	const { node } = context.installation;
	const sizes = [String(orders), String(transfers)];
	print(`Matching ${transfers} transfers with ${orders} orders`);
	const matching = await runToResult<BusyMatchingFigures>({
		node,
		file: 'test/bench/busyMatching.ts',
		programArguments: sizes,
	});
	await bank.hold(0, delayMs);
	await bank.book(makeBusyShop(orders, transfers).transfers);
	const measure = async (what: 'held' | 'used') =>
		await runToResult<BusyNodeResult>({
			node,
			file: 'test/bench/busyNode.ts',
			programArguments: [bank.url, bank.apiKey, ...sizes, what],
			userFolder: context.folder,
		});
	return { matching, held: await measure('held'), used: await measure('used') };
}
