import type { IHookFunctions, ITriggerFunctions, NodeOperationError } from 'n8n-workflow';

import { readSettings, type ServiceSettings } from '../../shared/http/settings';
import type { ActivationHint, Registration } from '../storedState';
import { describeError, logWarning, warnAboutLeftover } from '../log';
import { createKeyFingerprint, identifySource } from '../account';
import { findWebhook, isOwnUrl, removeByUrl, removeWebhook } from './ownWebhooks';
import { findUrlIssue } from './publicUrl';

type Context = IHookFunctions | ITriggerFunctions;

/** What may be registered at the service. */
export interface FormerWebhooks {
	/** Several webhooks may have it. */
	url?: string;
	/** May still have a former URL. */
	registration?: Registration;
	/** The account that was last read, to tell whose webhook is missing. */
	known?: ActivationHint;
}

/**
 * Removes the webhooks of this trigger from the service. Already deleted counts as success. Resolves with
 * false if it could not; the log then names what may be left.
 */
export async function removeWebhooks(context: Context, former: FormerWebhooks): Promise<boolean> {
	const { url, registration, known } = former;
	try {
		const settings = await readSettings(context);
		const mayBeRegistered = url !== undefined && findUrlIssue(url, settings.baseUrl) === undefined;
		if (registration === undefined && !mayBeRegistered) return true;
		// Does not wait for a check that is registering the webhook: it notices that it is unwanted.
		const wasRemoved = await removeAll(context, former);
		if (!wasRemoved && registration?.source !== undefined) {
			const source = await readSourceId(context, settings, known);
			if (source !== registration.source) warnAboutLeftover(context, registration);
		}
		return true;
	} catch (error) {
		const id = registration === undefined ? '' : `ID ${registration.webhookId}, `;
		logWarning(
			context,
			`The webhook could not be removed: ${describeError(error as NodeOperationError)} It may still exist at the service (${id}URL ${registration?.url ?? url}). Publish and unpublish the workflow again, or delete the webhook by its URL.`,
		);
		return false;
	}
}

/** Resolves with true if the known one was removed. */
async function removeAll(
	context: Context,
	{ url, registration }: FormerWebhooks,
): Promise<boolean> {
	const removed = url === undefined ? [] : await removeByUrl(context, url);
	if (registration === undefined) return false;
	if (removed.includes(registration.webhookId)) return true;
	const webhook = await findWebhook(context, registration.webhookId);
	if (webhook === undefined || !isOwnUrl(webhook.url, url, registration)) return false;
	await removeWebhook(context, webhook.id);
	return true;
}

/** Asks the service only if the key has changed: unpublishing must not wait for it. */
async function readSourceId(
	context: Context,
	settings: ServiceSettings,
	known?: ActivationHint,
): Promise<string> {
	if (known?.keyFingerprint === createKeyFingerprint(settings)) return known.source;
	return (await identifySource(context, settings, known)).id;
}
