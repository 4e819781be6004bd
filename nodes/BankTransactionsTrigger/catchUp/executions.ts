import { sleep, type INodeExecutionData, type IRun } from 'n8n-workflow';

import { timing } from '../timing';
import type { RunningTrigger } from './runningTrigger';

/** Maximum wait for an execution to claim what it was given. */
const MAX_CONFIRM_MS = 60_000;

const CHECK_INTERVAL_MS = 25;

/** What is given to one execution. */
export interface Assignment {
	items: INodeExecutionData[];
	/** True once this process has seen that all of it is settled. */
	isSettled: () => boolean;
	/** Called once the execution got past the trigger. `passedNothing` is true if that is known. */
	confirm: (passedNothing: boolean) => void;
}

interface StartedExecution extends Assignment {
	/** `confirmed`: the execution got past the trigger. `failed`: it ended before. */
	outcome: 'open' | 'confirmed' | 'failed';
	passedNothing: boolean;
	startedAt: number;
}

/**
 * Starts executions one at a time, each only once the transactions of the one before are settled. An
 * execution may never start or never report back, e.g. if there is no worker. What it was given is then
 * given to another.
 */
export class Executions {
	/** The last one, if nobody knows yet what became of it. */
	private last?: StartedExecution;

	private readonly intervalMs: number;

	constructor(private readonly trigger: RunningTrigger) {
		this.intervalMs = trigger.parameters.intervalMinutes * timing.minuteMs;
	}

	/**
	 * Starts an execution. Resolves with true once it is confirmed, and with false if it cannot be started
	 * now or is not confirmed in time.
	 */
	async start(assignment: Assignment): Promise<boolean> {
		if (this.trigger.stopped.aborted || this.last !== undefined) return false;
		const started = this.emit(assignment);
		this.last = started;
		const confirmMs = Math.min(MAX_CONFIRM_MS, Math.max(timing.minConfirmMs, this.intervalMs));
		if (await this.waitForLast(confirmMs)) {
			await this.waitWhile(() => started.outcome === 'open', timing.runGraceMs);
		}
		return this.processLast();
	}

	/**
	 * Processes the outcome of the last execution, which may come after `start` has resolved. One that stays
	 * open is given up after a while. Returns true if it is confirmed.
	 */
	processLast(): boolean {
		const { last } = this;
		if (last === undefined) return false;
		const outcome = getOutcome(last);
		const repeatMs = Math.max(timing.minRepeatMs, this.intervalMs);
		if (outcome === 'open' && Date.now() - last.startedAt < repeatMs) return false;
		this.last = undefined;
		if (outcome !== 'confirmed') return false;
		last.confirm(last.passedNothing);
		return true;
	}

	/** Waits for the last execution if it is open. Resolves with true as soon as it is confirmed. */
	async waitForLast(milliseconds: number): Promise<boolean> {
		const { last } = this;
		if (last === undefined) return false;
		await this.waitWhile(() => getOutcome(last) === 'open', milliseconds);
		return getOutcome(last) === 'confirmed';
	}

	private emit(assignment: Assignment): StartedExecution {
		const { context } = this.trigger;
		const { name } = context.getNode();
		const started: StartedExecution = {
			...assignment,
			outcome: 'open',
			passedNothing: false,
			startedAt: Date.now(),
		};
		const done = context.helpers.createDeferredPromise<IRun>();
		done.promise
			.then((run: IRun | undefined) => {
				// What n8n reports about an execution: docs/n8n-engine.md#emit.
				const lastNode = run?.data.resultData.lastNodeExecuted;
				const hasPassed =
					run?.status === 'success' || (lastNode !== undefined && lastNode !== name);
				started.passedNothing = lastNode === name && context.getChildNodes(name).length > 0;
				started.outcome = hasPassed ? 'confirmed' : 'failed';
			})
			.catch(() => {
				started.outcome = 'failed';
			});
		context.emit([assignment.items], undefined, done);
		return started;
	}

	private async waitWhile(condition: () => boolean, milliseconds: number): Promise<void> {
		const end = Date.now() + milliseconds;
		const { stopped } = this.trigger;
		while (condition() && Date.now() < end && !stopped.aborted) await sleep(CHECK_INTERVAL_MS);
	}
}

function getOutcome(started: StartedExecution): StartedExecution['outcome'] {
	return started.isSettled() ? 'confirmed' : started.outcome;
}
