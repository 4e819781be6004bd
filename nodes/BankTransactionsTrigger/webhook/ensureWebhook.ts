import type { ServiceSettings } from '../../shared/http/settings';
import { updateWebhook, type Webhook, type WebhookRegistration } from '../../shared/webhooks';
import type { LifecycleContext } from '../contexts';
import { getMemory } from '../memory';
import type { TriggerParameters } from '../parameters';
import type { RegisteredWebhook } from '../storedState';
import { createOnlyWebhook, findWebhook, isOwnUrl, removeWebhook } from './ownWebhooks';
import { assertCallable } from './publicUrl';
import { toWebhookFields } from './webhookFields';

/** The one webhook that a trigger has at the service. */
export interface WantedWebhook {
	url: string;
	/** The account at the service that it belongs to. */
	account: string;
	/** The credential of that account. */
	settings: ServiceSettings;
	parameters: TriggerParameters;
	/** The webhook at that account that is known so far. */
	known?: RegisteredWebhook;
	/** Returns true once the workflow is being unpublished, or was published once more. */
	isUnwanted: () => boolean;
}

/**
 * Updates the URL, token and direction of the known webhook, which also reactivates one that the service
 * has paused (docs/service-api.md#webhooks), or registers one if it no longer exists. Resolves with the
 * registered webhook, or undefined if it became unwanted meanwhile.
 * @throws NodeOperationError or NodeApiError if the service cannot call the URL, or rejects it.
 */
export async function ensureWebhook(
	context: LifecycleContext,
	wanted: WantedWebhook,
): Promise<RegisteredWebhook | undefined> {
	const { settings, url, account, parameters } = wanted;
	return await getMemory(context).webhookMutex.run(async () => {
		assertCallable(context.getNode(), url, settings.baseUrl);
		const fields = toWebhookFields(context, settings, url, parameters);
		const webhook = await updateOrCreate(context, wanted, fields);
		if (webhook === undefined) return undefined;
		return { id: webhook.id, url: webhook.url || url, account };
	});
}

async function updateOrCreate(
	context: LifecycleContext,
	{ settings, url, known, isUnwanted }: WantedWebhook,
	fields: WebhookRegistration,
): Promise<Webhook | undefined> {
	const found = known && (await findWebhook(context, settings, known.id));
	// Unpublishing removes it, and a newer publication writes it.
	if (isUnwanted()) return undefined;
	if (found !== undefined && isOwnUrl(found.url, url, known)) {
		return await updateWebhook(context, found.id, fields, { settings });
	}
	const created = await createOnlyWebhook(context, settings, fields);
	if (!isUnwanted()) return created;
	// A published change may have registered a webhook with this URL meanwhile.
	await removeWebhook(context, settings, created.id);
	return undefined;
}
