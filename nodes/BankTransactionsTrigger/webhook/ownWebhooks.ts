import type { NodeOperationError } from 'n8n-workflow';

import { getFault } from '../../shared/http/errors';
import { isNotFoundError } from '../../shared/http/serviceRequest';
import type { ServiceSettings } from '../../shared/http/settings';
import {
	createWebhook,
	deleteWebhook,
	deleteWebhooksByUrl,
	getWebhook,
	type Webhook,
	type WebhookRegistration,
} from '../../shared/webhooks';
import type { LifecycleContext } from '../contexts';
import type { RegisteredWebhook } from '../storedState';

/** Resolves with undefined if the webhook does not exist. */
export async function findWebhook(
	context: LifecycleContext,
	settings: ServiceSettings,
	id: number,
): Promise<Webhook | undefined> {
	return await getWebhook(context, id, { settings }).catch(ignoreMissing);
}

/**
 * Creates a webhook. Removes those with the same URL first, so that a repeated call leaves one. The URL
 * contains the node's own UUID, so that no other webhook matches.
 * @throws NodeApiError if the service rejects it.
 */
export async function createOnlyWebhook(
	context: LifecycleContext,
	settings: ServiceSettings,
	fields: WebhookRegistration,
): Promise<Webhook> {
	await removeByUrl(context, settings, fields.webhook);
	return await createWebhook(context, fields, { settings });
}

/**
 * Returns true for the URL of this trigger, and for the one with which the webhook was registered: n8n may
 * have had another address then. Any other belongs to somebody else. The service may store a URL in
 * another form than it was given.
 */
export function isOwnUrl(
	found: string,
	url: string | undefined,
	registered: RegisteredWebhook | undefined,
): boolean {
	return [url, registered?.url].some(
		(known) => known !== undefined && toComparableUrl(known) === toComparableUrl(found),
	);
}

/** Escapes, the case of the host, a default port and a trailing slash make no difference. */
function toComparableUrl(url: string): string {
	if (!URL.canParse(url)) return url;
	const { href } = new URL(url);
	return href.replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase()).replace(/\/$/, '');
}

/** Deletes a webhook. Already deleted counts as success. */
export async function removeWebhook(
	context: LifecycleContext,
	settings: ServiceSettings,
	id: number,
): Promise<void> {
	await deleteWebhook(context, id, { settings }).catch(ignoreMissing);
}

/** Removes every webhook with this URL. Resolves with their IDs. */
export async function removeByUrl(
	context: LifecycleContext,
	settings: ServiceSettings,
	url: string,
): Promise<number[]> {
	try {
		return (await deleteWebhooksByUrl(context, url, { settings })).map(({ id }) => id);
	} catch (error) {
		if (!isNotFoundError(error)) throw error as NodeOperationError;
		return [];
	}
}

/**
 * The response for an unknown ID is not documented: HTTP 404, no data, or an envelope with an error and
 * HTTP 200 (docs/service-api.md#webhooks). Webhooks are also removed by URL, so that a wrong guess
 * leaves none behind.
 */
function ignoreMissing(error: unknown): undefined {
	const fault = getFault(error);
	if (isNotFoundError(error) || (fault?.kind === 'rejected' && fault.status === 200))
		return undefined;
	throw error as NodeOperationError;
}
