import type { ITriggerFunctions } from 'n8n-workflow';

import { roundListed } from '../ledger/task';
import type { Memory } from '../memory';
import type { TriggerParameters } from '../parameters';
import { describeState, type Begun, type PublishedState } from '../storedState';

/** One publication of the trigger while it runs. Its state is in memory: lifecycle methods change it as well. */
export class RunningTrigger {
	constructor(
		readonly context: ITriggerFunctions,
		readonly parameters: TriggerParameters,
		readonly memory: Memory,
		/** What is known belongs to the next publication once this one has ended. */
		readonly stopped: AbortSignal,
	) {}

	get state(): PublishedState {
		return this.memory.stored as PublishedState;
	}

	get begun(): Begun {
		return this.state.begun;
	}

	/** True if static data is known to hold the state. */
	get isNoted(): boolean {
		return describeState(this.state) === this.memory.noted;
	}

	change(change: Partial<PublishedState>): void {
		if (this.stopped.aborted) return;
		this.memory.stored = { ...this.state, ...change, writtenAt: Date.now() };
	}

	changeBegun(change: Partial<Begun>): void {
		this.change({ begun: { ...this.begun, ...change } });
	}

	/** Notes how many transactions n8n's store has to have room for. */
	noteListed(count: number): void {
		this.change({ listed: Math.max(this.state.listed ?? 0, roundListed(count)) });
	}
}
