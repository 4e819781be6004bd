import type { IHookFunctions } from 'n8n-workflow';

import { createHint, getNewestHint, writeHint, type Hint, type Registration } from '../storedState';
import { getProcessState } from '../memory';

/** Returns what is known of the published workflow. */
export function getLifecycleHint(context: IHookFunctions): Hint {
	return getNewestHint(context, getProcessState(context).hint) ?? createHint(context);
}

/** Writes and remembers what is known of the published workflow. */
export function saveLifecycleHint(context: IHookFunctions, hint: Hint): void {
	const written = { ...hint, writtenAt: Date.now() };
	getProcessState(context).hint = written;
	writeHint(context, written);
}

/** Writes the registered webhook, or that none is registered, for this activation and what follows it. */
export function saveRegistration(
	context: IHookFunctions,
	registration: Registration | undefined,
): void {
	saveLifecycleHint(context, { ...getLifecycleHint(context), registration });
	const activation = getProcessState(context).preparation?.activation;
	if (activation) activation.hint.registration = registration;
}
