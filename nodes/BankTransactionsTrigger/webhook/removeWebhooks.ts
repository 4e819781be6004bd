import type { NodeOperationError } from 'n8n-workflow';

import { readSettings } from '../../shared/http/settings';
import { createKeyFingerprint, identifyAccount } from '../account';
import type { LifecycleContext } from '../contexts';
import { describeError, logWarning, warnAboutLeftover } from '../log';
import type { Begun, RegisteredWebhook } from '../storedState';
import { isOwnUrl, OwnWebhooks } from './ownWebhooks';
import { findUrlIssue } from './publicUrl';

/** What may be registered at the service. */
export interface FormerWebhooks {
	/** Several webhooks may have it. */
	url?: string;
	/** May still have a former URL. */
	webhook?: RegisteredWebhook;
	/** The account that was last read, to tell whose webhook is missing. */
	begun?: Begun;
}

/**
 * Removes the webhooks of this trigger from the service. Already deleted counts as success. Resolves with
 * false if it could not; the log then names what may be left.
 */
export async function removeWebhooks(
	context: LifecycleContext,
	former: FormerWebhooks,
): Promise<boolean> {
	const { url, webhook, begun } = former;
	try {
		const settings = await readSettings(context);
		const mayBeRegistered = url !== undefined && findUrlIssue(url, settings.baseUrl) === undefined;
		if (webhook === undefined && !mayBeRegistered) return true;
		// Does not wait for a check that is registering the webhook: it notices that it is unwanted.
		const wasRemoved = await removeAll(new OwnWebhooks(context, settings), former);
		if (wasRemoved || webhook?.account === undefined) return true;
		// The service is only asked if the key has changed: unpublishing must not wait for it.
		const isSameKey = begun?.keyFingerprint === createKeyFingerprint(settings);
		const account = isSameKey
			? begun.account
			: (await identifyAccount(context, settings, begun)).id;
		if (account !== webhook.account) warnAboutLeftover(context, webhook);
		return true;
	} catch (error) {
		const id = webhook === undefined ? '' : `ID ${webhook.id}, `;
		logWarning(
			context,
			`The webhook could not be removed: ${describeError(error as NodeOperationError)} It may still exist at the service (${id}URL ${webhook?.url ?? url}). Publish and unpublish the workflow again, or delete the webhook by its URL.`,
		);
		return false;
	}
}

/** Resolves with true if the known one was removed. */
async function removeAll(
	webhooks: OwnWebhooks,
	{ url, webhook }: FormerWebhooks,
): Promise<boolean> {
	const removed = url === undefined ? [] : await webhooks.removeByUrl(url);
	if (webhook === undefined) return false;
	if (removed.includes(webhook.id)) return true;
	const found = await webhooks.find(webhook.id);
	if (found === undefined || !isOwnUrl(found.url, url, webhook)) return false;
	await webhooks.remove(found.id);
	return true;
}
