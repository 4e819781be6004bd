/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a program of its own beside n8n */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { INodeExecutionData } from 'n8n-workflow';
import { toCredentialData } from '../support/engine/credentialData';
import { runAction } from '../support/engine/engine';
import { makeBusyShop } from './busyShop';
import { heldBytes, watchHeap } from './heap';
import { runAsProgram } from './runAsProgram';
import type { OpenOrder } from './textOrders';

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

/** Out of any function: what a function holds may be collected before its end, or long after use. */
let kept: INodeExecutionData[] = [];

async function keepItems(
	[url, apiKey]: string[],
	parameters: object,
	items?: OpenOrder[],
): Promise<void> {
	const result = await runAction(
		toCredentialData({ url, apiKey }),
		{ resource: 'transaction', ...parameters },
		{ items: items?.map((order) => ({ ...order })) },
	);
	if (result.error) throw new Error(result.error.message);
	kept = result.items;
}

/** Returns the bytes that the items of a run hold. */
async function measureItems(...given: Parameters<typeof keepItems>): Promise<number> {
	await keepItems(...given);
	const withItems = heldBytes();
	kept = [];
	return withItems - heldBytes();
}

async function main([
	url,
	apiKey,
	orderCount,
	transferCount,
	what,
]: string[]): Promise<BusyNodeResult> {
	const service = [url, apiKey];
	const { orders } = makeBusyShop(Number(orderCount), Number(transferCount));
	const fromDate = '2020-01-01T00:00:00';
	const match = {
		operation: 'match',
		paymentCode: '={{ $json.code }}',
		expectedAmount: '={{ $json.amount }}',
		options: { fromDate },
	};
	const list = { operation: 'getAll', returnAll: true, filters: { fromDate } };
	// Code and caches that stay are no part of what a run holds.
	await keepItems(service, match, orders.slice(0, 100));
	const items = (await measureItems(service, list)) + (await measureItems(service, match, orders));
	const before = heldBytes();
	const delay = monitorEventLoopDelay({ resolution: 5 });
	const highest = watchHeap(what === 'held');
	delay.enable();
	const started = performance.now();
	await keepItems(service, match, orders);
	const milliseconds = performance.now() - started;
	delay.disable();
	const peak = highest() - before;
	const paid = kept.filter(({ json }) => json.status === 'paid').length;
	return {
		paid,
		milliseconds,
		longestBlockMs: delay.max / 1_000_000,
		peak,
		items,
	};
}

runAsProgram(main);
