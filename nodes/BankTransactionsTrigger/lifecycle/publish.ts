import type { IHookFunctions, NodeOperationError } from 'n8n-workflow';

import { toOperationError } from '../../shared/http/errors';
import { readSettings } from '../../shared/http/settings';
import { getMemory, saveState } from '../memory';
import { readTriggerParameters } from '../parameters';
import type { RegisteredWebhook } from '../storedState';
import { ensureWebhook } from '../webhook/ensureWebhook';
import { assertCallable } from '../webhook/publicUrl';
import { removeWebhooks } from '../webhook/removeWebhooks';
import { getOpener, isFirstActivation, isStartOfN8n } from './activationMode';
import type { Beginning } from './begin';
import { forgetPreparation, getPreparation, isCurrent } from './prepare';
import { assertPublishable } from './publishable';
import { startTestRun } from './testRun';

/**
 * Returns true at a start of n8n, so that n8n does not call `create`: the first check that reaches the
 * service does all of it. n8n 2.40 and later forget the URL of a webhook whose lifecycle method fails,
 * and never try again, not even at the next start (docs/n8n-engine.md#activation).
 */
export function isLeftToCheck(context: IHookFunctions): boolean {
	if (context.getMode() === 'manual') return false;
	const memory = getMemory(context);
	// n8n may register the webhook while the trigger starts.
	if (!memory.isRunning) forgetPreparation(context);
	const opener = getOpener(context, memory);
	memory.begin(opener);
	if (opener === 'change' && !isFirstActivation(context)) memory.changedAt = Date.now();
	memory.productionUrl = context.getNodeWebhookUrl('default');
	memory.hasRegistrationFailed = false;
	return isStartOfN8n(context);
}

/**
 * Prepares a publication, and registers this node's URL as its only webhook, or none with polling. A test
 * run has a webhook of its own.
 * @throws NodeOperationError or NodeApiError if the workflow must not be published.
 */
export async function registerWebhook(context: IHookFunctions): Promise<void> {
	if (context.getMode() === 'manual') return await startTestRun(context, getOwnUrl(context));
	const memory = getMemory(context);
	try {
		await publish(context);
	} catch (error) {
		// n8n calls `delete` now, also if the workflow stays published.
		memory.hasRegistrationFailed = true;
		throw error as NodeOperationError;
	}
}

async function publish(context: IHookFunctions): Promise<void> {
	assertPublishable(context);
	const parameters = readTriggerParameters(context);
	const { baseUrl } = await readSettings(context);
	const url = getOwnUrl(context);
	const isPolling = parameters.delivery === 'polling';
	if (!isPolling) assertCallable(context.getNode(), url, baseUrl);
	const preparation = getPreparation(context);
	const beginning = await preparation.takeInTime(context, parameters);
	if (beginning === undefined) return;
	const { settings } = beginning;
	const { webhook, begun } = beginning.state;
	if (isPolling) {
		if (await removeWebhooks(context, { url, webhook, begun })) saveWebhook(context, beginning);
		return;
	}
	// The service may answer after the workflow was unpublished, or published once more.
	const isUnwanted = () => !isCurrent(context, preparation);
	const wanted = { settings, url, account: begun.account, parameters, known: webhook, isUnwanted };
	const registering = ensureWebhook(context, wanted).then((registered) => {
		if (registered) saveWebhook(context, beginning, registered);
	});
	await preparation.inTime(context, registering);
}

/** Writes the registered webhook, or that none is registered, for this publication and what follows it. */
function saveWebhook(
	context: IHookFunctions,
	beginning: Beginning,
	webhook?: RegisteredWebhook,
): void {
	saveState(context, { webhook });
	beginning.state = { ...beginning.state, webhook };
}

function getOwnUrl(context: IHookFunctions): string {
	const url = context.getNodeWebhookUrl('default');
	if (url !== undefined) return url;
	throw toOperationError(context.getNode(), {
		message: 'n8n did not provide a webhook URL',
		description: 'Save the workflow, then publish it again.',
	});
}
