import { createHmac } from 'node:crypto';

import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { ServiceSettings } from '../../shared/http/settings';

/**
 * Returns the token that the service sends with each event of this trigger: 64 hexadecimal digits. It
 * is derived from the API key, so it is not stored and cannot be lost with static data. A test run has
 * a token of its own. Undefined without a key, because then nobody could tell an event from a forgery.
 */
export function deriveSecureToken(
	context: IHookFunctions | IWebhookFunctions,
	{ apiKey }: ServiceSettings,
): string | undefined {
	if (apiKey === '') return undefined;
	const run = context.getMode() === 'manual' ? 'test' : 'production';
	return createHmac('sha256', apiKey)
		.update(`bank-transactions-trigger:${run}:${context.getWorkflow().id}:${context.getNode().id}`)
		.digest('hex');
}
