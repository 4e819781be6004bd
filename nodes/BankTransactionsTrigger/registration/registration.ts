import { NodeOperationError, type IHookFunctions } from 'n8n-workflow';

import { readSettings, type ServiceSettings } from '../../shared/http/settings';
import { updateWebhook, type WebhookRegistration } from '../../shared/webhooks';
import { takeActivation } from '../catchUp/activation';
import { startSampleEvent } from '../events/sampleEvent';
import type { Hint, Registration } from '../hint';
import { describeError, logWarning } from '../log';
import { readTriggerParameters, type TriggerParameters } from '../parameters';
import { getProcessState } from '../processState';
import { assertPublishable } from '../publication';
import { createKeyFingerprint, identifySource } from '../source';
import { noteDeactivation } from './deactivation';
import { getLifecycleHint, isTestRun, saveLifecycleHint, saveRegistration } from './lifecycleHint';
import { createOnlyWebhook, findWebhook, removeOwnWebhooks } from './ownWebhooks';
import { assertCallable, findUrlIssue } from './publicUrl';
import { toWebhookFields } from './webhookFields';

/**
 * Prepares an activation, and updates the URL, token and direction of the known webhook: the address of
 * n8n may have changed, and an update reactivates a webhook that the service paused. Resolves with true
 * if nothing is left to register, which is always so with polling.
 * @throws NodeOperationError or NodeApiError if the activation must fail.
 */
export async function refreshWebhook(context: IHookFunctions): Promise<boolean> {
	return await notingFailure(context, async () => await refresh(context));
}

async function refresh(context: IHookFunctions): Promise<boolean> {
	assertPublishable(context);
	const url = getOwnUrl(context);
	const parameters = readTriggerParameters(context);
	const settings = await readSettings(context);
	if (parameters.delivery === 'webhook') {
		assertCallable(context.getNode(), url, settings.baseUrl);
		if (!isTestRun(context)) getProcessState(context).webhookUrl = url;
	}
	const { source, hint } = await prepare(context, parameters);
	if (parameters.delivery === 'polling') {
		await tryToRemove(context, url, hint.registration);
		if (isTestRun(context)) startSampleEvent(context, url, parameters);
		return true;
	}
	const { registration } = hint;
	if (registration === undefined) return false;
	if (registration.source !== source) {
		warnAboutLeftover(context, registration);
		saveRegistration(context, undefined);
		return false;
	}
	const webhook = await findWebhook(context, registration.webhookId);
	// A webhook with another URL is no longer ours.
	if (webhook === undefined || ![url, registration.url].includes(webhook.url)) {
		saveRegistration(context, undefined);
		return false;
	}
	await updateWebhook(context, webhook.id, await prepareFields(context, url, parameters));
	saveRegistration(context, { webhookId: webhook.id, url, source });
	return true;
}

/**
 * Registers this node's URL, as its only webhook.
 * @throws NodeApiError if the service rejects it.
 */
export async function registerWebhook(context: IHookFunctions): Promise<void> {
	await notingFailure(context, async () => await register(context));
}

async function register(context: IHookFunctions): Promise<void> {
	const url = getOwnUrl(context);
	const parameters = readTriggerParameters(context);
	const fields = await prepareFields(context, url, parameters);
	const webhook = await createOnlyWebhook(context, fields);
	const state = getProcessState(context);
	const source = isTestRun(context) ? undefined : state.activation?.hint.activation.source;
	saveRegistration(context, { webhookId: webhook.id, url, source });
	if (isTestRun(context) && parameters.testWithLatest) startSampleEvent(context, url, parameters);
}

/**
 * Removes this node's webhooks from the service, and notes when the workflow was deactivated. Already
 * deleted counts as success. Never throws, because n8n would then not save the note
 * (docs/n8n-engine.md#static-data). Instead, the log names what could not be removed.
 */
export async function unregisterWebhook(context: IHookFunctions): Promise<void> {
	if (isTestRun(context)) getProcessState(context).testRun?.abort();
	else noteDeactivation(context);
	const { registration } = getLifecycleHint(context);
	if (registration === undefined && isPolling(context)) return;
	await tryToRemove(context, context.getNodeWebhookUrl('default'), registration);
	// After a failed activation, n8n calls `delete` twice, and the first call may have taken long.
	if (!isTestRun(context)) getProcessState(context).lifecycleAt = Date.now();
}

/** An expression that could be evaluated when the workflow was published may fail by now. */
function isPolling(context: IHookFunctions): boolean {
	try {
		return context.getNodeParameter('delivery') === 'polling';
	} catch {
		return false;
	}
}

/** After a failure, n8n calls `delete`, also if the workflow stays active. */
async function notingFailure<T>(context: IHookFunctions, action: () => Promise<T>): Promise<T> {
	const state = getProcessState(context);
	try {
		return await action();
	} catch (error) {
		if (!isTestRun(context)) {
			state.hasRegistrationFailed = true;
			if (context.getActivationMode() === 'update') state.update = 'failed';
		}
		throw error as NodeOperationError;
	}
}

async function tryToRemove(
	context: IHookFunctions,
	url: string | undefined,
	registration: Registration | undefined,
): Promise<void> {
	try {
		const settings = await readSettings(context);
		const mayBeRegistered = url !== undefined && findUrlIssue(url, settings.baseUrl) === undefined;
		if (registration === undefined && !mayBeRegistered) return;
		const wasRemoved = await removeOwnWebhooks(context, url, registration);
		if (!wasRemoved && registration?.source !== undefined) {
			const source = await readSourceId(context, settings);
			if (source !== registration.source) warnAboutLeftover(context, registration);
		}
		saveRegistration(context, undefined);
	} catch (error) {
		const id = registration === undefined ? '' : `ID ${registration.webhookId}, `;
		logWarning(
			context,
			`The webhook could not be removed: ${describeError(error as NodeOperationError)} It may still exist at the service (${id}URL ${registration?.url ?? url}). Publish and unpublish the workflow again, or delete the webhook by its URL.`,
		);
	}
}

/** Asks the service only if the key or the base URL has changed: a deactivation must not wait for it. */
async function readSourceId(context: IHookFunctions, settings: ServiceSettings): Promise<string> {
	const known = getLifecycleHint(context).activation;
	if (known?.keyFingerprint === createKeyFingerprint(settings)) return known.source;
	return (await identifySource(context, settings, known)).id;
}

/** A test run has a webhook and static data of its own, and leaves everything else alone. */
async function prepare(
	context: IHookFunctions,
	parameters: TriggerParameters,
): Promise<{ hint: Hint; source?: string }> {
	if (isTestRun(context)) {
		saveLifecycleHint(context, getLifecycleHint(context));
		return { hint: getLifecycleHint(context) };
	}
	const state = getProcessState(context);
	state.hasRegistrationFailed = false;
	if (!state.hasTrigger) state.isOpen = false;
	try {
		const activation = await takeActivation(context, parameters);
		return { hint: activation.hint, source: activation.hint.activation.source };
	} finally {
		state.lifecycleAt = Date.now();
	}
}

function getOwnUrl(context: IHookFunctions): string {
	const url = context.getNodeWebhookUrl('default');
	if (url !== undefined) return url;
	throw new NodeOperationError(context.getNode(), 'n8n did not provide a webhook URL', {
		description: 'Save the workflow, then publish it again.',
	});
}

/** Notes the token of production, so that events are accepted until the next registration. */
async function prepareFields(
	context: IHookFunctions,
	url: string,
	parameters: TriggerParameters,
): Promise<WebhookRegistration> {
	const fields = await toWebhookFields(context, url, parameters);
	const state = getProcessState(context);
	const source = state.activation?.hint.activation.source;
	if (!isTestRun(context) && source !== undefined) {
		state.registered = { secureToken: fields.secure_token, source };
	}
	return fields;
}

function warnAboutLeftover(context: IHookFunctions, { webhookId, url }: Registration): void {
	logWarning(
		context,
		`The credential of the bank transactions trigger now belongs to another account. The webhook of the previous account may still exist (ID ${webhookId}, URL ${url}). Delete it there.`,
	);
}
