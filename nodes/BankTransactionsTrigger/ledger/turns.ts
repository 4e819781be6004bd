import { randomBytes } from 'node:crypto';

import { sleep } from 'n8n-workflow';

import { claimTiming } from '../timing';
import type { RecordResult } from './row';

const MAX_ROUNDS = 3;

/** How often a process must find its ticket before it goes first. */
const REQUIRED_SIGHTINGS = 3;

/** How many times slower each round is than the one before. */
const SLOWDOWN_PER_ROUND = 3;

type Write = (entries: string[]) => Promise<RecordResult>;

/**
 * Resolves when these values may be claimed. It keeps processes apart that would claim the same
 * value in the same moment: they would read the row before either wrote it, and both find the value
 * new (docs/n8n-engine.md#deduplication-store).
 *
 * A turn decides nothing, the claim alone does. So a turn that goes wrong loses nothing.
 */
export async function waitForTurn(values: string[], write: Write): Promise<void> {
	for (let round = 1; round <= MAX_ROUNDS; round++) {
		if (await goesFirst(values, round, write)) return;
		await sleepBetween(claimTiming.minStandBackMs, claimTiming.maxStandBackMs);
	}
}

/**
 * Writes the turn of each value and a ticket of its own, and reads them back several times. Of
 * processes that read the row before any of them wrote it, the last to write has overwritten the
 * tickets of the others, and goes first. Those that come later find the turn taken. One sighting is
 * not enough: while several processes write all the time, each may restore its own ticket. A write
 * that took nearly as long as the delay does not count: another process may have read its ticket
 * back before.
 */
async function goesFirst(values: string[], round: number, write: Write): Promise<boolean> {
	const slowdown = SLOWDOWN_PER_ROUND ** (round - 1);
	const minReadBackMs = slowdown * claimTiming.minReadBackMs;
	const maxReadBackMs = slowdown * claimTiming.maxReadBackMs;
	const turns = values.map((value) => `turn/${round}/${value}`);
	const ticket = `ticket/${randomBytes(9).toString('base64url')}`;
	let sightings = 0;
	for (;;) {
		const { fresh, isRepeated, durationMs } = await write([...turns, ticket]);
		if (isRepeated) return false;
		if (!fresh.has(ticket)) sightings += 1;
		else if (!turns.every((turn) => fresh.has(turn))) return false;
		if (sightings === REQUIRED_SIGHTINGS) return true;
		if (durationMs > 0.8 * minReadBackMs) return false;
		await sleepBetween(minReadBackMs, maxReadBackMs);
	}
}

async function sleepBetween(minMs: number, maxMs: number): Promise<void> {
	await sleep(minMs + (maxMs - minMs) * Math.random());
}
