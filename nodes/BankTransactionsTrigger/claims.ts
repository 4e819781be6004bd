import { NodeOperationError, sleep, type IExecuteFunctions } from 'n8n-workflow';

import { memoryOf } from './memory';

/** How many claims n8n keeps of one trigger: hashes of 24 letters, about 270 KB. */
export const MOST_CLAIMS = 10_000;

/** How often a claim is made again where another process wrote at the same time. */
const TRIES = 12;
const LONGEST_WAIT_MILLISECONDS = 60;

/** How long, and how often, a claim is looked after where another process may overwrite it. */
const KEPT_MILLISECONDS = 10_000;
const LOOK_MILLISECONDS = 2_000;

interface Claim {
	context: IExecuteFunctions;
	ids: number[];
	/** Noted down beside them, and granted to nobody. */
	others: number[];
	settle: (granted: Set<number>) => void;
	fail: (error: unknown) => void;
}

/** The claims of one trigger in this process: one is made at a time, what waits goes in the next. */
interface Desk {
	waiting: Claim[];
	isWorking: boolean;
	/** Claimed a moment ago, and since when: every write puts back those that were overwritten. */
	recent: Map<number, number>;
	/** How long the last write took, which is how far apart those of other processes may be. */
	writeMilliseconds: number;
}

const desks = new Map<string, Desk>();

/**
 * Claims transactions for this execution: the result holds those that nobody claimed before. n8n
 * keeps the claims in its database, where every worker sees them, but reads, changes and writes one
 * row without a lock (an engine fact). So the claims of this process stand in a queue. Where another
 * process may write too, a claim is read back until it is seen to stay, and put back for some
 * seconds more, because a slow process may still write what it read before. `others` are noted down in
 * the same write, so that later claims of them are granted to nobody.
 * @throws NodeOperationError where n8n's store cannot be written; the ids may then come again.
 */
export async function claim(
	context: IExecuteFunctions,
	ids: number[],
	others: number[] = [],
): Promise<Set<number>> {
	const key = `${context.getWorkflow().id}:${context.getNode().id}`;
	const desk = desks.get(key) ?? {
		waiting: [],
		isWorking: false,
		recent: new Map<number, number>(),
		writeMilliseconds: 0,
	};
	desks.set(key, desk);
	return await enqueue(desk, context, ids, others);
}

async function enqueue(
	desk: Desk,
	context: IExecuteFunctions,
	ids: number[],
	others: number[] = [],
): Promise<Set<number>> {
	return await new Promise((settle, fail) => {
		desk.waiting.push({ context, ids, others, settle, fail });
		if (!desk.isWorking) void work(desk);
	});
}

async function work(desk: Desk): Promise<void> {
	desk.isWorking = true;
	while (desk.waiting.length > 0) await claimTogether(desk, desk.waiting.splice(0));
	desk.isWorking = false;
}

async function claimTogether(desk: Desk, waiting: Claim[]): Promise<void> {
	const [{ context }] = waiting;
	const memory = memoryOf(context);
	const ids = [...new Set(waiting.flatMap((entry) => entry.ids))];
	try {
		const others = waiting.flatMap((entry) => entry.others);
		const recorded = await record(desk, context, [...others, ...ids]);
		const fresh = new Set(ids.filter((id) => recorded.has(id) && !memory.isClaimed(id)));
		if (ids.some((id) => !memory.cameFromHere(id))) {
			await readBack(desk, context, [...fresh]);
			lookAfter(desk, context, fresh);
		}
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

/** Has the writes of the next seconds put these back, and makes some where none is due. */
function lookAfter(desk: Desk, context: IExecuteFunctions, ids: Set<number>): void {
	const isLookedAfter = desk.recent.size > 0;
	for (const id of ids) desk.recent.set(id, Date.now());
	if (!isLookedAfter && ids.size > 0) void keep(desk, context);
}

async function keep(desk: Desk, context: IExecuteFunctions): Promise<void> {
	while (desk.recent.size > 0) {
		await sleep(LOOK_MILLISECONDS * (0.5 + Math.random()));
		// The next claim or look tries again what fails here.
		await enqueue(desk, context, []).catch(() => undefined);
		for (const [id, since] of desk.recent) {
			if (Date.now() - since > KEPT_MILLISECONDS) desk.recent.delete(id);
		}
	}
}

/**
 * One write, which puts back what was overwritten too; resolves with all that was not there. Two
 * first writes at a time collide on insert, so a failed one is made again.
 */
async function record(desk: Desk, context: IExecuteFunctions, ids: number[]): Promise<Set<number>> {
	for (let attempt = 1; ; attempt++) {
		const begun = Date.now();
		try {
			const options = { mode: 'entries' as const, maxEntries: MOST_CLAIMS };
			const values = [...new Set([...desk.recent.keys(), ...ids])].map(String);
			const result = await context.helpers.checkProcessedAndRecord(values, 'node', options);
			desk.writeMilliseconds = Date.now() - begun;
			return new Set(result.new.map(Number));
		} catch (error) {
			if (attempt < TRIES) {
				await pause(desk);
				continue;
			}
			throw new NodeOperationError(context.getNode(), 'n8n could not note down the transactions', {
				description: `They may start the workflow again later, but are not lost. Check the database of n8n: ${(error as Error).message}`,
			});
		}
	}
}

/** Writes again what another process overwrote, until nothing of it is missing. */
async function readBack(desk: Desk, context: IExecuteFunctions, ids: number[]): Promise<void> {
	let missing = ids;
	for (let attempt = 1; missing.length > 0 && attempt < TRIES; attempt++) {
		await pause(desk);
		const recorded = await record(desk, context, missing);
		missing = missing.filter((id) => recorded.has(id));
	}
}

async function pause(desk: Desk) {
	const longest = Math.max(LONGEST_WAIT_MILLISECONDS, 3 * desk.writeMilliseconds);
	await sleep(longest * (0.3 + 0.7 * Math.random()));
}
