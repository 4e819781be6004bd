import type { INodeExecutionData } from 'n8n-workflow';

import { fingerprint, type Choice, type StoredState } from '../storedState';

/** What an execution has to do before its items pass. It is attached to the first item. */
export type Task = ClaimTask | SettleTask;

/** Claims the transactions that the execution was started with, and passes those that are granted. */
export interface ClaimTask {
	kind: 'claim';
	/** Names the task; a retry of its execution carries the same name. */
	owner: string;
	/** Whose transactions these are; see `identifyAccount`. */
	account: string;
	/** Maximum number of transactions that the execution passes. Default: all. */
	passAtMost?: number;
	/** How many items there are, to notice if an execution does not get all of them. */
	itemCount: number;
}

/** What must not start the workflow, and has to be recorded before anything is handed over. */
export interface Settlement {
	/** Names the task that records it, also when it is repeated. */
	owner: string;
	values: string[];
	/** Recorded with the values: shows that this account and choice have begun. */
	stamp?: string;
	/** True: the values are only recorded if the stamp is new. */
	onlyIfNew: boolean;
}

/**
 * Records values as settled, and passes nothing. It also carries the state, because only an execution
 * works on a fresh copy of static data (docs/n8n-engine.md#static-data).
 */
export interface SettleTask extends Settlement {
	kind: 'settle';
	/** Written to static data unless that holds the state of a later publication. */
	state: StoredState;
}

/** What stays in the deduplication store when it is trimmed. */
export interface Retention {
	/** How many of the newest entries stay. */
	maxEntries: number;
	/** Entries that stay however old they are. */
	stamps: string[];
}

/** Maximum number of transactions that one execution passes, so that a crash leaves few for a retry. */
export const MAX_PASSED = 100;

/** How many entries the deduplication store holds. Only tests change them. */
export const rowLimits = {
	minEntries: 10_000,
	maxEntries: 150_000,
	/** The number of listed transactions is rounded up to this, so that it seldom changes. */
	listedStep: 1_000,
	/** About how many entries are claimed between two trims. */
	trimInterval: 1_000,
};

/** Attaches a task to the first item. `execute` removes it. */
export function attachTask(items: INodeExecutionData[], task: Task): INodeExecutionData[] {
	const [first, ...others] = items;
	return [{ ...first, task } as unknown as INodeExecutionData, ...others];
}

/** Returns the task of the items, or undefined if they did not come from this trigger. */
export function getTask([first]: INodeExecutionData[]): Task | undefined {
	return first?.task as unknown as Task | undefined;
}

/** Returns the value that the deduplication store keeps for a transaction. */
export function toValue(account: string, id: number): string {
	return `${account}:${id}`;
}

/** Returns the value that shows that everything was settled for this account and choice. */
export function toStamp(account: string, { selection, windowDays }: Choice): string {
	return `begun:${account}:${fingerprint(JSON.stringify({ selection, windowDays }))}`;
}

/** Returns the number of listed transactions, rounded up. */
export function roundListed(listed: number): number {
	return Math.ceil(listed / rowLimits.listedStep) * rowLimits.listedStep;
}

/**
 * Returns what has to stay in the deduplication store: the newest values, and the stamp of the current
 * choice, without which the trigger would start over if static data is lost. Everything stays as long as
 * the publication is unknown or not recorded yet.
 */
export function getRetention(state: StoredState | undefined): Retention {
	if (state?.begun === undefined || state.begun.pending) {
		return { maxEntries: Infinity, stamps: [] };
	}
	const { begun, listed = 0 } = state;
	// For each listed transaction its ID and the mark of its owner, and room for what has left the window.
	const needed = rowLimits.minEntries + 3 * listed;
	return {
		maxEntries: Math.min(rowLimits.maxEntries, needed),
		stamps: [toStamp(begun.account, begun.choice)],
	};
}
