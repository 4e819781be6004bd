import type { IHookFunctions } from 'n8n-workflow';

import { getKnownState, getMemory, saveState } from '../memory';
import { isPolling } from '../parameters';
import { timing } from '../timing';
import { removeWebhooks } from '../webhook/removeWebhooks';
import { forgetPreparation } from './prepare';
import { endTestRun, isEndOfTestRun } from './testRun';

/**
 * Removes this node's webhooks from the service, and notes when the workflow was unpublished. Already
 * deleted counts as success. Never throws, because n8n would then not save the note
 * (docs/n8n-engine.md#static-data). Instead, the log names what could not be removed.
 */
export async function unregisterWebhook(context: IHookFunctions): Promise<void> {
	if (isEndOfTestRun(context)) return await endTestRun(context);
	noteUnpublished(context);
	const { webhook, begun } = getKnownState(context) ?? {};
	if (webhook === undefined && isPolling(context)) return;
	const url = context.getNodeWebhookUrl('default');
	if (await removeWebhooks(context, { url, webhook, begun })) {
		saveState(context, { webhook: undefined });
	}
}

/**
 * Notes when the workflow was unpublished. Does not if n8n cleans up: at once if the webhook could not be
 * registered, and later if another node of the workflow could not start (docs/n8n-engine.md#activation).
 */
function noteUnpublished(context: IHookFunctions): void {
	const memory = getMemory(context);
	const { hasRegistrationFailed, phase } = memory;
	memory.hasRegistrationFailed = false;
	forgetPreparation(context);
	const isCleanup = phase.name === 'starting' && Date.now() - phase.since < timing.maxPauseMs;
	if (hasRegistrationFailed || isCleanup) return;
	memory.unpublish();
	const known = getKnownState(context);
	if (known?.begun === undefined) return;
	const now = Date.now();
	saveState(context, { closedAt: known.closedAt ?? now, lifecycleAt: now });
}
