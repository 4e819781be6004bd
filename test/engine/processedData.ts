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

/**
 * n8n's store of processed ids around the engine, with the weakness of the real one: it reads,
 * changes and writes one row of a node, each in a moment of its own and without a lock, and a second
 * first write of a row is refused.
 */
export class ProcessedData implements IDataDeduplicator {
	private rows = new Map<string, string[]>();

	/** How often a row was written. */
	writes = 0;

	/** Milliseconds that reading and writing take. */
	delay = 0;

	/** How many of the next writes fail, as with a database that is away. */
	failures = 0;

	/** Forgets everything, as in a new n8n. */
	clear() {
		this.rows = new Map();
		this.writes = 0;
		this.delay = 0;
		this.failures = 0;
	}

	/** Remembers these for a node, as if they had been processed long ago. */
	fill(workflowId: string, nodeId: string, values: string[]) {
		this.rows.set(`${workflowId}:${nodeId}`, values.map(hash));
	}

	async checkProcessedAndRecord(
		items: string[],
		_scope: DeduplicationScope,
		context: ICheckProcessedContextData,
		options: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		const key = `${context.workflow.id}:${context.node?.id}`;
		const stored = this.rows.get(key);
		await sleep(this.delay);
		const row = [...(stored ?? [])];
		const known = new Set(row);
		const fresh = items.filter((item) => !known.has(hash(item)));
		row.push(...fresh.map(hash));
		if (options.maxEntries) row.splice(0, row.length - options.maxEntries);
		await sleep(this.delay);
		if (this.failures-- > 0) throw new Error('The database is away');
		if (stored === undefined && this.rows.has(key)) throw new Error('UNIQUE constraint failed');
		this.rows.set(key, row);
		this.writes++;
		return { new: fresh, processed: items.filter((item) => !fresh.includes(item)) };
	}

	async getProcessedDataCount(_scope: DeduplicationScope, context: ICheckProcessedContextData) {
		return this.rows.get(`${context.workflow.id}:${context.node?.id}`)?.length ?? 0;
	}

	async removeProcessed() {}

	async clearAllProcessedItems() {}
}

function hash(value: string): string {
	return createHash('md5').update(value).digest('base64');
}

/** The store of this test process. */
export const processedData = new ProcessedData();

void DataDeduplicationService.init(processedData);
