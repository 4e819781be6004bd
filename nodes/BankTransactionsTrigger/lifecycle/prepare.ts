import type { IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { isTemporaryError } from '../../shared/http/errors';
import { wait } from '../../shared/http/retry';
import { readSettings } from '../../shared/http/settings';
import { identifyAccount } from '../account';
import type { LifecycleContext } from '../contexts';
import { describeError, logWarning } from '../log';
import { getKnownState, getMemory, saveState, type Memory } from '../memory';
import type { TriggerParameters } from '../parameters';
import { timing } from '../timing';
import { getOpener } from './activationMode';
import { begin, type Beginning } from './begin';
import type { Opening } from './planStart';

const TIMED_OUT = Symbol('timed out');

/**
 * What is prepared for one publication or start of n8n, once for the webhook and the trigger, whichever
 * n8n calls first: some versions call them at the same time, and repeat only the one that failed
 * (docs/n8n-engine.md#activation).
 */
export class Preparation {
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
		return await this.attemptInTime;
	}

	/**
	 * Prepares the start, and again after a failure.
	 * @throws NodeApiError if the service cannot be read.
	 */
	async take(context: LifecycleContext, parameters: TriggerParameters): Promise<Beginning> {
		this.attempt ??= this.prepare(context, parameters);
		return await this.attempt;
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
		let reason = 'The service did not answer in time.';
		try {
			const result = await Promise.race([step, timeout]);
			if (result !== TIMED_OUT) return result as T;
		} catch (error) {
			if (!isTemporaryError(error)) throw error as NodeApiError;
			reason = describeError(error as NodeOperationError);
		} finally {
			ended.abort();
		}
		logWarning(
			context,
			`The change is published, but not known to the service yet: ${reason} The next check that reaches the service finishes this.`,
		);
		return undefined;
	}

	private async prepare(
		context: LifecycleContext,
		parameters: TriggerParameters,
	): Promise<Beginning> {
		try {
			const settings = await readSettings(context);
			const known = getKnownState(context);
			const account = await identifyAccount(context, settings, known?.begun);
			const { opening } = this;
			return await begin(context, { parameters, settings, account, known, opening });
		} catch (error) {
			this.attempt = undefined;
			throw error as NodeApiError;
		}
	}

	private async prepareInTime(
		context: LifecycleContext,
		parameters: TriggerParameters,
	): Promise<Beginning | undefined> {
		try {
			const beginning = await this.inTime(context, this.take(context, parameters));
			if (beginning !== undefined) return beginning;
		} catch (error) {
			this.attemptInTime = undefined;
			throw error as NodeApiError;
		}
		// The pause ends with this publication, even if a check finishes it after a restart.
		saveState(context, { closedAt: undefined, lifecycleAt: Date.now() });
		return undefined;
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
