import { randomBytes } from 'node:crypto';

import type {
	IHookFunctions,
	ITriggerFunctions,
	NodeApiError,
	WorkflowActivateMode,
} from 'n8n-workflow';

import { readSettings } from '../../shared/http/settings';
import { getNewestHint, withSource, type ActivationHint, type Hint } from '../hint';
import { logWarning } from '../log';
import type { TriggerParameters } from '../parameters';
import { getProcessState, type ProcessState } from '../processState';
import { identifySource, type Source } from '../source';
import { isStart, startSource, type Settlement } from './startSource';
import { timing } from './timing';
import type { Listing } from './transactionWindow';

/** How the trigger starts: what is known, and what has to be settled first. */
export interface Activation {
	hint: Hint & { activation: ActivationHint };
	settlement?: Settlement;
	listing?: Listing;
}

type Context = IHookFunctions | ITriggerFunctions;

/**
 * Prepares an activation, once for the webhook and the trigger, whichever n8n calls first: some versions
 * call them at the same time, and repeat only the one that failed (docs/n8n-engine.md#activation).
 * @throws NodeApiError if the service cannot be read. n8n then refuses the activation, or retries it.
 */
export async function takeActivation(
	context: Context,
	parameters: TriggerParameters,
): Promise<Activation> {
	const state = getProcessState(context);
	const staticData = context.getWorkflowStaticData('global');
	// As long as the trigger has not started, this may be a later attempt with the same copy.
	const known = state.hasTrigger ? state.preparations.get(staticData) : undefined;
	const preparation = known ?? prepareActivation(context, parameters);
	state.preparations.set(staticData, preparation);
	try {
		state.activation = await preparation;
		return state.activation;
	} catch (error) {
		state.preparations.delete(staticData);
		state.update &&= 'failed';
		throw error as NodeApiError;
	}
}

/**
 * Decides whether the trigger resumes or starts over, and lists what must not start the workflow.
 * Runs before the webhook is registered, so that no transaction falls between the two.
 */
async function prepareActivation(
	context: Context,
	parameters: TriggerParameters,
): Promise<Activation> {
	const state = getProcessState(context);
	const mode = context.getActivationMode();
	const isUpdate = mode === 'update' || (isPersonal(mode) && state.update === 'failed');
	state.update = isUpdate ? 'started' : undefined;
	const settings = await readSettings(context);
	const hint = getNewestHint(context, state.hint);
	const known = hint?.activation;
	const source = await identifySource(context, settings, known);
	const start = decideStart(mode, known, source, state);
	const wasUnpublished = known?.closedAt !== undefined && !isUpdate;
	if (start === 'fresh' && known !== undefined && !wasUnpublished) {
		logWarning(
			context,
			'The bank transactions trigger starts over: transactions from before now do not start the workflow.',
		);
	}
	const former = start === 'resume' ? known?.sources[source.id] : undefined;
	const onlyIfNew = start === 'ifUnknown';
	const result = await startSource(context, { parameters, settings, source, former, onlyIfNew });
	const others = start === 'fresh' ? {} : (known?.sources ?? {});
	return {
		settlement: result.settlement,
		listing: result.listing,
		hint: {
			instanceId: context.getInstanceId(),
			writtenAt: Date.now(),
			isTestRun: false,
			registration: hint?.registration,
			activation: {
				generation: createGeneration(),
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
function decideStart(
	mode: WorkflowActivateMode,
	known: ActivationHint | undefined,
	source: Source,
	state: ProcessState,
): 'fresh' | 'newSource' | 'ifUnknown' | 'resume' {
	if (known === undefined) return isPersonal(mode) ? 'fresh' : 'ifUnknown';
	const isWanted = isPersonal(mode) && state.update === undefined;
	if (isWanted && (known.closedAt !== undefined || !state.wasOpen)) return 'fresh';
	if (known.closedAt !== undefined && Date.now() - known.closedAt > timing.maxPauseMs)
		return 'fresh';
	if (known.sources[source.id] !== undefined) return 'resume';
	return isStart(mode) ? 'ifUnknown' : 'newSource';
}

function isPersonal(mode: WorkflowActivateMode): boolean {
	return mode === 'activate' || mode === 'create';
}

/** Returns a new `generation` for the hint. */
export function createGeneration(): string {
	return randomBytes(9).toString('base64url');
}
