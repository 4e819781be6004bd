import { randomBytes } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { Mutex } from '../shared/mutex';
import type { Preparation } from './lifecycle/prepare';
import { timing } from './timing';
import { ClaimQueue } from './ledger/ledger';
import { RecentValues } from './recentValues';
import { clearSettingsCache } from './events/cachedSettings';
import type { Hint, TriggerContext } from './storedState';

/** Four for each transaction of the largest window. */
const MAX_SETTLED_VALUES = 200_000;

/** What this process knows of one trigger. Losing it only costs executions that pass nothing. */
export class ProcessState {
	/** Transactions that are known to be settled: they must not start the workflow. */
	readonly settled = new RecentValues(MAX_SETTLED_VALUES);

	readonly claimQueue = new ClaimQueue(this.settled, () => processId);

	/** The newest hint that this process read or wrote. */
	hint?: Hint;

	/**
	 * What was prepared, by the copy of static data that n8n makes for each activation
	 * (docs/n8n-engine.md#static-data). Another trigger of the workflow shares the copy.
	 */
	readonly preparations = new WeakMap<IDataObject, Preparation>();

	/** The last of them, until the workflow is unpublished. */
	preparation?: Preparation;

	/** Ends catching up. */
	catchUp?: AbortController;

	/** True after a failed registration, until n8n has called `delete` for it. */
	hasRegistrationFailed = false;

	/**
	 * Set if the last activation published a change of an active workflow, or repeated that: `failed` once
	 * n8n has left the workflow unpublished because of a failure.
	 */
	update?: 'started' | 'failed';

	/** True from the start of `trigger()` until n8n closes it. */
	hasTrigger = false;

	/** True once the trigger has run in this process. */
	wasOpen = false;

	/** True between `trigger()` and `delete`. */
	isOpen = false;

	/** True if an execution found no hint in static data, or a former one: it has to be written again. */
	isHintLost = false;

	/** When n8n last prepared or removed an activation, successfully or not, in milliseconds since 1970. */
	lifecycleAt = 0;

	/** The URL under which n8n receives events of the published workflow. */
	productionUrl?: string;

	/** The token that this process registered, the source whose events carry it, and when it was. */
	registered?: { secureToken: string; source: string; at: number };

	/** Keeps a lifecycle method and a check apart that write the webhook at the same time. */
	readonly webhookMutex = new Mutex();

	/** The registered URL, until the trigger has tested whether it leads to this n8n. */
	untestedUrl?: string;

	/** The source of the events that this process received, and the key that it belongs to. */
	eventSource?: { id: string; keyFingerprint: string };

	/** When the rejection of a call was last logged, in milliseconds since 1970. */
	rejectionLoggedAt = 0;

	/** Ends the current test run. */
	testRun?: AbortController;
}

let processId = createProcessId();
let handOvers = 0;
const states = new Map<string, ProcessState>();

/** Returns what this process knows of a trigger, which is identified by its workflow and node ID. */
export function getProcessState(context: TriggerContext): ProcessState {
	const key = `${context.getWorkflow().id}:${context.getNode().id}`;
	const state = states.get(key) ?? new ProcessState();
	states.set(key, state);
	return state;
}

/** Frees the memory of triggers that were unpublished some time ago, and would start over. */
export function forgetUnpublished(): void {
	const since = Date.now() - timing.memoryMs;
	for (const [key, { isOpen, lifecycleAt }] of states) {
		// A process that only receives events or runs executions never publishes, and knows as much.
		if (!isOpen && lifecycleAt > 0 && lifecycleAt < since) states.delete(key);
	}
}

/** Returns how many triggers this process knows. */
export function countTriggers(): number {
	return states.size;
}

/** Returns a name for one hand-over of transactions to an execution, unique in all processes. */
export function createOwner(): string {
	handOvers += 1;
	return `${processId}.${handOvers.toString(36)}`;
}

/** Forgets everything, as a restart of n8n does. */
export function forgetProcessState(): void {
	states.clear();
	clearSettingsCache();
	processId = createProcessId();
	handOvers = 0;
}

function createProcessId(): string {
	return randomBytes(6).toString('base64url');
}
