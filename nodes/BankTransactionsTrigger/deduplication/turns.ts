import { randomBytes } from 'node:crypto';

import { sleep } from 'n8n-workflow';

import type { RecordResult } from './deduplicationStore';

const MAX_ROUNDS = 3;

/** How often a process must find its ticket before it goes first. */
const REQUIRED_SIGHTINGS = 3;

/** How long a ticket of the first round waits before it is read back; later rounds are slower. */
const MIN_READ_BACK_MS = 400;
const MAX_READ_BACK_MS = 600;
const SLOWDOWN_PER_ROUND = 3;

/** Longer than the process that goes first usually needs, and different for each that waits. */
const MIN_STAND_BACK_MS = 3_000;
const MAX_STAND_BACK_MS = 9_000;

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
		await sleepBetween(MIN_STAND_BACK_MS, MAX_STAND_BACK_MS);
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
	const turns = values.map((value) => `turn/${round}/${value}`);
	const ticket = `ticket/${randomBytes(9).toString('base64url')}`;
	let sightings = 0;
	for (;;) {
		const { fresh, isRepeated, durationMs } = await write([...turns, ticket]);
		if (isRepeated) return false;
		if (!fresh.has(ticket)) sightings += 1;
		else if (!turns.every((turn) => fresh.has(turn))) return false;
		if (sightings === REQUIRED_SIGHTINGS) return true;
		if (durationMs > 0.8 * slowdown * MIN_READ_BACK_MS) return false;
		await sleepBetween(slowdown * MIN_READ_BACK_MS, slowdown * MAX_READ_BACK_MS);
	}
}

async function sleepBetween(minMs: number, maxMs: number): Promise<void> {
	await sleep(minMs + (maxMs - minMs) * Math.random());
}
