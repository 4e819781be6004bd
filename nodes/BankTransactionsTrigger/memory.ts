import { randomBytes } from 'node:crypto';

import { Mutex } from '../shared/mutex';
import type { TriggerContext } from './contexts';
import { RecentValues } from './recentValues';
import { createState, describeState, readState, writeState, type StoredState } from './storedState';

/** Four for each transaction of the largest window. */
const MAX_SETTLED_VALUES = 200_000;

/** Who starts a trigger: a person who publishes the workflow, or a change of it, or n8n itself. */
export type Opener = 'person' | 'change' | 'n8n';

/** What has become of a trigger, as far as this process knows. */
export type Phase =
	/** It has not run in this process. */
	| { name: 'new' }
	/** n8n has begun to publish or start it, and it has not started yet. */
	| { name: 'starting'; hasRun: boolean; by: Opener; since: number }
	| { name: 'running'; stop: AbortController }
	/** n8n has ended it, or unpublished the workflow. */
	| { name: 'stopped' };

/** What this process knows of one trigger. Losing it only costs executions that pass nothing. */
export class Memory {
	phase: Phase = { name: 'new' };

	/**
	 * Transactions that are known to be settled, so that they must not start the workflow, the marks of those
	 * that were granted here, and tasks that ended.
	 */
	readonly settled = new RecentValues(MAX_SETTLED_VALUES);

	/** Tasks whose execution claims right now. */
	readonly claiming = new Set<string>();

	/** The newest state that this process read or wrote. */
	stored?: StoredState;

	/** What static data is known to hold; see `describeState`. Undefined: it has to be written again. */
	noted?: string;

	/** When a change of the published workflow was last published, in milliseconds since 1970. */
	changedAt = 0;

	/** True after a failed registration, until n8n has called `delete` for it. */
	hasRegistrationFailed = false;

	/** The URL under which n8n receives events of the published workflow. */
	productionUrl?: string;

	/** Keeps a lifecycle method and a check apart that write the webhook at the same time. */
	readonly webhookMutex = new Mutex();

	/** When the rejection of a call was last logged. */
	rejectionLoggedAt = 0;

	/** Ends the current test run. */
	testRun?: AbortController;

	get hasRun(): boolean {
		return this.phase.name === 'starting' ? this.phase.hasRun : this.phase.name !== 'new';
	}

	get isRunning(): boolean {
		return this.phase.name === 'running';
	}

	/** n8n begins to publish or start the workflow. It may do so while a former version still runs. */
	begin(by: Opener): void {
		if (this.isRunning) return;
		this.phase = { name: 'starting', hasRun: this.hasRun, by, since: Date.now() };
	}

	/** n8n closes the trigger that began with this. */
	close(stop: AbortController): void {
		stop.abort();
		if (this.phase.name === 'running' && this.phase.stop === stop) {
			this.phase = { name: 'stopped' };
		}
	}

	/** The workflow is unpublished: nothing may start it any more. */
	unpublish(): void {
		if (this.phase.name === 'running') this.phase.stop.abort();
		this.phase = { name: 'stopped' };
	}
}

let processId = createProcessId();
let tasks = 0;
let memories = new Map<string, Memory>();

/** Returns what this process knows of a trigger, which is identified by its workflow and node ID. */
export function getMemory(context: TriggerContext): Memory {
	const key = `${context.getWorkflow().id}:${context.getNode().id}`;
	const memory = memories.get(key) ?? new Memory();
	memories.set(key, memory);
	return memory;
}

/**
 * Returns what is stored of this trigger, or what this process remembers, whichever is newer: n8n may
 * have restored an older copy of static data.
 */
export function getKnownState(context: TriggerContext): StoredState | undefined {
	const stored = readState(context);
	const { stored: remembered } = getMemory(context);
	if (stored === undefined || remembered === undefined) return stored ?? remembered;
	return stored.writtenAt > remembered.writtenAt ? stored : remembered;
}

/** Writes and remembers a change of the known state. Only for lifecycle methods and `trigger()`. */
export function saveState(context: TriggerContext, change: Partial<StoredState>): void {
	const known = getKnownState(context) ?? createState(context);
	replaceState(context, { ...known, ...change, writtenAt: Date.now() });
}

/** Writes and remembers a state. Only for lifecycle methods and `trigger()`. */
export function replaceState(context: TriggerContext, state: StoredState): void {
	const memory = getMemory(context);
	memory.stored = state;
	memory.noted = describeState(state);
	writeState(context, state);
}

/** Returns a name for one task of an execution, unique in all processes. */
export function createOwner(): string {
	tasks += 1;
	return `${processId}.${tasks.toString(36)}`;
}

/** Returns true if the task was created by another process. */
export function isOfAnotherProcess(owner: string): boolean {
	return !owner.startsWith(`${processId}.`);
}

/** Forgets everything, as a restart of n8n does. */
export function forgetEverything(): void {
	memories = new Map();
	processId = createProcessId();
	tasks = 0;
}

function createProcessId(): string {
	return randomBytes(6).toString('base64url');
}
