import type { BusyMatchFigures } from './busyMatch';
import { concurrency, type ListingFigures } from './listing';
import type { MatchingFigures } from './matching';
import type { MemoryResult } from './memory';
import { print, row, type Goals } from './print';
import type { RequestFigures } from './paymentRequests';
import type { Reading } from './readers';
import { median } from './statistics';

const timesFaster = 7;
const timesTheLoop = 1.1;
const timesTheBareNode = 1.1;
const timesTheItems = 2;
const matchingMs = 500;
const requestMs = 3;
const timesFasterThanLoop = 5;
const longestBlockMs = 1_000;

const whole = (readings: Reading[]) => readings.map((reading) => reading.whole);
const nodeTimes = (readings: Reading[]) => readings.map((reading) => reading.node);

/** The median ratio of two times, round by round. */
function ratio(ones: number[], others: number[]): number {
	return median(ones.map((one, round) => one / others[round]));
}

function seconds(milliseconds: number[]): string {
	return (median(milliseconds) / 1000).toFixed(2);
}

function count(number: number): string {
	return number.toLocaleString('en');
}

/**
 * Compares ours with n8n's HTTP Request node, and with what is possible: a bare node that uses n8n's
 * helpers, and a bare loop outside of n8n.
 */
export function reportComparison(figures: ListingFigures): Goals {
	const { transactions, ours, http, bare, loop, loopOneAtATime } = figures;
	print('');
	print(row(`${count(transactions)} transactions`, 'whole s', 'node s'));
	const line = (name: string, readings: Reading[]) =>
		print(row(name, seconds(whole(readings)), seconds(nodeTimes(readings))));
	line('Get Many, Return All', ours);
	line('HTTP Request, Split Out', http);
	line('bare node', bare);
	print(row(`bare loop, ${concurrency} at a time`, '', seconds(loop)));
	print(row('bare loop, 1 at a time', '', seconds(loopOneAtATime)));

	const faster = ratio(whole(http), whole(ours));
	const bareFaster = ratio(whole(http), whole(bare));
	const toLoop = ratio(nodeTimes(ours), loop);
	const bareToLoop = ratio(nodeTimes(bare), loop);
	const toBare = ratio(nodeTimes(ours), nodeTimes(bare));
	return {
		[`Get Many ${timesFaster} times as fast as HTTP Request, whole workflow: ${faster.toFixed(2)} (a bare node: ${bareFaster.toFixed(2)})`]:
			faster >= timesFaster,
		[`The node's own time at most ${timesTheLoop} of the bare loop's: ${toLoop.toFixed(2)} (a bare node's: ${bareToLoop.toFixed(2)})`]:
			toLoop <= timesTheLoop,
		[`The node's own time at most ${timesTheBareNode} of a bare node's: ${toBare.toFixed(2)}`]:
			toBare <= timesTheBareNode,
	};
}

/** Bytes of the heap: of the items alone, and the most while the node ran, without garbage and with. */
export function reportMemory(withoutGarbage: MemoryResult, withGarbage: MemoryResult): Goals {
	const { transactions, items, peak: held } = withoutGarbage;
	const megabytes = (bytes: number) => (bytes / 1024 ** 2).toFixed(1);
	print('');
	print(row('Heap, MB', 'items alone', 'most held', 'to items', 'most used', 'to items'));
	const beside = (bytes: number) => [megabytes(bytes), (bytes / items).toFixed(2)];
	print(row(count(transactions), megabytes(items), ...beside(held), ...beside(withGarbage.peak)));
	print('"held" without garbage, "used" with all that the collector had not taken yet');
	return {
		[`At most ${timesTheItems} times the memory of the items held at a time`]:
			held <= items * timesTheItems,
	};
}

export function reportMatching({ codes, wholeWords, insideWords }: MatchingFigures): Goals {
	print('');
	print(row('Match Payments', 'ms', 'inside words'));
	print(row(`${count(codes)} codes`, wholeWords.toFixed(1), insideWords.toFixed(1)));
	return {
		[`${count(codes)} codes matched in less than ${matchingMs} ms`]:
			Math.max(wholeWords, insideWords) < matchingMs,
	};
}

/** Many transfers in the forms of banks: compared with a loop, and the node with all its requests. */
export function reportBusyMatch({ matching, held, used }: BusyMatchFigures): Goals {
	const { orders, transfers, ours, oursFound, loop, loopFound, loopToOurs } = matching;
	const what = `${count(transfers)} transfers, ${count(orders)} orders`;
	print('');
	print(row('Matching alone', 'processor s', 'found paid'));
	print(row('Match Payments', seconds([ours]), count(oursFound)));
	print(row('loop of a Code node', seconds([loop]), count(loopFound)));
	print(`${what}; the loop's figures from a hundredth of the orders`);
	print('');
	print(row('Match Payments, the node', 's', 'longest block', 'most held MB', 'to items'));
	const megabytes = (held.peak / 1024 ** 2).toFixed(1);
	const block = `${used.longestBlockMs.toFixed(0)} ms`;
	const toItems = held.peak / held.items;
	print(row(what, seconds([used.milliseconds]), block, megabytes, toItems.toFixed(2)));
	return {
		[`${what}: ${timesFasterThanLoop} times as fast as a loop: ${loopToOurs.toFixed(1)}`]:
			loopToOurs >= timesFasterThanLoop,
		[`${what}: at most ${timesTheItems} times the memory of the items held: ${toItems.toFixed(2)}`]:
			toItems <= timesTheItems,
		[`${what}: n8n blocked for less than ${longestBlockMs} ms: ${block}`]:
			used.longestBlockMs < longestBlockMs,
	};
}

export function reportPaymentRequests({ requests, readings }: RequestFigures): Goals {
	const time = median(nodeTimes(readings));
	print('');
	print(row('Payment requests', 'ms', 'ms each'));
	print(row(count(requests), time.toFixed(0), (time / requests).toFixed(2)));
	return {
		[`A payment request with its picture in less than ${requestMs} ms`]:
			time / requests < requestMs,
	};
}
