import type { IHookFunctions } from 'n8n-workflow';

import { isPolling } from '../parameters';
import { getProcessState } from '../memory';
import { noteDeactivation } from './deactivation';
import { getLifecycleHint, saveRegistration } from './lifecycleHint';
import { removeWebhooks } from '../webhook/removeWebhooks';
import { endTestRun, isEndOfTestRun } from './testRun';

/**
 * Removes this node's webhooks from the service, and notes when the workflow was unpublished. Already
 * deleted counts as success. Never throws, because n8n would then not save the note
 * (docs/n8n-engine.md#static-data). Instead, the log names what could not be removed.
 */
export async function unregisterWebhook(context: IHookFunctions): Promise<void> {
	if (isEndOfTestRun(context)) return await endTestRun(context);
	const state = getProcessState(context);
	noteDeactivation(context);
	state.registered = undefined;
	const { registration, activation: known } = getLifecycleHint(context);
	if (registration === undefined && isPolling(context)) return;
	const url = context.getNodeWebhookUrl('default');
	if (await removeWebhooks(context, { url, registration, known })) {
		saveRegistration(context, undefined);
	}
	// After a failed activation, n8n calls `delete` twice, and the first call may have taken long.
	state.lifecycleAt = Date.now();
}
