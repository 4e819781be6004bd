import type { IHookFunctions, ITriggerFunctions } from 'n8n-workflow';

import { readSettings } from '../../shared/http/settings';
import type { WebhookRegistration } from '../../shared/webhooks';
import type { TriggerParameters } from '../parameters';
import { deriveSecureToken } from './token';

/**
 * Returns what the service has to know of the webhook of this trigger.
 * @throws NodeOperationError if the credential is unusable.
 */
export async function toWebhookFields(
	context: IHookFunctions | ITriggerFunctions,
	url: string,
	{ selection }: TriggerParameters,
): Promise<WebhookRegistration> {
	const secureToken = deriveSecureToken(context, await readSettings(context));
	const isIncomeOnly = selection.direction === 'incoming';
	return { webhook: url, secure_token: secureToken, income_only: isIncomeOnly };
}
