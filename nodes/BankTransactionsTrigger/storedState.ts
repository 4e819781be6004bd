import { createHash } from 'node:crypto';

import { isRecord } from '../shared/types';
import type { TriggerContext } from './contexts';
import type { Selection } from './selection';

/** The webhook that this trigger registered at the service. */
export interface RegisteredWebhook {
	id: number;
	/** As the service stores it, which may be another form than it was given. */
	url: string;
	/** The account at the service that it belongs to. Undefined in a test run. */
	account?: string;
}

/** Which transactions a publication lets start the workflow, and how far back it looks for missed ones. */
export interface Choice {
	selection: Selection;
	windowDays: number;
}

/** What has to be settled before anything starts the workflow, until an execution has recorded it. */
export interface Pending {
	/** See `encodeIds`. Undefined if they are too many: the trigger then begins anew. */
	ids?: string;
	/** True: they are only settled if n8n's store does not know the stamp of this account and choice. */
	onlyIfNew: boolean;
	/** Names the task that settles them: a repeated one must not take its own stamp for that of another. */
	owner: string;
}

/** What the trigger was last published with. */
export interface Begun {
	/** Whose transactions they are; see `identifyAccount`. */
	account: string;
	/** Changes with the API key. */
	keyFingerprint: string;
	choice: Choice;
	/** Transactions before this day (`YYYY-MM-DD`) are ignored. */
	from: string;
	/**
	 * The linked bank accounts by number, each with the day from which its transactions count. Empty until
	 * the service has listed one.
	 */
	linkedSince?: Record<string, string>;
	/** The service's day of the last complete check: what is linked later counts from that day on. */
	checkedOn?: string;
	pending?: Pending;
}

/**
 * What the trigger keeps in the workflow's static data. n8n may lose or restore an older copy of static
 * data at any time (docs/n8n-engine.md#static-data), so it decides nothing: without it, the trigger asks
 * the deduplication store, in executions that pass nothing.
 */
export interface StoredState {
	/** A workflow that was copied, also within this n8n, must not touch what belongs to the original. */
	instanceId: string;
	workflowId: string;
	writtenAt: number;
	/** When the workflow was last published or unpublished. An execution never overwrites a later one. */
	lifecycleAt: number;
	webhook?: RegisteredWebhook;
	begun?: Begun;
	/** When the workflow was unpublished, in milliseconds since 1970. */
	closedAt?: number;
	/** The largest number of transactions that the window listed, rounded up. */
	listed?: number;
}

/** What is stored of a published trigger. */
export type PublishedState = StoredState & { begun: Begun };

/** n8n 1 stores static data with each execution. */
const MAX_LENGTH = 20_000;

/** About 5,000 transactions. */
const MAX_IDS_LENGTH = 15_000;

/** Returns the state of this trigger in static data, or undefined if this n8n has written none. */
export function readState(context: TriggerContext): StoredState | undefined {
	const text = context.getWorkflowStaticData('global')[getKey(context)];
	if (typeof text !== 'string') return undefined;
	try {
		const state = JSON.parse(text) as StoredState;
		const isOwn =
			state.instanceId === context.getInstanceId() && state.workflowId === context.getWorkflow().id;
		return isOwn ? state : undefined;
	} catch {
		return undefined;
	}
}

/** Returns true if the stored state is missing, or from a former publication than the known one. */
export function isOutdated(
	stored: StoredState | undefined,
	known: StoredState | undefined,
): boolean {
	if (stored?.begun === undefined) return true;
	return known?.begun !== undefined && stored.lifecycleAt < known.lifecycleAt;
}

/** Returns a state that knows nothing but whose it is. */
export function createState(context: TriggerContext): StoredState {
	const { id: workflowId = '' } = context.getWorkflow();
	const now = Date.now();
	return { instanceId: context.getInstanceId(), workflowId, writtenAt: now, lifecycleAt: now };
}

/** Writes the state to this copy of the static data, as text, because n8n misses nested changes. */
export function writeState(context: TriggerContext, state: StoredState): void {
	context.getWorkflowStaticData('global')[getKey(context)] = serializeState(state);
}

/** Converts the state to text. Leaves out the linked bank accounts if they are too many. */
export function serializeState(state: StoredState): string {
	const text = JSON.stringify(state);
	if (text.length <= MAX_LENGTH || state.begun === undefined) return text;
	return JSON.stringify({ ...state, begun: { ...state.begun, linkedSince: undefined } });
}

/** Returns a text that differs for states that differ in more than the time when they were written. */
export function describeState(state: StoredState | undefined): string | undefined {
	return state && JSON.stringify({ ...state, writtenAt: 0 }, sortKeys);
}

/** Converts IDs to a short text, or to undefined if it would be too long for static data. */
export function encodeIds(ids: number[]): string | undefined {
	const ascending = [...ids].sort((one, other) => one - other);
	const steps = ascending.map((id, index) => (id - (ascending[index - 1] ?? 0)).toString(36));
	const text = steps.join();
	return text.length > MAX_IDS_LENGTH ? undefined : text;
}

/** Returns the IDs that `encodeIds` converted. */
export function decodeIds(text: string): number[] {
	let id = 0;
	return text === '' ? [] : text.split(',').map((step) => (id += parseInt(step, 36)));
}

/** Returns a short hash of the texts. */
export function fingerprint(...texts: string[]): string {
	return createHash('sha256').update(texts.join('\n')).digest('base64url').slice(0, 16);
}

function sortKeys(_key: string, value: unknown): unknown {
	return isRecord(value) ? Object.fromEntries(Object.entries(value).sort()) : value;
}

function getKey(context: TriggerContext): string {
	return `bankTransactionsTrigger:${context.getNode().id}`;
}
