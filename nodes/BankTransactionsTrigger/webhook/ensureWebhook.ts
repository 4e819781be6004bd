import type { ServiceSettings } from '../../shared/http/settings';
import type { Webhook } from '../../shared/webhooks';
import type { LifecycleContext } from '../contexts';
import { getMemory } from '../memory';
import type { TriggerParameters } from '../parameters';
import type { RegisteredWebhook } from '../storedState';
import { isOwnUrl, OwnWebhooks } from './ownWebhooks';
import { assertCallable } from './publicUrl';

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
	const { settings, url, account } = wanted;
	return await getMemory(context).webhookMutex.run(async () => {
		assertCallable(context.getNode(), url, settings.baseUrl);
		const webhook = await updateOrCreate(new OwnWebhooks(context, settings), wanted);
		return webhook && { id: webhook.id, url: webhook.url || url, account };
	});
}

async function updateOrCreate(
	webhooks: OwnWebhooks,
	{ url, parameters, known, isUnwanted }: WantedWebhook,
): Promise<Webhook | undefined> {
	const found = known && (await webhooks.find(known.id));
	// Unpublishing removes it, and a newer publication writes it.
	if (isUnwanted()) return undefined;
	if (found && isOwnUrl(found.url, url, known)) {
		return await webhooks.update(found.id, url, parameters);
	}
	const created = await webhooks.createOnly(url, parameters);
	if (!isUnwanted()) return created;
	// A published change may have registered a webhook with this URL meanwhile.
	await webhooks.remove(created.id);
	return undefined;
}
