import { randomBytes } from 'node:crypto';

import { sleep } from 'n8n-workflow';

import type { RecordResult } from './deduplicationStore';

const MAX_ROUNDS = 3;
const MAX_ATTEMPTS = 12;

/** How long a ticket of the first round waits before it is read back; later rounds are slower. */
const READ_BACK_DELAY_MS = 500;
const SLOWDOWN_PER_ROUND = 4;

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
		await sleep(MIN_STAND_BACK_MS + (MAX_STAND_BACK_MS - MIN_STAND_BACK_MS) * Math.random());
	}
}

/**
 * Writes the turn of each value and a ticket of its own, and reads them back after a delay. Of
 * processes that read the row before any of them wrote it, the last to write has overwritten the
 * tickets of the others, and goes first. Those that come later find the turn taken. A write that
 * took longer than the delay does not count: another process may have read its ticket back before.
 */
async function goesFirst(values: string[], round: number, write: Write): Promise<boolean> {
	const delayMs = READ_BACK_DELAY_MS * SLOWDOWN_PER_ROUND ** (round - 1);
	const turns = values.map((value) => `turn/${round}/${value}`);
	const ticket = `ticket/${randomBytes(9).toString('base64url')}`;
	for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
		const { fresh, isRepeated, durationMs } = await write([...turns, ticket]);
		if (isRepeated) return false;
		if (!fresh.has(ticket)) return true;
		if (durationMs > 0.8 * delayMs || !turns.every((turn) => fresh.has(turn))) return false;
		await sleep(delayMs);
	}
	return false;
}
