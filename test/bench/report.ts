import type { BusyMatchFigures } from './busyMatch';
import type { CostFigures } from './costs';
import { concurrency, type ListingFigures } from './listing';
import type { MatchingFigures } from './matching';
import { print, row } from './print';
import type { RequestFigures } from './paymentRequests';
import type { Reading } from './readers';
import { median } from './statistics';

/** A requirement of the package, and whether this run met it. */
export interface Goal {
	name: string;
	isReached: boolean;
}

/** Bytes of the heap: of the items alone, and the most while the node ran, without garbage and with. */
export interface MemoryFigures {
	transactions: number;
	items: number;
	held: number;
	used: number;
}

const timesFaster = 7;
const timesTheLoop = 1.1;
const timesTheBareNode = 1.1;
const timesTheItems = 2;
const matchingMs = 500;
const requestMs = 3;
const timesFasterThanLoop = 5;
const longestBlockMs = 1_000;

const whole = (readings: Reading[]) => readings.map((reading) => reading.whole);
const nodeTimes = (readings: Reading[]) => readings.map((reading) => reading.node ?? NaN);

/** The median ratio of two times, round by round. */
function ratio(ones: number[], others: number[]): number {
	return median(ones.map((one, round) => one / others[round]));
}

function seconds(milliseconds: number[]): string {
	return milliseconds.length === 0 ? '' : (median(milliseconds) / 1000).toFixed(2);
}

function count(number: number): string {
	return number.toLocaleString('en');
}

/**
 * Compares ours with n8n's HTTP Request node, and with what is possible: a bare node that uses n8n's
 * helpers, and a bare loop outside of n8n.
 */
export function reportComparison(figures: ListingFigures): Goal[] {
	const { transactions, ours, oursUnsaved, http, httpUnsaved, bare, loop, loopOneAtATime } =
		figures;
	print('');
	print(row(`${count(transactions)} transactions`, 'whole s', 'unsaved s', 'node s'));
	const line = (name: string, saved: Reading[], unsaved: Reading[]) =>
		print(row(name, seconds(whole(saved)), seconds(whole(unsaved)), seconds(nodeTimes(saved))));
	line('Get Many, Return All', ours, oursUnsaved);
	line('HTTP Request, Split Out', http, httpUnsaved);
	line('bare node', bare, []);
	print(row(`bare loop, ${concurrency} at a time`, '', '', seconds(loop)));
	print(row('bare loop, 1 at a time', '', '', seconds(loopOneAtATime)));
	print(
		'"whole" with n8n saving the data of the run, as it does by default, and "unsaved" without',
	);

	const faster = ratio(whole(http), whole(ours));
	const fasterUnsaved = ratio(whole(httpUnsaved), whole(oursUnsaved));
	const bareFaster = ratio(whole(http), whole(bare));
	const toLoop = ratio(nodeTimes(ours), loop);
	const bareToLoop = ratio(nodeTimes(bare), loop);
	const toBare = ratio(nodeTimes(ours), nodeTimes(bare));
	return [
		{
			name: `Get Many ${timesFaster} times as fast as HTTP Request, whole workflow, saved: ${faster.toFixed(2)} (a bare node: ${bareFaster.toFixed(2)})`,
			isReached: faster >= timesFaster,
		},
		{
			name: `Get Many ${timesFaster} times as fast as HTTP Request, whole workflow, unsaved: ${fasterUnsaved.toFixed(2)}`,
			isReached: fasterUnsaved >= timesFaster,
		},
		{
			name: `The node's own time at most ${timesTheLoop} of the bare loop's: ${toLoop.toFixed(2)} (a bare node's: ${bareToLoop.toFixed(2)})`,
			isReached: toLoop <= timesTheLoop,
		},
		{
			name: `The node's own time at most ${timesTheBareNode} of a bare node's: ${toBare.toFixed(2)}`,
			isReached: toBare <= timesTheBareNode,
		},
	];
}

/** How the time of ours grows with the list. */
export function reportSizes(listings: ListingFigures[]): Goal[] {
	print('');
	print(row('Get Many, ms per 1,000', 'whole', 'unsaved', 'node'));
	for (const { transactions, ours, oursUnsaved } of listings) {
		const times = [whole(ours), whole(oursUnsaved), nodeTimes(ours)];
		const cells = times.map((all) => ((median(all) / transactions) * 1000).toFixed(1));
		print(row(count(transactions), ...cells));
	}
	return [];
}

export function reportMemory(memory: MemoryFigures[]): Goal[] {
	const megabytes = (bytes: number) => (bytes / 1024 ** 2).toFixed(1);
	print('');
	print(row('Heap, MB', 'items alone', 'most held', 'to items', 'most used', 'to items'));
	for (const { transactions, items, held, used } of memory) {
		const beside = (bytes: number) => [megabytes(bytes), (bytes / items).toFixed(2)];
		print(row(count(transactions), megabytes(items), ...beside(held), ...beside(used)));
	}
	print('"held" without garbage, "used" with all that the collector had not taken yet');
	const { items, held } = memory[memory.length - 1];
	return [
		{
			name: `At most ${timesTheItems} times the memory of the items held at a time`,
			isReached: held <= items * timesTheItems,
		},
	];
}

export function reportMatching(matching: MatchingFigures[]): Goal[] {
	print('');
	print(row('Match Payments', 'ms', 'per 1,000', 'inside words', 'per 1,000'));
	for (const { codes, wholeWords, insideWords } of matching) {
		const cells = [wholeWords, insideWords].flatMap((time) => [time, (time / codes) * 1000]);
		print(row(`${count(codes)} codes`, ...cells.map((cell) => cell.toFixed(1))));
	}
	const { codes, wholeWords, insideWords } = matching[matching.length - 1];
	return [
		{
			name: `${count(codes)} codes matched in less than ${matchingMs} ms`,
			isReached: Math.max(wholeWords, insideWords) < matchingMs,
		},
	];
}

/** Many transfers in the forms of banks: compared with a loop, and the node with all its requests. */
export function reportBusyMatch({ matching, held, used }: BusyMatchFigures): Goal[] {
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
	return [
		{
			name: `${what}: ${timesFasterThanLoop} times as fast as a loop: ${loopToOurs.toFixed(1)}`,
			isReached: loopToOurs >= timesFasterThanLoop,
		},
		{
			name: `${what}: at most ${timesTheItems} times the memory of the items held: ${toItems.toFixed(2)}`,
			isReached: toItems <= timesTheItems,
		},
		{
			name: `${what}: n8n blocked for less than ${longestBlockMs} ms: ${block}`,
			isReached: used.longestBlockMs < longestBlockMs,
		},
	];
}

/** Compares the time of our node with that of libraries that draw the same pictures. */
export function reportPaymentRequests(figures: RequestFigures): Goal[] {
	const { requests, readings, ours, libraries } = figures;
	const inN8n = median(nodeTimes(readings));
	print('');
	print(row(`${count(requests)} payment requests`, 'ms', 'ms each', 'to libraries'));
	const line = (name: string, time: number) =>
		print(row(name, time.toFixed(0), (time / requests).toFixed(2), (time / libraries).toFixed(2)));
	line('our node in n8n', inN8n);
	line('our functions alone', ours);
	line('vietnam-qr-pay, qrcode', libraries);
	return [
		{
			name: `A payment request with its picture in less than ${requestMs} ms`,
			isReached: inN8n / requests < requestMs,
		},
	];
}

export function reportCosts(costs: CostFigures): Goal[] {
	const { loadInN8n, loadAlone, packedBytes, unpackedBytes, files } = costs;
	print('');
	print(
		`Loading the three classes: ${loadInN8n.toFixed(1)} ms in n8n, ${loadAlone.toFixed(1)} ms without the libraries that n8n has loaded`,
	);
	print(
		`Package: ${count(packedBytes)} bytes packed, ${count(unpackedBytes)} unpacked, ${files} files`,
	);
	return [];
}
