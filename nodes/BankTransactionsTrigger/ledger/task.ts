import type { INodeExecutionData } from 'n8n-workflow';

import { fingerprint, type ActivationHint, type SourceHint } from '../storedState';

/** What an execution needs to know about the transactions that it was started with. */
export interface HandOver {
	/** Names this hand-over; a retry of its execution carries the same name. */
	owner: string;
	/** Whose transactions these are; see `identifySource`. */
	source: string;
	/** Number of transactions to claim at a time, until a batch passes something. Default: all. */
	batchSize?: number;
	/** How many items were handed over, to notice if an execution does not get all of them. */
	itemCount: number;
}

/**
 * Tells an execution to record values as settled, and to pass nothing. It also carries the hint, because
 * only an execution works on a fresh copy of static data (docs/n8n-engine.md#static-data).
 */
export interface SettleCommand {
	owner: string;
	values: string[];
	/** Recorded with the values: shows that the trigger has started. */
	marker?: string;
	/** True: the values are only recorded if the marker is new. */
	onlyIfNew: boolean;
	/** The hint as text. Written unless static data holds the hint of a later activation. */
	hint: string;
}

/** What stays in the deduplication store when it is trimmed. */
export interface Retention {
	/** How many of the newest entries stay. */
	maxEntries: number;
	/** Entries that stay however old they are. */
	markers: string[];
}

/** Maximum number of transactions in one execution, so that a crash leaves few for a retry. */
export const MAX_BATCH_SIZE = 100;

/** How many entries the deduplication store holds. Only tests change them. */
export const rowLimits = {
	minEntries: 10_000,
	maxEntries: 150_000,
	/** About how many entries are claimed between two trims. */
	trimInterval: 1_000,
};

/** Attaches the hand-over to items. `deduplicate` removes it. */
export function attachHandOver(
	items: INodeExecutionData[],
	handOver: Omit<HandOver, 'itemCount'>,
): INodeExecutionData[] {
	const itemCount = items.length;
	return items.map((item) => ({ ...item, handOver: { ...handOver, itemCount } }));
}

/** Returns the hand-over of an item, or undefined if it did not come from this trigger. */
export function getHandOver(item: INodeExecutionData | undefined): HandOver | undefined {
	return item?.handOver as unknown as HandOver | undefined;
}

/** Returns an item that carries the command. */
export function toCommandItem(command: SettleCommand): INodeExecutionData {
	return { json: {}, command } as unknown as INodeExecutionData;
}

/** Returns the command of an item, if it carries one. */
export function getCommand(item: INodeExecutionData | undefined): SettleCommand | undefined {
	return item?.command as unknown as SettleCommand | undefined;
}

/** Returns the value that the deduplication store keeps for a transaction. */
export function toValue(source: string, id: number): string {
	return `${source}:${id}`;
}

/** Returns the marker that shows that everything was settled for this source, window and selection. */
export function toMarker(
	source: string,
	{ selection, windowDays }: Pick<SourceHint, 'selection' | 'windowDays'>,
): string {
	return `begun:${source}:${fingerprint(JSON.stringify({ selection, windowDays }))}`;
}

/**
 * Returns what has to stay in the deduplication store: the newest values of all known sources, so that
 * switching back to a former one loses nothing, and the marker of the current one, without which the
 * trigger would start over if static data is lost. Everything stays as long as the activation is unknown
 * or not recorded yet.
 */
export function getRetention(activation: ActivationHint | undefined): Retention {
	const known = activation?.sources[activation.source];
	if (activation === undefined || known?.isRecorded !== true) {
		return { maxEntries: Infinity, markers: [] };
	}
	const listed = Object.values(activation.sources).map((source) => source.listed);
	return {
		maxEntries: getMaxEntries(listed.reduce((sum, count) => sum + count, 0)),
		markers: [toMarker(activation.source, known)],
	};
}

/**
 * Returns how many values the deduplication store keeps: for each listed transaction its ID and the mark
 * of its owner, and room for what has left the window.
 */
export function getMaxEntries(listed: number): number {
	return Math.min(rowLimits.maxEntries, rowLimits.minEntries + 3 * listed);
}
