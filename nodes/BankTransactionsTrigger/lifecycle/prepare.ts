import type { IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { isTemporaryError } from '../../shared/http/errors';
import { wait } from '../../shared/http/retry';
import { readSettings } from '../../shared/http/settings';
import { identifyAccount } from '../account';
import type { LifecycleContext } from '../contexts';
import { describeError, logWarning, warnAboutLeftover } from '../log';
import { getKnownState, getMemory, saveState, type Memory, type Opener } from '../memory';
import type { TriggerParameters } from '../parameters';
import { timing } from '../timing';
import { isFirstActivation, isStartOfN8n } from './activationMode';
import { begin, type Beginning } from './begin';
import type { Opening } from './planStart';

const TIMED_OUT = Symbol('timed out');

/**
 * What is prepared for one publication or start of n8n, once for the webhook and the trigger, whichever
 * n8n calls first: some versions call them at the same time, and repeat only the one that failed
 * (docs/n8n-engine.md#activation).
 */
export class Preparation {
	/** What was prepared, once the service has answered. */
	result?: Beginning;

	private attempt?: Promise<Beginning>;

	private attemptInTime?: Promise<Beginning | undefined>;

	constructor(
		/** The copy of static data that n8n makes for it. Another trigger of the workflow shares the copy. */
		readonly copy: IDataObject,
		private readonly opening: Opening,
	) {}

	/** Like `take`, but may leave it to a check; see `inTime`. */
	async takeInTime(
		context: LifecycleContext,
		parameters: TriggerParameters,
	): Promise<Beginning | undefined> {
		this.attemptInTime ??= this.prepareInTime(context, parameters);
		try {
			return await this.attemptInTime;
		} catch (error) {
			this.attemptInTime = undefined;
			throw error as NodeApiError;
		}
	}

	/**
	 * Prepares the start, and again after a failure.
	 * @throws NodeApiError if the service cannot be read.
	 */
	async take(context: LifecycleContext, parameters: TriggerParameters): Promise<Beginning> {
		this.attempt ??= this.prepare(context, parameters);
		try {
			this.result = await this.attempt;
			return this.result;
		} catch (error) {
			this.attempt = undefined;
			throw error as NodeApiError;
		}
	}

	/**
	 * Waits for a step of the publication. Resolves with undefined if the service does not answer in time,
	 * and a check may finish the step: a publication that fails stays dead in n8n 2.40 and later, and
	 * unpublished before.
	 * @throws NodeApiError if waiting does not help, or the trigger starts for the first time.
	 */
	async inTime<T>(context: LifecycleContext, step: Promise<T>): Promise<T | undefined> {
		const { by, pausedMs = 0 } = this.opening;
		const isKnown = getKnownState(context)?.begun !== undefined;
		const mayResume = isKnown && by !== 'person' && pausedMs <= timing.maxPauseMs;
		if (!mayResume) return await step;
		step.catch(() => undefined);
		const ended = new AbortController();
		const timeout = wait(timing.maxPublicationMs, ended.signal).then(() => TIMED_OUT);
		try {
			const result = await Promise.race([step, timeout]);
			if (result !== TIMED_OUT) return result as T;
			warnAboutDelay(context, 'The service did not answer in time.');
		} catch (error) {
			if (!isTemporaryError(error)) throw error as NodeApiError;
			warnAboutDelay(context, describeError(error as NodeOperationError));
		} finally {
			ended.abort();
		}
		return undefined;
	}

	private async prepare(
		context: LifecycleContext,
		parameters: TriggerParameters,
	): Promise<Beginning> {
		const settings = await readSettings(context);
		const known = getKnownState(context);
		const account = await identifyAccount(context, settings, known?.begun);
		const options = { parameters, settings, account, known, opening: this.opening };
		const beginning = await begin(context, options);
		if (known?.webhook && beginning.state.webhook === undefined) {
			warnAboutLeftover(context, known.webhook);
		}
		return beginning;
	}

	private async prepareInTime(
		context: LifecycleContext,
		parameters: TriggerParameters,
	): Promise<Beginning | undefined> {
		const beginning = await this.inTime(context, this.take(context, parameters));
		// The pause ends with this publication, even if a check finishes it after a restart.
		if (beginning === undefined) {
			saveState(context, { closedAt: undefined, lifecycleAt: Date.now() });
		}
		return beginning;
	}
}

const preparations = new WeakMap<Memory, Preparation>();

/** Returns what is prepared for this publication or start of n8n. */
export function getPreparation(context: LifecycleContext): Preparation {
	const memory = getMemory(context);
	const copy = context.getWorkflowStaticData('global');
	const current = preparations.get(memory);
	if (current?.copy === copy) return current;
	const preparation = new Preparation(copy, createOpening(context, memory));
	preparations.set(memory, preparation);
	return preparation;
}

/** Returns true if n8n has neither unpublished the workflow nor published it once more. */
export function isCurrent(context: LifecycleContext, preparation: Preparation): boolean {
	return preparations.get(getMemory(context)) === preparation;
}

/** Has the next attempt prepared again. It may have the same copy of static data. */
export function forgetPreparation(context: LifecycleContext): void {
	preparations.delete(getMemory(context));
}

function createOpening(context: LifecycleContext, memory: Memory): Opening {
	const closedAt = getKnownState(context)?.closedAt;
	const pausedMs = closedAt === undefined ? undefined : Date.now() - closedAt;
	return { by: getOpener(context, memory), pausedMs, hasRun: memory.hasRun };
}

/**
 * Returns who publishes or starts the trigger. n8n uses `activate` not only if a person publishes the
 * workflow, but also if another trigger of it reconnects, and if a change could not be published and is
 * published again. From n8n 2.40 on, it uses `update` if a person publishes again what was refused
 * (docs/n8n-engine.md#activation).
 */
export function getOpener(context: LifecycleContext, { changedAt, phase }: Memory): Opener {
	if (isStartOfN8n(context)) return 'n8n';
	if (!isFirstActivation(context)) {
		return phase.name === 'starting' && phase.by === 'person' ? 'person' : 'change';
	}
	return Date.now() - changedAt < timing.maxPauseMs ? 'change' : 'person';
}

function warnAboutDelay(context: LifecycleContext, reason: string): void {
	logWarning(
		context,
		`The change is published, but not known to the service yet: ${reason} The next check that reaches the service finishes this.`,
	);
}
