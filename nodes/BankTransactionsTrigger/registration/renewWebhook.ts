import type { ITriggerFunctions, NodeOperationError } from 'n8n-workflow';

import { isNotFoundError } from '../../shared/http/serviceRequest';
import { getWebhook, updateWebhook } from '../../shared/webhooks';
import type { Registration } from '../hint';
import { getLogContext } from '../logContext';
import type { TriggerParameters } from '../parameters';
import { getProcessState } from '../processState';
import { toWebhookFields } from './webhookFields';

/**
 * Updates the webhook of an active trigger with the current token. An update reactivates a webhook that
 * the service has paused (docs/service-api.md#webhooks). Never throws: catching up does not need the
 * webhook. Instead, the log says what is wrong with it.
 */
export async function renewWebhook(
	context: ITriggerFunctions,
	{ webhookId, url, source }: Registration,
	parameters: TriggerParameters,
): Promise<void> {
	try {
		const webhook = await getWebhook(context, webhookId);
		if (webhook.url !== url) {
			warn(context, `Webhook ${webhookId} now has another URL. ${REGISTER_AGAIN}`);
			return;
		}
		const fields = await toWebhookFields(context, url, parameters);
		await updateWebhook(context, webhookId, fields);
		if (source === undefined) return;
		getProcessState(context).registered = { secureToken: fields.secure_token, source };
	} catch (error) {
		// The webhook is missing because the workflow was deactivated meanwhile.
		if (!getProcessState(context).isOpen) return;
		const { message, description } = error as NodeOperationError;
		warn(
			context,
			isNotFoundError(error)
				? `Webhook ${webhookId} no longer exists at the service. ${REGISTER_AGAIN}`
				: `Webhook ${webhookId} could not be checked: ${message}. ${description ?? ''}`,
		);
	}
}

const REGISTER_AGAIN =
	'No events arrive, and only the checks for missed transactions start the workflow. Publish the workflow again to register the webhook.';

function warn(context: ITriggerFunctions, message: string): void {
	context.logger.warn(message, getLogContext(context));
}
