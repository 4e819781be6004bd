import { sleep, type IExecuteFunctions, type NodeOperationError } from 'n8n-workflow';

import { toOperationError } from '../../shared/http/errors';
import { Mutex } from '../../shared/mutex';
import { claimTiming } from '../timing';

const MAX_ATTEMPTS = 12;

/** What became of entries that were recorded. */
export interface RecordResult {
	/** The entries that were not there before. */
	fresh: Set<string>;
	/** True if an earlier attempt failed, and may have been carried out all the same. */
	isRepeated: boolean;
	/** From before the row was read until after it was written. */
	durationMs: number;
}

/** A write that waits for its turn. */
interface WaitingWrite {
	context: IExecuteFunctions;
	entries: string[];
	resolve: (result: RecordResult) => void;
	reject: (error: unknown) => void;
}

/**
 * The row of n8n's deduplication store that belongs to one trigger, as one process sees it. Each
 * call of n8n reads, changes and writes the whole row without a lock
 * (docs/n8n-engine.md#deduplication-store), so this process writes one at a time, and restores for
 * some seconds what another process may have overwritten.
 */
export class Row {
	private readonly mutex = new Mutex();

	private waiting: WaitingWrite[] = [];

	/** Entries to restore, and when they were written. */
	private readonly recent = new Map<string, number>();

	/** Entries to remove when no other process needs them any more, and when they were written. */
	private readonly temporary = new Map<string, number>();

	private isMaintaining = false;

	/** How long the last write took, which is how far apart those of other processes may be. */
	private writeMs = 0;

	/** Runs a task when no other task of this process is at the row. */
	async runExclusively<T>(task: () => Promise<T>): Promise<T> {
		return await this.mutex.run(task);
	}

	/**
	 * Records entries, and again what was overwritten. With `maxEntries`, drops the oldest beyond that
	 * number. A failed write is repeated: two first writes at a time collide on insert. To be called by
	 * the task that runs exclusively.
	 * @throws NodeOperationError if n8n's database cannot be written.
	 */
	async record(
		context: IExecuteFunctions,
		entries: string[],
		maxEntries?: number,
	): Promise<RecordResult> {
		const all = [...new Set([...this.recent.keys(), ...entries])];
		const isTrim = maxEntries !== undefined;
		if (all.length === 0 && !isTrim) return { fresh: new Set(), isRepeated: false, durationMs: 0 };
		for (let attempt = 1; ; attempt++) {
			const startedAt = Date.now();
			try {
				const options = { mode: 'entries' as const, maxEntries };
				const result = await context.helpers.checkProcessedAndRecord(all, 'node', options);
				this.writeMs = Date.now() - startedAt;
				const fresh = new Set(result.new.map(String));
				return { fresh, isRepeated: attempt > 1, durationMs: this.writeMs };
			} catch (error) {
				if (attempt >= MAX_ATTEMPTS) throw storeError(context, error as Error);
				await this.pause();
			}
		}
	}

	/**
	 * Records entries until a write finds that all are still there, and restores them for some seconds.
	 * To be called by the task that runs exclusively.
	 */
	async recordUntilSeen(context: IExecuteFunctions, entries: string[]): Promise<void> {
		let missing = entries;
		while (missing.length > 0) {
			await this.pause();
			const { fresh } = await this.record(context, missing);
			missing = missing.filter((entry) => fresh.has(entry));
		}
		for (const entry of entries) this.recent.set(entry, Date.now());
		void this.maintain(context);
	}

	/** Records entries that are removed again after some seconds. */
	async recordTemporarily(context: IExecuteFunctions, entries: string[]): Promise<RecordResult> {
		for (const entry of entries) this.temporary.set(entry, Date.now());
		void this.maintain(context);
		return await new Promise((resolve, reject) => {
			this.waiting.push({ context, entries, resolve, reject });
			void this.runExclusively(async () => await this.writeTogether(this.waiting.splice(0)));
		});
	}

	/**
	 * Removes entries. One that stays only means that an execution that runs again repeats a value, or
	 * that a later claim is delayed. To be called by the task that runs exclusively.
	 */
	async remove(context: IExecuteFunctions, entries: string[]): Promise<void> {
		if (entries.length === 0) return;
		await context.helpers
			.removeProcessed(entries, 'node', { mode: 'entries' })
			.catch((error: Error) =>
				context.logger.debug(`Obsolete entries could not be removed: ${error.message}`),
			);
	}

	private async writeTogether(writes: WaitingWrite[]): Promise<void> {
		if (writes.length === 0) return;
		const entries = writes.flatMap((write) => write.entries);
		try {
			const result = await this.record(writes[0].context, entries);
			for (const { resolve } of writes) resolve(result);
		} catch (error) {
			for (const { reject } of writes) reject(error);
		}
	}

	/** Restores recent entries, and removes temporary ones, until all of them are old. */
	private async maintain(context: IExecuteFunctions): Promise<void> {
		if (this.isMaintaining) return;
		this.isMaintaining = true;
		while (this.recent.size + this.temporary.size > 0) {
			await sleep(claimTiming.restoreIntervalMs * (0.5 + Math.random()));
			await this.runExclusively(async () => {
				// The next claim or interval tries again what fails here.
				await this.record(context, []).catch(() => undefined);
				await this.remove(context, deleteOld(this.temporary));
			});
			deleteOld(this.recent);
		}
		this.isMaintaining = false;
	}

	private async pause(): Promise<void> {
		await sleep(
			Math.max(claimTiming.minWritePauseMs, 3 * this.writeMs) * (0.3 + 0.7 * Math.random()),
		);
	}
}

/** Deletes the entries that have been there for long enough, and returns them. */
function deleteOld(entries: Map<string, number>): string[] {
	const { restoreDurationMs } = claimTiming;
	const old = [...entries].filter(([, since]) => Date.now() - since > restoreDurationMs);
	for (const [entry] of old) entries.delete(entry);
	return old.map(([entry]) => entry);
}

function storeError(context: IExecuteFunctions, cause: Error): NodeOperationError {
	return toOperationError(context.getNode(), {
		message: 'n8n could not record which transactions start the workflow',
		description: `With 'Catch Up', the transactions start the workflow as soon as n8n can write to its database again. Without it, retry this execution then. The database reported: ${cause.message}`,
	});
}
