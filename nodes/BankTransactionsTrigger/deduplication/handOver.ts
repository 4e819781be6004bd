import type { INodeExecutionData } from 'n8n-workflow';

/** What an execution needs to know about the transactions that it was started with. */
export interface HandOver {
	/** Names this hand-over; a retry of its execution carries the same name. */
	owner: string;
	/** Whose transactions these are; see `identifySource`. */
	source: string;
	/** Batch size of the claims, up to the first batch that passes something. Default: all at once. */
	batchSize?: number;
}

/**
 * Has an execution record values as settled. It passes nothing. The hint travels along, because
 * only an execution works on a fresh copy of static data (docs/n8n-engine.md#static-data).
 */
export interface SettleCommand {
	owner: string;
	values: string[];
	/** Recorded with the values: shows that the trigger has started. */
	marker?: string;
	/** True: the values are only recorded if the marker is new. */
	onlyIfNew: boolean;
	/** Written if the static data holds a hint of the same generation. */
	hint?: { text: string; generation: string };
	maxEntries: number;
}

/** Maximum number of transactions in one execution, so that a crash leaves few for a retry. */
export const MAX_BATCH_SIZE = 100;

const MIN_ENTRIES = 10_000;
const MAX_ENTRIES = 150_000;

/** Attaches the hand-over to items; `deduplicate` takes it off again. */
export function attachHandOver(
	items: INodeExecutionData[],
	handOver: HandOver,
): INodeExecutionData[] {
	return items.map((item) => ({ ...item, handOver: { ...handOver } }));
}

/** Returns the hand-over of an item, or undefined if it did not come from this trigger. */
export function getHandOver(item: INodeExecutionData | undefined): HandOver | undefined {
	return item?.handOver as unknown as HandOver | undefined;
}

/** Returns the one item that carries a command. */
export function toCommandItem(command: SettleCommand): INodeExecutionData {
	return { json: {}, command } as unknown as INodeExecutionData;
}

/** Returns the command of an item, if it carries one. */
export function getCommand(item: INodeExecutionData | undefined): SettleCommand | undefined {
	return item?.command as unknown as SettleCommand | undefined;
}

/** The value that n8n's store keeps for a transaction. */
export function toValue(source: string, id: number): string {
	return `${source}:${id}`;
}

/**
 * How many values the store keeps: for each listed transaction its id, the mark of its owner and as
 * much again for what has left the window. Without a hint, none is dropped that may be needed.
 */
export function getMaxEntries(listed: number | undefined): number {
	if (listed === undefined) return MAX_ENTRIES;
	return Math.min(MAX_ENTRIES, MIN_ENTRIES + 3 * listed);
}
