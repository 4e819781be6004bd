import type { IHookFunctions, ITriggerFunctions } from 'n8n-workflow';

import { readSettings } from '../../shared/http/settings';
import { updateWebhook, type Webhook, type WebhookRegistration } from '../../shared/webhooks';
import type { Registration } from '../storedState';
import type { TriggerParameters } from '../parameters';
import { getProcessState } from '../memory';
import { createOnlyWebhook, findWebhook, isOwnUrl, removeWebhook } from './ownWebhooks';
import { assertCallable } from './publicUrl';
import { toWebhookFields } from './webhookFields';

type Context = IHookFunctions | ITriggerFunctions;

/** The one webhook that a trigger has at the service. */
export interface WantedWebhook {
	url: string;
	/** The source to whose account it belongs. */
	source: string;
	parameters: TriggerParameters;
	/** The webhook at that account that is known so far. */
	registration?: Registration;
	/** Returns true once the workflow is being unpublished. */
	isUnwanted: () => boolean;
}

/**
 * Updates the URL, token and direction of the known webhook, which also reactivates one that the service
 * has paused (docs/service-api.md#webhooks), or registers one if it no longer exists. Resolves with the
 * registered webhook, or undefined if it became unwanted meanwhile.
 * @throws NodeOperationError or NodeApiError if the service cannot call the URL, or rejects it.
 */
export async function ensureWebhook(
	context: Context,
	wanted: WantedWebhook,
): Promise<Registration | undefined> {
	const { url, source, parameters, registration: former } = wanted;
	const state = getProcessState(context);
	return await state.webhookMutex.run(async () => {
		const settings = await readSettings(context);
		assertCallable(context.getNode(), url, settings.baseUrl);
		const fields = await toWebhookFields(context, url, parameters);
		const webhook = await updateOrCreate(context, wanted, fields);
		if (webhook === undefined) return undefined;
		state.registered = { secureToken: fields.secure_token, source, at: Date.now() };
		const registration = { webhookId: webhook.id, url: webhook.url || url, source };
		if (registration.url !== former?.url) state.untestedUrl = url;
		return registration;
	});
}

async function updateOrCreate(
	context: Context,
	{ url, registration, isUnwanted }: WantedWebhook,
	fields: WebhookRegistration,
): Promise<Webhook | undefined> {
	const known = registration && (await findWebhook(context, registration.webhookId));
	if (known !== undefined && isOwnUrl(known.url, url, registration)) {
		return await updateWebhook(context, known.id, fields);
	}
	// The webhook is missing because the workflow is being unpublished.
	if (isUnwanted()) return undefined;
	const created = await createOnlyWebhook(context, fields);
	if (!isUnwanted()) return created;
	// A published change may have registered a webhook with this URL meanwhile.
	await removeWebhook(context, created.id);
	return undefined;
}
