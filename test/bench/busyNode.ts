/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a program of its own beside n8n */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { makeBusyShop } from './busyShop';
import { countItems, dropItems, keepItems, watchHeap } from './heap';
import { runAsProgram } from './runAsProgram';

/** What the program prints of one run of Match Payments in n8n's engine. */
export interface BusyNodeResult {
	paid: number;
	milliseconds: number;
	/** The longest time for which n8n would have answered nothing else. */
	longestBlockMs: number;
	/** The most bytes of the heap while the node ran, above what was there before. */
	peak: number;
	/** What all transactions, as Get Many returns them, and the output hold by themselves. */
	items: number;
}

const fromDate = '2020-01-01T00:00:00';
const list = { operation: 'getAll', returnAll: true, filters: { fromDate } };
const match = {
	operation: 'match',
	paymentCode: '={{ $json.code }}',
	expectedAmount: '={{ $json.amount }}',
	options: { fromDate },
};

async function main([
	url,
	apiKey,
	orderCount,
	transferCount,
	what,
]: string[]): Promise<BusyNodeResult> {
	const service = [url, apiKey];
	const { orders } = makeBusyShop(Number(orderCount), Number(transferCount));
	// Code and caches that stay are no part of what a run holds.
	await keepItems(service, match, orders.slice(0, 100));
	await keepItems(service, list);
	const listed = dropItems();
	await keepItems(service, match, orders);
	const items = listed + dropItems();
	const delay = monitorEventLoopDelay({ resolution: 5 });
	const highest = watchHeap(what === 'held');
	delay.enable();
	const started = performance.now();
	await keepItems(service, match, orders);
	const milliseconds = performance.now() - started;
	delay.disable();
	const peak = highest();
	const paid = countItems(({ json }) => json.status === 'paid');
	return { paid, milliseconds, longestBlockMs: delay.max / 1_000_000, peak, items };
}

runAsProgram(main);
