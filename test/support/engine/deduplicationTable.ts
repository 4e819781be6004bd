import { createHash } from 'node:crypto';

import { DataDeduplicationService } from 'n8n-core';
import {
	sleep,
	type DeduplicationScope,
	type ICheckProcessedContextData,
	type ICheckProcessedOptions,
	type IDataDeduplicator,
	type IDeduplicationOutput,
} from 'n8n-workflow';

import { getInstanceId } from './n8nInstance';

/**
 * Stands in for n8n's deduplication table, of each n8n. Rebuilt in memory from n8n's
 * `deduplication-helper.js`: one row per node, which is read, changed and written without a lock; a
 * second insert of the same row is refused.
 */
class DeduplicationTable {
	private readonly rows = new Map<string, string[]>();

	writes = 0;

	/** How long a read or a write takes, or a function that tells for each. */
	delayMs: number | (() => number) = 0;

	/** The number of next writes that fail before they are carried out. */
	failures = 0;

	/** The number of next writes that are carried out and then reported as failed. */
	unacknowledged = 0;

	/** Forgets everything, as in a new n8n. */
	clear() {
		this.rows.clear();
		Object.assign(this, { writes: 0, delayMs: 0, failures: 0, unacknowledged: 0 });
	}

	/** The number of entries in the rows of all nodes. */
	get size(): number {
		return [...this.rows.values()].reduce((sum, row) => sum + row.length, 0);
	}

	async checkProcessedAndRecord(
		items: string[],
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
		options: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		const key = toKey(scope, context, options);
		const row = await this.read(key);
		const hashes = items.map(toHash);
		if (row === undefined) {
			if (options.maxEntries) hashes.splice(0, hashes.length - options.maxEntries);
			await this.write(key, hashes, () => {
				if (this.rows.has(key)) throw new Error('UNIQUE constraint failed: processed_data');
			});
			return { new: items, processed: [] };
		}
		const result: IDeduplicationOutput = { new: [], processed: [] };
		const known = new Set(row);
		for (const [index, hash] of hashes.entries()) {
			if (known.has(hash)) {
				result.processed.push(items[index]);
			} else {
				result.new.push(items[index]);
				row.push(hash);
			}
		}
		if (options.maxEntries) row.splice(0, row.length - options.maxEntries);
		await this.write(key, row);
		return result;
	}

	async removeProcessed(
		items: string[],
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
		options: ICheckProcessedOptions,
	) {
		const key = toKey(scope, context, options);
		const row = await this.read(key);
		if (row === undefined) return;
		for (const hash of items.map(toHash)) {
			const index = row.indexOf(hash);
			if (index !== -1) row.splice(index, 1);
		}
		await this.write(key, row);
	}

	private async read(key: string): Promise<string[] | undefined> {
		const row = this.rows.get(key);
		await this.delay();
		return row && [...row];
	}

	private async write(key: string, row: string[], check?: () => void) {
		await this.delay();
		if (this.failures > 0) {
			this.failures--;
			throw new Error('The database is not available');
		}
		check?.();
		this.rows.set(key, row);
		this.writes++;
		if (this.unacknowledged > 0) {
			this.unacknowledged--;
			throw new Error('The connection to the database was lost after the write');
		}
	}

	private async delay() {
		await sleep(typeof this.delayMs === 'number' ? this.delayMs : this.delayMs());
	}
}

function toKey(
	scope: DeduplicationScope,
	{ workflow, node }: ICheckProcessedContextData,
	{ mode }: ICheckProcessedOptions,
): string {
	if (scope !== 'node' || mode !== 'entries')
		throw new Error(`${scope}, ${mode}: not rebuilt here`);
	return `${getInstanceId()}:${workflow.id}:n:${node?.id}`;
}

function toHash(value: string): string {
	return createHash('md5').update(value).digest('base64');
}

/** The only deduplication table of this test process. */
export const deduplicationTable = new DeduplicationTable();

void DataDeduplicationService.init(deduplicationTable as unknown as IDataDeduplicator);
