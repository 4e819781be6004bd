import type { NodeOperationError } from 'n8n-workflow';

import { getFault } from '../../shared/http/errors';
import { isNotFoundError } from '../../shared/http/serviceRequest';
import type { ServiceSettings } from '../../shared/http/settings';
import {
	createWebhook,
	deleteWebhook,
	deleteWebhooksByUrl,
	getWebhook,
	updateWebhook,
	type Webhook,
	type WebhookRegistration,
} from '../../shared/webhooks';
import type { LifecycleContext } from '../contexts';
import type { TriggerParameters } from '../parameters';
import type { RegisteredWebhook } from '../storedState';
import { deriveSecureToken } from './token';

/** The webhooks of one trigger at the account of a credential. */
export class OwnWebhooks {
	constructor(
		private readonly context: LifecycleContext,
		private readonly settings: ServiceSettings,
	) {}

	/** Resolves with undefined if the webhook does not exist. */
	async find(id: number): Promise<Webhook | undefined> {
		return await getWebhook(this.context, id, { settings: this.settings }).catch(ignoreMissing);
	}

	/**
	 * Creates a webhook. Removes those with the same URL first, so that a repeated call leaves one. The URL
	 * contains the node's own UUID, so that no other webhook matches.
	 * @throws NodeApiError if the service rejects it.
	 */
	async createOnly(url: string, parameters: TriggerParameters): Promise<Webhook> {
		const { context, settings } = this;
		await this.removeByUrl(url);
		return await createWebhook(context, this.toRegistration(url, parameters), { settings });
	}

	/** Updates the URL, the token and the direction. */
	async update(id: number, url: string, parameters: TriggerParameters): Promise<Webhook> {
		const { context, settings } = this;
		return await updateWebhook(context, id, this.toRegistration(url, parameters), { settings });
	}

	/** Deletes a webhook. Already deleted counts as success. */
	async remove(id: number): Promise<void> {
		await deleteWebhook(this.context, id, { settings: this.settings }).catch(ignoreMissing);
	}

	/** Removes every webhook with this URL. Resolves with their IDs. */
	async removeByUrl(url: string): Promise<number[]> {
		const { context, settings } = this;
		try {
			return (await deleteWebhooksByUrl(context, url, { settings })).map(({ id }) => id);
		} catch (error) {
			if (!isNotFoundError(error)) throw error as NodeOperationError;
			return [];
		}
	}

	private toRegistration(url: string, { selection }: TriggerParameters): WebhookRegistration {
		const secureToken = deriveSecureToken(this.context, this.settings);
		const isIncomeOnly = selection.direction === 'incoming';
		return { webhook: url, secure_token: secureToken, income_only: isIncomeOnly };
	}
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
