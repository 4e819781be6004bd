import { roundListed } from '../ledger/task';
import type { Memory } from '../memory';
import { describeState, type Begun, type PublishedState } from '../storedState';

/** The state of a running trigger, in the memory of this process: lifecycle methods change it as well. */
export class CurrentState {
	constructor(
		private readonly memory: Memory,
		/** What is known belongs to the next publication once this one has ended. */
		private readonly stopped: AbortSignal,
	) {}

	get value(): PublishedState {
		return this.memory.stored as PublishedState;
	}

	get begun(): Begun {
		return this.value.begun;
	}

	change(change: Partial<PublishedState>): void {
		if (this.stopped.aborted) return;
		this.memory.stored = { ...this.value, ...change, writtenAt: Date.now() };
	}

	update(change: Partial<Begun>): void {
		this.change({ begun: { ...this.begun, ...change } });
	}

	/** Notes how many transactions n8n's store has to have room for. */
	noteListed(count: number): void {
		this.change({ listed: Math.max(this.value.listed ?? 0, roundListed(count)) });
	}

	/** True if static data is known to hold it. */
	get isNoted(): boolean {
		return describeState(this.value) === this.memory.noted;
	}
}
