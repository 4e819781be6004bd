/* eslint-disable @n8n/community-nodes/no-restricted-globals -- for programs beside n8n, which run with --expose-gc */
import type { INodeExecutionData } from 'n8n-workflow';
import { toCredentialData } from '../support/engine/credentialData';
import { runAction } from '../support/engine/engine';
import type { OpenOrder } from './textOrders';

const sampleMs = 5;

/** Out of any function: what a function holds may be collected before its end, or long after use. */
let kept: INodeExecutionData[] = [];

/** Runs our node, keeps the items of its output, and returns nothing that could hold them too. */
export async function keepItems(
	[url, apiKey]: string[],
	parameters: object,
	orders?: OpenOrder[],
): Promise<void> {
	const { items, error } = await runAction(
		toCredentialData({ url, apiKey }),
		{ resource: 'transaction', ...parameters },
		{ items: orders?.map((order) => ({ ...order })) },
	);
	if (error) throw new Error(error.message);
	kept = items;
}

export const countItems = (isWanted: (item: INodeExecutionData) => boolean): number =>
	kept.filter(isWanted).length;

/** Drops the kept items, and returns the bytes that they held by themselves. */
export function dropItems(): number {
	const withItems = heldBytes();
	kept = [];
	return withItems - heldBytes();
}

/** Returns the bytes of the heap that are held, after a collection of garbage. */
export function heldBytes(): number {
	if (!globalThis.gc) throw new Error('Node.js was started without --expose-gc');
	globalThis.gc();
	return process.memoryUsage().heapUsed;
}

/**
 * Samples the heap until the returned function is called, which returns the most bytes above what is held
 * now. Either what is held, each sample after a collection of garbage, or all that is used, garbage and
 * all.
 */
export function watchHeap(isHeld: boolean): () => number {
	const before = heldBytes();
	const sample = isHeld ? heldBytes : () => process.memoryUsage().heapUsed;
	let highest = 0;
	const update = () => (highest = Math.max(highest, sample()));
	const timer = setInterval(update, isHeld ? sampleMs * 10 : sampleMs);
	return () => {
		clearInterval(timer);
		return update() - before;
	};
}
