import type { ITriggerFunctions, ITriggerResponse, NodeOperationError } from 'n8n-workflow';

import { wait } from '../../shared/http/retry';
import { getOpener, isStartOfN8n } from '../lifecycle/activationMode';
import type { Beginning } from '../lifecycle/begin';
import { getPreparation, type Preparation } from '../lifecycle/prepare';
import { assertPublishable, warnIfNotPublishable } from '../lifecycle/publishable';
import { describeError, logWarning } from '../log';
import { getMemory, replaceState, type Memory } from '../memory';
import {
	DEFAULT_CATCH_UP_MINUTES,
	readTriggerParameters,
	type TriggerParameters,
} from '../parameters';
import { describeState, readState } from '../storedState';
import { timing } from '../timing';
import { Checks } from './checks';
import { RunningTrigger } from './runningTrigger';

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
	const memory = getMemory(context);
	const preparation = getPreparation(context);
	// n8n 2.40 and later start the trigger before they call `checkExists` (docs/n8n-engine.md#activation).
	memory.begin(getOpener(context, memory));
	const stop = new AbortController();
	const former = memory.phase;
	memory.phase = { name: 'running', stop };
	try {
		const loop = new CheckLoop(context, preparation, memory, stop.signal);
		if (!isStartOfN8n(context)) await loop.prepare();
		// n8n may start a trigger again without closing it, if its webhook could not be registered.
		if (former.name === 'running') former.stop.abort();
		void loop.run();
	} catch (error) {
		if (memory.phase.name === 'running' && memory.phase.stop === stop) memory.phase = former;
		throw error as NodeOperationError;
	}
	return {
		closeFunction: async () => {
			memory.close(stop);
		},
	};
}

/** Makes one check after the other. */
class CheckLoop {
	/** Until the parameters can be read, the default. */
	private intervalMs = DEFAULT_CATCH_UP_MINUTES * timing.minuteMs;

	/** What makes the checks, once the start is prepared. */
	private checks?: Checks;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly preparation: Preparation,
		private readonly memory: Memory,
		private readonly stopped: AbortSignal,
	) {}

	/** Prepares the start while a person waits for the publication, unless a check may do it. */
	async prepare(): Promise<void> {
		const parameters = this.readParameters();
		const beginning = await this.preparation.takeInTime(this.context, parameters);
		if (beginning === undefined) return;
		replaceState(this.context, beginning.state);
		this.open(parameters, beginning, Date.now());
	}

	async run(): Promise<void> {
		await wait(timing.emitDelayMs, this.stopped);
		while (!this.stopped.aborted) {
			try {
				await this.check();
			} catch (error) {
				if (!this.stopped.aborted) this.logFailure(error as NodeOperationError);
			}
			await this.waitForNextCheck();
		}
	}

	private async check(): Promise<void> {
		const { context, memory, stopped } = this;
		if (this.checks === undefined) {
			const parameters = this.readParameters();
			const beginning = await this.preparation.take(context, parameters);
			if (stopped.aborted) return;
			// Not written here: n8n would save this copy of static data over what executions wrote since.
			memory.stored = beginning.state;
			memory.noted = describeState(readState(context));
			this.open(parameters, beginning, 0);
		}
		await this.checks?.check();
	}

	private open(parameters: TriggerParameters, beginning: Beginning, registeredAt: number): void {
		const trigger = new RunningTrigger(this.context, parameters, this.memory, this.stopped);
		this.checks = new Checks(trigger, beginning, registeredAt);
	}

	private readParameters(): TriggerParameters {
		const parameters = readTriggerParameters(this.context);
		// Without catching up, a check costs nothing, and notices that the credential was edited.
		this.intervalMs = (parameters.catchUp ? parameters.intervalMinutes : 1) * timing.minuteMs;
		return parameters;
	}

	/** The next check follows after the interval, or as soon as a slow execution has taken its batch. */
	private async waitForNextCheck(): Promise<void> {
		const end = Date.now() + this.intervalMs;
		if (await this.checks?.executions.waitForLast(this.intervalMs)) return;
		await wait(end - Date.now(), this.stopped);
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
