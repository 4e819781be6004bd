import type { ITriggerFunctions, ITriggerResponse, NodeOperationError } from 'n8n-workflow';

import { wait } from '../../shared/http/retry';
import { isStartOfN8n } from '../lifecycle/activationMode';
import { writeHint } from '../storedState';
import { describeError, logWarning } from '../log';
import {
	DEFAULT_CATCH_UP_MINUTES,
	readTriggerParameters,
	type TriggerParameters,
} from '../parameters';
import { getProcessState, type ProcessState } from '../memory';
import { assertPublishable, warnIfNotPublishable } from '../lifecycle/publishable';
import { getPreparation, type Activation, type Preparation } from '../lifecycle/prepare';
import { Checks } from './checks';
import { timing } from '../timing';

/**
 * Starts catching up: checks at once, and then at every interval as long as the workflow is published,
 * for transactions that no event delivered, and starts executions for them. A check that fails is
 * logged, and repeated at the next interval. At a start of n8n, nothing is asked before the first check.
 * @throws NodeOperationError or NodeApiError if a person publishes the workflow, and it cannot start.
 */
export async function startCatchUp(context: ITriggerFunctions): Promise<ITriggerResponse> {
	if (context.getMode() === 'manual') return {};
	assertPublishable(context);
	warnIfNotPublishable(context);
	const state = getProcessState(context);
	const hadTrigger = state.hasTrigger;
	state.hasTrigger = true;
	try {
		const preparation = getPreparation(context);
		const loop = new CheckLoop(context, preparation, state);
		if (isStartOfN8n(context)) state.registered = undefined;
		else await loop.prepare();
		return loop.start();
	} catch (error) {
		state.hasTrigger = hadTrigger;
		throw error as NodeOperationError;
	}
}

/** Makes one check after the other. */
class CheckLoop {
	private readonly stop = new AbortController();

	/** Until the parameters can be read, the default. */
	private intervalMs = DEFAULT_CATCH_UP_MINUTES * timing.minuteMs;

	/** What makes the checks, once the activation is prepared. */
	private checks?: Checks;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly preparation: Preparation,
		private readonly state: ProcessState,
	) {}

	/** Prepares the activation while a person waits for the publication, unless a check may do it. */
	async prepare(): Promise<void> {
		const parameters = this.readParameters();
		const activation = await this.preparation.takeInTime(this.context, parameters);
		if (activation === undefined) return;
		this.open(parameters, activation);
		writeHint(this.context, activation.hint);
	}

	start(): ITriggerResponse {
		const { state, stop } = this;
		// n8n may start a trigger again without closing it, if its webhook could not be registered.
		state.catchUp?.abort();
		state.catchUp = stop;
		state.wasOpen = true;
		state.isOpen = true;
		void this.run();
		return {
			closeFunction: async () => {
				stop.abort();
				state.hasTrigger = false;
			},
		};
	}

	private async run(): Promise<void> {
		await wait(timing.emitDelayMs, this.stop.signal);
		while (!this.isStopped) {
			try {
				await this.check();
			} catch (error) {
				if (!this.isStopped) this.logFailure(error as NodeOperationError);
			}
			await this.waitForNextCheck();
		}
	}

	private async check(): Promise<void> {
		if (this.checks === undefined) {
			const parameters = this.readParameters();
			const activation = await this.preparation.take(this.context, parameters);
			if (this.isStopped) return;
			// Not written here: n8n would save this copy of static data over what executions wrote since.
			this.open(parameters, activation);
		}
		await this.checks?.check();
	}

	private readParameters(): TriggerParameters {
		const parameters = readTriggerParameters(this.context);
		this.intervalMs = parameters.intervalMinutes * timing.minuteMs;
		return parameters;
	}

	private open(parameters: TriggerParameters, activation: Activation): void {
		const { context, state } = this;
		state.hint = activation.hint;
		this.checks = new Checks(context, parameters, activation, state, this.stop.signal);
	}

	/** The next check follows after the interval, or as soon as a slow execution has taken its batch. */
	private async waitForNextCheck(): Promise<void> {
		const end = Date.now() + this.intervalMs;
		if (await this.checks?.waitForLast(this.intervalMs)) return;
		await wait(end - Date.now(), this.stop.signal);
	}

	private get isStopped(): boolean {
		// n8n calls `delete` before it closes the trigger.
		return this.stop.signal.aborted || !this.state.isOpen;
	}

	private logFailure(error: NodeOperationError): void {
		const minutes = this.intervalMs / timing.minuteMs;
		const interval = minutes === 1 ? '1 minute' : `${minutes} minutes`;
		logWarning(
			this.context,
			`The check for missed transactions failed: ${describeError(error)} The next check follows in ${interval}.`,
		);
	}
}
