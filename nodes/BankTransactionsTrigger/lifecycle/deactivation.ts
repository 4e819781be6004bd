import type { IHookFunctions } from 'n8n-workflow';

import { createGeneration } from './prepare';
import { getProcessState } from '../memory';
import { getLifecycleHint, saveLifecycleHint } from './lifecycleHint';

/**
 * n8n calls `delete` at once if an activation failed in this node, and later if it failed in another
 * node of the workflow, which may be after this trigger has started (docs/n8n-engine.md#activation).
 * A person who deactivates it usually takes longer. Another trigger may take two minutes to find that its
 * server does not answer: Linux gives up connecting after 127 seconds.
 */
const CLEAN_UP_MS = {
	failedHere: 5_000,
	failedElsewhere: 10 * 60_000,
	failedAfterStart: 3 * 60_000,
};

/** Notes when the workflow was deactivated. Does not if n8n cleans up after a failed activation. */
export function noteDeactivation(context: IHookFunctions): void {
	const state = getProcessState(context);
	const { hasRegistrationFailed } = state;
	state.hasRegistrationFailed = false;
	// The trigger continues, and n8n tries to register the webhook again.
	if (hasRegistrationFailed && state.hasTrigger) return;
	const limit = state.preparation ? CLEAN_UP_MS.failedElsewhere : CLEAN_UP_MS.failedHere;
	const elapsedMs = Date.now() - state.lifecycleAt;
	const isCleaningUp = hasRegistrationFailed || (!state.isOpen && elapsedMs < limit);
	const hasFailed = isCleaningUp || elapsedMs < CLEAN_UP_MS.failedAfterStart;
	state.update = state.update && hasFailed ? 'failed' : undefined;
	state.isOpen = false;
	state.preparation = undefined;
	const hint = getLifecycleHint(context);
	if (isCleaningUp || hint.activation === undefined) return;
	const closed = { closedAt: Date.now(), generation: createGeneration() };
	saveLifecycleHint(context, { ...hint, activation: { ...hint.activation, ...closed } });
}
