import { createHmac } from 'node:crypto';

import type { IWebhookFunctions } from 'n8n-workflow';

import type { ServiceSettings } from '../../shared/http/settings';
import type { LifecycleContext } from '../contexts';
import type { TriggerParameters } from '../parameters';

/**
 * Returns the token that the service sends with each event of this trigger: 64 hexadecimal digits. It
 * is derived from the API key, so that it need not be stored and cannot get lost with static data. A
 * test run has a token of its own.
 */
export function deriveSecureToken(
	context: LifecycleContext | IWebhookFunctions,
	{ apiKey }: ServiceSettings,
): string {
	const run = context.getMode() === 'manual' ? 'test' : 'production';
	return createHmac('sha256', apiKey)
		.update(`bank-transactions-trigger:${run}:${context.getWorkflow().id}:${context.getNode().id}`)
		.digest('hex');
}

/** Returns the header that carries the token: by default the one in which the service sends it. */
export function getTokenHeader({ secureTokenHeader }: TriggerParameters): string {
	return secureTokenHeader || 'secure-token';
}
