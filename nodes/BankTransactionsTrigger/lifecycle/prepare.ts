import { randomBytes } from 'node:crypto';

import type {
	IHookFunctions,
	ITriggerFunctions,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { isTemporaryError } from '../../shared/http/errors';
import { wait } from '../../shared/http/retry';
import { readSettings } from '../../shared/http/settings';
import { isFirstActivation, isStartOfN8n } from './activationMode';
import {
	createHint,
	getNewestHint,
	withSource,
	writeHint,
	type ActivationHint,
	type Hint,
	type Registration,
} from '../storedState';
import { describeError, logWarning, warnAboutLeftover } from '../log';
import type { TriggerParameters } from '../parameters';
import { getProcessState, type ProcessState } from '../memory';
import { identifySource, type Source } from '../account';
import { startSource, type Settlement } from './startSource';
import { timing } from '../timing';
import type { Listing } from '../catchUp/transactionWindow';

/** How the trigger starts: what is known, and what has to be settled first. */
export interface Activation {
	hint: Hint & { activation: ActivationHint };
	settlement?: Settlement;
	listing?: Listing;
}

type Context = IHookFunctions | ITriggerFunctions;

const TIMED_OUT = Symbol('timed out');

/**
 * `startOver`: what is listed is from before. `ifUnknown`: the same, if the deduplication store does not
 * know the source. `resume`: nothing is forgotten.
 */
type StartPlan = 'startOver' | 'ifUnknown' | 'resume';

/**
 * What is prepared for one activation, once for the webhook and the trigger, whichever n8n calls first:
 * some versions call them at the same time, and repeat only the one that failed
 * (docs/n8n-engine.md#activation).
 */
export class Preparation {
	/** What was prepared, once the service has answered. */
	activation?: Activation;

	private attempt?: Promise<Activation>;

	private attemptInTime?: Promise<Activation | undefined>;

	/** Decided by what is known now: a check may finish it much later. */
	constructor(private readonly plan: StartPlan) {}

	/** Like `take`, but may leave it to a check; see `inTime`. */
	async takeInTime(
		context: Context,
		parameters: TriggerParameters,
	): Promise<Activation | undefined> {
		this.attemptInTime ??= this.prepareInTime(context, parameters);
		try {
			return await this.attemptInTime;
		} catch (error) {
			this.attemptInTime = undefined;
			throw error as NodeApiError;
		}
	}

	/**
	 * Prepares the activation, and again after a failure.
	 * @throws NodeApiError if the service cannot be read.
	 */
	async take(context: Context, parameters: TriggerParameters): Promise<Activation> {
		this.attempt ??= prepareActivation(context, parameters, this.plan);
		try {
			this.activation = await this.attempt;
			return this.activation;
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
	async inTime<T>(context: Context, step: Promise<T>): Promise<T | undefined> {
		if (this.plan !== 'resume') return await step;
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

	private async prepareInTime(
		context: Context,
		parameters: TriggerParameters,
	): Promise<Activation | undefined> {
		const activation = await this.inTime(context, this.take(context, parameters));
		if (activation === undefined) reopen(context);
		return activation;
	}
}

/** Returns what is prepared for this activation. */
export function getPreparation(context: Context): Preparation {
	const state = getProcessState(context);
	const staticData = context.getWorkflowStaticData('global');
	// As long as the trigger has not started, this may be a later attempt with the same copy.
	const known = state.hasTrigger ? state.preparations.get(staticData) : undefined;
	const preparation = known ?? new Preparation(planStart(context, state));
	state.preparations.set(staticData, preparation);
	state.preparation = preparation;
	return preparation;
}

function warnAboutDelay(context: Context, reason: string): void {
	logWarning(
		context,
		`The change is published, but not known to the service yet: ${reason} The next check that reaches the service finishes this.`,
	);
}

/** The pause ends with this publication, even if a check finishes it after a restart. */
function reopen(context: Context): void {
	const state = getProcessState(context);
	const hint = getNewestHint(context, state.hint);
	if (hint?.activation === undefined) return;
	const activation = { ...hint.activation, closedAt: undefined, generation: createGeneration() };
	state.hint = { ...hint, activation, writtenAt: Date.now() };
	writeHint(context, state.hint);
}

/**
 * Decides whether the trigger resumes or starts over, and lists what must not start the workflow.
 * Runs before the webhook is registered, so that no transaction falls between the two.
 */
async function prepareActivation(
	context: Context,
	parameters: TriggerParameters,
	plan: StartPlan,
): Promise<Activation> {
	const state = getProcessState(context);
	const isAtStart = isStartOfN8n(context);
	const settings = await readSettings(context);
	const hint = getNewestHint(context, state.hint);
	const known = hint?.activation;
	const source = await identifySource(context, settings, known);
	const wasUnpublished = known?.closedAt !== undefined && state.update === undefined;
	if (plan === 'startOver' && known !== undefined && !wasUnpublished) {
		logWarning(
			context,
			'The bank transactions trigger starts over: transactions from before now do not start the workflow.',
		);
	}
	const former = plan === 'resume' ? known?.sources[source.id] : undefined;
	const onlyIfNew = plan === 'ifUnknown' || (plan === 'resume' && isAtStart);
	const result = await startSource(context, { parameters, settings, source, former, onlyIfNew });
	const others = plan === 'startOver' ? {} : (known?.sources ?? {});
	const generation = plan === 'resume' && isAtStart ? known?.generation : undefined;
	return {
		settlement: result.settlement,
		listing: result.listing,
		hint: {
			...createHint(context),
			registration: withoutFormerAccount(context, hint?.registration, source),
			activation: {
				generation: generation ?? createGeneration(),
				source: source.id,
				keyFingerprint: source.keyFingerprint,
				sources: withSource(others, source.id, result.known),
			},
		},
	};
}

/**
 * The mode alone does not tell: n8n uses `activate` not only if a person publishes the workflow, but
 * also if a sibling trigger reconnects, and `update` also if this trigger was only just added
 * (docs/n8n-engine.md#activation).
 */
function planStart(context: Context, state: ProcessState): StartPlan {
	const mode = context.getActivationMode();
	const isFirst = isFirstActivation(context);
	const isUpdate = mode === 'update' || (isFirst && state.update === 'failed');
	state.update = isUpdate ? 'started' : undefined;
	const known = getNewestHint(context, state.hint)?.activation;
	if (known === undefined) return isFirst ? 'startOver' : 'ifUnknown';
	const { closedAt } = known;
	if (isFirst && !isUpdate && (closedAt !== undefined || !state.wasOpen)) {
		return 'startOver';
	}
	const isLongPause = closedAt !== undefined && Date.now() - closedAt > timing.maxPauseMs;
	return isLongPause ? 'startOver' : 'resume';
}

/** A webhook of another account cannot be reached with this key. */
function withoutFormerAccount(
	context: Context,
	registration: Registration | undefined,
	source: Source,
): Registration | undefined {
	if (registration === undefined || registration.source === source.id) return registration;
	warnAboutLeftover(context, registration);
	return undefined;
}

/** Returns a new `generation` for the hint. */
export function createGeneration(): string {
	return randomBytes(9).toString('base64url');
}
