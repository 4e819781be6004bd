import { NodeOperationError, type IHookFunctions } from 'n8n-workflow';

import { readSettings } from '../../shared/http/settings';
import { isStartOfN8n } from './activationMode';
import { getPreparation } from './prepare';
import { readTriggerParameters } from '../parameters';
import { forgetUnpublished, getProcessState } from '../memory';
import { assertPublishable } from './publishable';
import { ensureWebhook, type WantedWebhook } from '../webhook/ensureWebhook';
import { saveRegistration } from './lifecycleHint';
import { assertCallable } from '../webhook/publicUrl';
import { removeWebhooks } from '../webhook/removeWebhooks';
import { startTestRun } from './testRun';

/**
 * Returns true at a start of n8n, so that n8n does not call `create`: the first check that reaches the
 * service does all of it. n8n 2.40 and later forget the URL of a webhook whose lifecycle method fails,
 * and never try again, not even at the next start (docs/n8n-engine.md#activation).
 */
export function isLeftToCheck(context: IHookFunctions): boolean {
	if (context.getMode() === 'manual') return false;
	forgetUnpublished();
	const state = getProcessState(context);
	state.productionUrl = context.getNodeWebhookUrl('default');
	state.hasRegistrationFailed = false;
	if (!state.hasTrigger) state.isOpen = false;
	state.lifecycleAt = Date.now();
	return isStartOfN8n(context);
}

/**
 * Prepares an activation, and registers this node's URL as its only webhook, or none with polling. A test
 * run has a webhook of its own.
 * @throws NodeOperationError or NodeApiError if the workflow must not be published.
 */
export async function registerWebhook(context: IHookFunctions): Promise<void> {
	if (context.getMode() === 'manual') return await startTestRun(context, getOwnUrl(context));
	const state = getProcessState(context);
	try {
		await publish(context);
	} catch (error) {
		// n8n calls `delete` now, also if the workflow stays published.
		state.hasRegistrationFailed = true;
		if (context.getActivationMode() === 'update') state.update = 'failed';
		throw error as NodeOperationError;
	} finally {
		state.lifecycleAt = Date.now();
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
	const activation = await preparation.takeInTime(context, parameters);
	if (activation === undefined) return;
	const { registration, activation: known } = activation.hint;
	if (isPolling) {
		if (await removeWebhooks(context, { url, registration, known })) {
			saveRegistration(context, undefined);
		}
		return;
	}
	// The service may answer after the workflow was unpublished, or published once more.
	const isUnwanted = () => getProcessState(context).preparation !== preparation;
	const wanted = { url, source: known.source, parameters, registration, isUnwanted };
	await preparation.inTime(context, register(context, wanted));
}

async function register(context: IHookFunctions, wanted: WantedWebhook): Promise<void> {
	const registration = await ensureWebhook(context, wanted);
	if (registration !== undefined) saveRegistration(context, registration);
}

function getOwnUrl(context: IHookFunctions): string {
	const url = context.getNodeWebhookUrl('default');
	if (url !== undefined) return url;
	throw new NodeOperationError(context.getNode(), 'n8n did not provide a webhook URL', {
		description: 'Save the workflow, then publish it again.',
	});
}
