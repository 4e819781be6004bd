import { sleep, type INodeExecutionData, type IRun, type ITriggerFunctions } from 'n8n-workflow';

import { timing } from '../timing';

/** Maximum wait for an execution to claim what it was given. */
const MAX_CONFIRM_MS = 60_000;

const CHECK_INTERVAL_MS = 25;
const MAX_RETRY_DELAY_MS = 24 * 60 * 60_000;

/** What is handed to one execution. */
export interface Offer {
	items: INodeExecutionData[];
	/** True once this process has seen that all of it is settled. */
	isSettled: () => boolean;
	/** Called once the execution got past the trigger. `passedNothing` is true if that is known. */
	confirm: (passedNothing: boolean) => void;
}

interface SentOffer extends Offer {
	/** `confirmed`: the execution got past the trigger. `failed`: it ended before. */
	outcome: 'open' | 'confirmed' | 'failed';
	passedNothing: boolean;
	retryAt: number;
}

/**
 * Starts executions one at a time, each only once the transactions of the one before are settled. An
 * execution may never start or never report back, e.g. if there is no worker. Its transactions are
 * then offered again, after a delay that doubles each time.
 */
export class Offers {
	private last?: SentOffer;

	private retryDelayMs: number;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly intervalMs: number,
		private readonly isStopped: () => boolean,
	) {
		this.retryDelayMs = intervalMs;
	}

	/**
	 * Starts an execution for the offer. Resolves with true once it is confirmed, and with false if the
	 * offer cannot be made now or is not confirmed in time.
	 */
	async make(offer: Offer): Promise<boolean> {
		if (this.isStopped() || this.last !== undefined) return false;
		const sent = this.send(offer);
		const confirmMs = Math.min(MAX_CONFIRM_MS, Math.max(timing.minConfirmMs, this.intervalMs));
		await this.waitWhile(() => getState(sent) === 'open', confirmMs);
		if (getState(sent) === 'confirmed') {
			await this.waitWhile(() => sent.outcome === 'open', timing.runGraceMs);
			this.retryDelayMs = this.intervalMs;
			offer.confirm(sent.passedNothing);
			return true;
		}
		if (getState(sent) === 'open') {
			sent.retryAt = Date.now() + this.retryDelayMs;
			this.retryDelayMs = Math.min(MAX_RETRY_DELAY_MS, 2 * this.retryDelayMs);
			this.last = sent;
		}
		return false;
	}

	/**
	 * Processes the outcome of the last offer, if it came after `make` had resolved. An offer that stays
	 * open is given up when it is time to make it again.
	 */
	processLast(): void {
		const { last } = this;
		if (last === undefined) return;
		const state = getState(last);
		if (state === 'open' && Date.now() < last.retryAt) return;
		this.last = undefined;
		if (state !== 'open') this.retryDelayMs = this.intervalMs;
		if (state === 'confirmed') last.confirm(last.passedNothing);
	}

	/** Waits for the last offer if it is open. Resolves with true as soon as it is confirmed. */
	async waitForLast(milliseconds: number): Promise<boolean> {
		const { last } = this;
		if (last === undefined) return false;
		await this.waitWhile(() => getState(last) === 'open', milliseconds);
		return getState(last) === 'confirmed';
	}

	private send(offer: Offer): SentOffer {
		const sent: SentOffer = { ...offer, outcome: 'open', passedNothing: false, retryAt: 0 };
		const done = this.context.helpers.createDeferredPromise<IRun>();
		done.promise
			.then((run) => {
				sent.passedNothing = this.hasEndedAtTrigger(run);
				sent.outcome = this.hasPassedTrigger(run) ? 'confirmed' : 'failed';
			})
			.catch(() => {
				sent.outcome = 'failed';
			});
		this.context.emit([offer.items], undefined, done);
		return sent;
	}

	/** What n8n reports about an execution: docs/n8n-engine.md#emit. */
	private hasPassedTrigger(run: IRun | undefined): boolean {
		if (run === undefined) return false;
		if (run.status === 'success') return true;
		const { lastNodeExecuted } = run.data.resultData;
		return lastNodeExecuted !== undefined && lastNodeExecuted !== this.context.getNode().name;
	}

	private hasEndedAtTrigger(run: IRun | undefined): boolean {
		const { name } = this.context.getNode();
		const hasNext = this.context.getChildNodes(name).length > 0;
		return hasNext && run?.data.resultData.lastNodeExecuted === name;
	}

	private async waitWhile(condition: () => boolean, milliseconds: number): Promise<void> {
		const end = Date.now() + milliseconds;
		while (condition() && Date.now() < end && !this.isStopped()) await sleep(CHECK_INTERVAL_MS);
	}
}

function getState(sent: SentOffer): SentOffer['outcome'] {
	return sent.isSettled() ? 'confirmed' : sent.outcome;
}
