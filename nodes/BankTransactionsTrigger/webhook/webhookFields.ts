import type { ServiceSettings } from '../../shared/http/settings';
import type { WebhookRegistration } from '../../shared/webhooks';
import type { LifecycleContext } from '../contexts';
import type { TriggerParameters } from '../parameters';
import { deriveSecureToken } from './token';

/** Returns what the service has to know of the webhook of this trigger. */
export function toWebhookFields(
	context: LifecycleContext,
	settings: ServiceSettings,
	url: string,
	{ selection }: TriggerParameters,
): WebhookRegistration {
	const secureToken = deriveSecureToken(context, settings);
	const isIncomeOnly = selection.direction === 'incoming';
	return { webhook: url, secure_token: secureToken, income_only: isIncomeOnly };
}
