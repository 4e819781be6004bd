import { createHash } from 'node:crypto';

import type {
	IExecuteFunctions,
	IHookFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import type { Selection } from './selection';

/** The contexts in which n8n runs the trigger. */
export type TriggerContext =
	| IExecuteFunctions
	| IHookFunctions
	| ITriggerFunctions
	| IWebhookFunctions;

/** The webhook that this trigger registered at the service. */
export interface Registration {
	webhookId: number;
	/** As the service stores it, which may be another form than it was given. */
	url: string;
	/** The source whose account it belongs to. Undefined in a test run. */
	source?: string;
}

/** What is known of the transactions of one source: a service and a business. */
export interface SourceHint {
	/** Transactions before this day (`YYYY-MM-DD`) are ignored. It only moves forward. */
	coveredFrom: string;
	/**
	 * The linked accounts by number, each with the day from which its transactions count. Empty until the
	 * service has listed one.
	 */
	accounts?: Record<string, string>;
	/** The service's day of the last complete check: what is linked later counts from that day on. */
	checkedOn?: string;
	/** Proves which of the listed transactions are settled; see `createDigest`. */
	digest: string;
	/** The largest number of transactions that the window listed. */
	listed: number;
	/** The parameters with which the trigger was activated. */
	selection: Selection;
	windowDays: number;
	/** True once the deduplication store holds what was settled at the activation. */
	isRecorded: boolean;
	/** True until it is recorded, if the digest only counts for a source that the store does not know. */
	onlyIfNew?: boolean;
}

/** What the trigger was last activated with, and has settled since. */
export interface ActivationHint {
	/** Changes whenever a lifecycle method writes: an execution never overwrites a newer hint. */
	generation: string;
	source: string;
	/** Changes with the API key. */
	keyFingerprint: string;
	sources: Record<string, SourceHint>;
	/** When the workflow was deactivated, in milliseconds since 1970. */
	closedAt?: number;
}

/**
 * What the trigger keeps in the workflow's static data. n8n may lose or restore an older copy of
 * static data at any time (docs/n8n-engine.md#static-data), so the hint decides nothing: without it,
 * the trigger asks the deduplication store, in executions that pass nothing.
 */
export interface Hint {
	/** A workflow that was copied, also within this n8n, must not touch what belongs to the original. */
	instanceId: string;
	workflowId: string;
	writtenAt: number;
	registration?: Registration;
	activation?: ActivationHint;
}

/** n8n 1 stores static data with each execution. */
const MAX_HINT_LENGTH = 20_000;

/** Enough for 50,000 transactions, even if only some of them are settled. */
const MAX_DIGEST_LENGTH = 15_000;

/** Sources that are remembered, so that switching back and forth loses nothing. */
const MAX_SOURCES = 4;

/** Returns the hint of this trigger, or undefined if this n8n has written none. */
export function readHint(context: TriggerContext): Hint | undefined {
	const text = context.getWorkflowStaticData('global')[getKey(context)];
	if (typeof text !== 'string') return undefined;
	try {
		const hint = JSON.parse(text) as Hint;
		const isOwn =
			hint.instanceId === context.getInstanceId() && hint.workflowId === context.getWorkflow().id;
		return isOwn ? hint : undefined;
	} catch {
		return undefined;
	}
}

/**
 * Returns the stored hint or the one that this process remembers, whichever is newer: n8n may have
 * restored an older copy of static data.
 */
export function getNewestHint(
	context: TriggerContext,
	remembered: Hint | undefined,
): Hint | undefined {
	const stored = readHint(context);
	if (stored === undefined || remembered === undefined) return stored ?? remembered;
	return stored.writtenAt > remembered.writtenAt ? stored : remembered;
}

/** Returns true if the stored hint is missing, or is from a former activation than the known one. */
export function isOutdated(stored: Hint | undefined, known: Hint | undefined): boolean {
	if (stored?.activation === undefined) return true;
	if (known?.activation === undefined) return false;
	const isOther = stored.activation.generation !== known.activation.generation;
	return isOther && stored.writtenAt < known.writtenAt;
}

/** Returns a hint that knows nothing but whose it is. */
export function createHint(context: TriggerContext): Hint {
	const { id: workflowId = '' } = context.getWorkflow();
	return { instanceId: context.getInstanceId(), workflowId, writtenAt: Date.now() };
}

/** Writes the hint to this copy of the static data, as text, because n8n misses nested changes. */
export function writeHint(context: TriggerContext, hint: Hint): void {
	context.getWorkflowStaticData('global')[getKey(context)] = serializeHint(hint);
}

/** Converts the hint to text. Leaves out what is too long, which costs executions that pass nothing. */
export function serializeHint(hint: Hint): string {
	const { activation } = hint;
	const text = JSON.stringify(hint);
	if (activation === undefined || text.length <= MAX_HINT_LENGTH) return text;
	const sources = Object.entries(activation.sources).map(([source, known]) => {
		const fits = source === activation.source && known.digest.length < MAX_DIGEST_LENGTH;
		return [source, { ...known, digest: fits ? known.digest : '', accounts: undefined }] as const;
	});
	return JSON.stringify({
		...hint,
		activation: { ...activation, sources: Object.fromEntries(sources) },
	});
}

/** Adds or replaces what is known of a source, and drops the sources that were used longest ago. */
export function withSource(
	sources: Record<string, SourceHint>,
	source: string,
	known: SourceHint,
): Record<string, SourceHint> {
	const others = Object.entries(sources).filter(([other]) => other !== source);
	return Object.fromEntries([...others.slice(1 - MAX_SOURCES), [source, known]]);
}

/** Returns a short hash of the texts. */
export function fingerprint(...texts: string[]): string {
	return createHash('sha256').update(texts.join('\n')).digest('base64url').slice(0, 16);
}

function getKey(context: TriggerContext): string {
	return `bankTransactionsTrigger:${context.getNode().id}`;
}
