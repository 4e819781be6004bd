/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a program of its own beside n8n */
import type { INodeExecutionData } from 'n8n-workflow';
import { toCredentialData } from '../support/engine/credentialData';
import { runAction } from '../support/engine/engine';
import { heldBytes, watchHeap } from './heap';
import { runAsProgram } from './runAsProgram';

/** What the program prints, in bytes of the heap. */
export interface MemoryResult {
	/** What the items of the result hold by themselves. */
	items: number;
	/** The most that was held while the node ran, above what was held before. */
	peak: number;
	transactions: number;
}

/** Out of any function: what a function holds may be collected before its end, or long after use. */
let kept: INodeExecutionData[] = [];

/** Keeps all items and returns nothing that could hold them too. */
async function readAll(url: string, apiKey: string): Promise<void> {
	const { items, error } = await runAction(toCredentialData({ url, apiKey }), {
		resource: 'transaction',
		operation: 'getAll',
		returnAll: true,
		filters: { fromDate: '2020-01-01T00:00:00' },
	});
	if (error) throw new Error(error.message);
	kept = items;
}

async function main([url, apiKey, what]: string[]): Promise<MemoryResult> {
	if (!globalThis.gc) throw new Error('Node.js was started without --expose-gc');
	// Code and caches that stay are no part of what a run holds.
	await readAll(url, apiKey);
	kept = [];
	const before = heldBytes();
	const highest = watchHeap(what === 'held');
	await readAll(url, apiKey);
	const peak = highest() - before;
	const transactions = kept.length;
	const withItems = heldBytes();
	kept = [];
	return { items: withItems - heldBytes(), peak, transactions };
}

runAsProgram(main);
