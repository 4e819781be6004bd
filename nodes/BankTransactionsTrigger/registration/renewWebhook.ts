import type { ITriggerFunctions, NodeOperationError } from 'n8n-workflow';

import { updateWebhook, type WebhookRegistration } from '../../shared/webhooks';
import type { Registration } from '../hint';
import { describeError, logWarning } from '../log';
import type { TriggerParameters } from '../parameters';
import { getProcessState } from '../processState';
import { createOnlyWebhook, findWebhook, removeWebhook } from './ownWebhooks';
import { toWebhookFields } from './webhookFields';

/** The webhook of an active trigger. Without an ID, none is registered at the source's account. */
interface KnownWebhook {
	webhookId?: number;
	url: string;
	source: string;
}

/**
 * Updates the webhook of an active trigger with the current token, and registers it again if it no
 * longer exists, or if n8n has given up registering it. An update reactivates a webhook that the service
 * has paused (docs/service-api.md#webhooks). Resolves with the current registration, if there is one.
 * Never throws: catching up does not need the webhook. Instead, the log says what went wrong.
 */
export async function renewWebhook(
	context: ITriggerFunctions,
	known: KnownWebhook,
	parameters: TriggerParameters,
	isStopped: () => boolean,
): Promise<Registration | undefined> {
	const { url, source } = known;
	try {
		const fields = await toWebhookFields(context, url, parameters);
		const webhookId = await updateOrCreate(context, known, fields, isStopped);
		if (webhookId === undefined) return undefined;
		getProcessState(context).registered = { secureToken: fields.secure_token, source };
		return { webhookId, url, source };
	} catch (error) {
		if (!isStopped()) logFailure(context, parameters, error as NodeOperationError);
		return known.webhookId === undefined ? undefined : { ...known, webhookId: known.webhookId };
	}
}

/** Resolves with the id of the webhook, or undefined if the trigger was stopped meanwhile. */
async function updateOrCreate(
	context: ITriggerFunctions,
	{ webhookId, url }: KnownWebhook,
	fields: WebhookRegistration,
	isStopped: () => boolean,
): Promise<number | undefined> {
	const webhook = webhookId === undefined ? undefined : await findWebhook(context, webhookId);
	// A webhook with another URL is no longer ours.
	if (webhook?.url === url) {
		await updateWebhook(context, webhook.id, fields);
		return webhook.id;
	}
	// The webhook is missing because the workflow is being deactivated.
	if (isStopped()) return undefined;
	const { id } = await createOnlyWebhook(context, fields);
	if (isStopped()) {
		// A published change may have registered a webhook with this URL meanwhile.
		await removeWebhook(context, id);
		return undefined;
	}
	const reason =
		webhookId === undefined
			? 'there was none'
			: `webhook ${webhookId} no longer existed at the service, or had another URL`;
	logWarning(context, `Webhook ${id} was registered, because ${reason}.`);
	return id;
}

function logFailure(
	context: ITriggerFunctions,
	parameters: TriggerParameters,
	error: NodeOperationError,
): void {
	const consequence = parameters.catchUp
		? 'the checks for missed transactions start the workflow'
		: 'new transactions may not start the workflow';
	logWarning(
		context,
		`The webhook could not be renewed: ${describeError(error)} Until it is renewed, ${consequence}. The next attempt follows in an hour.`,
	);
}
