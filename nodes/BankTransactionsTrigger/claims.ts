import { NodeOperationError, sleep, type IExecuteFunctions } from 'n8n-workflow';

import { memoryOf } from './memory';

/** How many claims n8n keeps of one trigger: hashes of 24 letters, about 270 KB. */
export const MOST_CLAIMS = 10_000;

/** How often a claim is made again where another process wrote at the same time. */
const TRIES = 12;
const LONGEST_WAIT_MILLISECONDS = 60;

interface Claim {
	context: IExecuteFunctions;
	ids: number[];
	settle: (granted: Set<number>) => void;
	fail: (error: unknown) => void;
}

/** The claims of one trigger in this process: one is made at a time, what waits goes in the next. */
const queues = new Map<string, Claim[]>();

/**
 * Claims transactions for this execution: the result holds those that nobody claimed before. n8n
 * keeps the claims in its database, where every worker sees them, but reads, changes and writes one
 * row without a lock (an engine fact). So the claims of this process stand in a queue, and where
 * another process may write too, a claim is read back until it is seen to stay.
 * @throws NodeOperationError where n8n's store cannot be written; the ids may then come again.
 */
export async function claim(context: IExecuteFunctions, ids: number[]): Promise<Set<number>> {
	const key = `${context.getWorkflow().id}:${context.getNode().id}`;
	return await new Promise<Set<number>>((settle, fail) => {
		const entry = { context, ids, settle, fail };
		const queue = queues.get(key);
		if (queue) queue.push(entry);
		else {
			queues.set(key, [entry]);
			void work(key);
		}
	});
}

async function work(key: string): Promise<void> {
	for (;;) {
		const waiting = queues.get(key)?.splice(0) ?? [];
		if (waiting.length === 0) {
			queues.delete(key);
			return;
		}
		await claimTogether(waiting);
	}
}

async function claimTogether(waiting: Claim[]): Promise<void> {
	const [{ context }] = waiting;
	const memory = memoryOf(context);
	const ids = [...new Set(waiting.flatMap((entry) => entry.ids))];
	try {
		const fresh = await record(context, ids);
		if (ids.some((id) => !memory.cameFromHere(id))) await readBack(context, [...fresh]);
		memory.confirm(ids);
		for (const { ids: wanted, settle } of waiting) {
			const granted = new Set(wanted.filter((id) => fresh.delete(id)));
			settle(granted);
		}
	} catch (error) {
		memory.release(ids);
		for (const { fail } of waiting) fail(error);
	}
}

/** One write. Two first writes at a time collide on insert, so a failed one is made again. */
async function record(context: IExecuteFunctions, ids: number[]): Promise<Set<number>> {
	for (let attempt = 1; ; attempt++) {
		try {
			const options = { mode: 'entries' as const, maxEntries: MOST_CLAIMS };
			const values = ids.map(String);
			const result = await context.helpers.checkProcessedAndRecord(values, 'node', options);
			return new Set(result.new.map(Number));
		} catch (error) {
			if (attempt < TRIES) {
				await pause();
				continue;
			}
			throw new NodeOperationError(context.getNode(), 'n8n could not note down the transactions', {
				description: `They may start the workflow again later, but are not lost. Check the database of n8n: ${(error as Error).message}`,
			});
		}
	}
}

/** Writes again what another process overwrote, until nothing of it is missing. */
async function readBack(context: IExecuteFunctions, ids: number[]): Promise<void> {
	let missing = ids;
	for (let attempt = 1; missing.length > 0 && attempt < TRIES; attempt++) {
		await pause();
		missing = [...(await record(context, missing))];
	}
}

async function pause() {
	await sleep(LONGEST_WAIT_MILLISECONDS * (0.3 + 0.7 * Math.random()));
}
