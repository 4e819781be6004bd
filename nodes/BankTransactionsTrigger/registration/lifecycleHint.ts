import type { IHookFunctions } from 'n8n-workflow';

import { getNewestHint, readHint, writeHint, type Hint, type Registration } from '../hint';
import { getProcessState } from '../processState';

/** Returns true in a test run. n8n calls `delete` in the same mode for one (docs/n8n-engine.md#test-runs). */
export function isTestRun(context: IHookFunctions): boolean {
	return context.getMode() === 'manual' || readHint(context)?.isTestRun === true;
}

/** Returns the hint of the test run or of the published workflow, which knows nothing if there is none. */
export function getLifecycleHint(context: IHookFunctions): Hint {
	const known = isTestRun(context)
		? readHint(context)
		: getNewestHint(context, getProcessState(context).hint);
	const instanceId = context.getInstanceId();
	return known ?? { instanceId, writtenAt: 0, isTestRun: isTestRun(context) };
}

/** Writes the hint, and remembers that of a published workflow. */
export function saveLifecycleHint(context: IHookFunctions, hint: Hint): void {
	const written = { ...hint, writtenAt: Date.now() };
	if (!isTestRun(context)) getProcessState(context).hint = written;
	writeHint(context, written);
}

/** Writes the registered webhook, or that none is registered, for this run and what follows it. */
export function saveRegistration(
	context: IHookFunctions,
	registration: Registration | undefined,
): void {
	const hint = getLifecycleHint(context);
	saveLifecycleHint(context, { ...hint, registration });
	if (isTestRun(context)) return;
	const state = getProcessState(context);
	if (registration && registration.url !== hint.registration?.url) {
		state.untestedUrl = registration.url;
	}
	if (state.activation) state.activation.hint.registration = registration;
}
