import { serviceRequest, type ServiceRequest } from './http/serviceRequest';
import { toNodeApiError } from './http/errors';
import { toId } from './transactions/transaction';
import { isRecord, type ServiceContext } from './types';

/** Body of `POST` and `PUT /v2/webhooks`. */
export interface WebhookRegistration {
	webhook: string;
	secure_token: string;
	income_only: boolean;
}

/** A webhook, without its token. */
export interface Webhook {
	id: number;
	url: string;
	incomeOnly: boolean;
	channel: string;
}

/** `POST /v2/webhooks`. */
export async function createWebhook(
	context: ServiceContext,
	registration: WebhookRegistration,
	itemIndex?: number,
): Promise<Webhook> {
	const subject = 'a new webhook';
	const data = await serviceRequest(context, {
		method: 'POST',
		path: '/v2/webhooks',
		body: registration,
		subject,
		itemIndex,
		secrets: [registration.secure_token],
	});
	return toWebhook(context, data, subject, itemIndex);
}

/** `GET /v2/webhooks/{id}`. */
export async function getWebhook(
	context: ServiceContext,
	id: number,
	itemIndex?: number,
): Promise<Webhook> {
	return await requestWebhook(context, id, { method: 'GET', itemIndex });
}

/** `PUT /v2/webhooks/{id}`: changes only the given fields. */
export async function updateWebhook(
	context: ServiceContext,
	id: number,
	changes: Partial<WebhookRegistration>,
	itemIndex?: number,
): Promise<Webhook> {
	const secrets = changes.secure_token === undefined ? [] : [changes.secure_token];
	return await requestWebhook(context, id, { method: 'PUT', body: changes, secrets, itemIndex });
}

/** `DELETE /v2/webhooks/{id}`. */
export async function deleteWebhook(
	context: ServiceContext,
	id: number,
	itemIndex?: number,
): Promise<Webhook> {
	return await requestWebhook(context, id, { method: 'DELETE', itemIndex });
}

async function requestWebhook(
	context: ServiceContext,
	id: number,
	request: Pick<ServiceRequest, 'method' | 'body' | 'secrets' | 'itemIndex'>,
): Promise<Webhook> {
	const subject = `webhook ${id}`;
	const data = await serviceRequest(context, { ...request, path: `/v2/webhooks/${id}`, subject });
	return toWebhook(context, data, subject, request.itemIndex);
}

/** `DELETE /v2/webhooks?webhook=<url>`: removes every webhook of the business with this URL. */
export async function deleteWebhooksByUrl(
	context: ServiceContext,
	url: string,
	itemIndex?: number,
): Promise<Webhook[]> {
	const subject = `webhook with the URL ${url}`;
	const data = await serviceRequest(context, {
		method: 'DELETE',
		path: '/v2/webhooks',
		query: { webhook: url },
		subject,
		itemIndex,
	});
	const records: unknown[] = Array.isArray(data) ? data : [data];
	return records.map((record) => toWebhook(context, record, subject, itemIndex));
}

/** @throws NodeApiError `missing` if there is no record, `unreadable` if it is not a webhook. */
function toWebhook(
	context: ServiceContext,
	data: unknown,
	subject: string,
	itemIndex?: number,
): Webhook {
	const id = isRecord(data) ? toId(data.id) : undefined;
	if (!isRecord(data) || id === undefined) {
		const kind = data === null || data === undefined ? 'missing' : 'unreadable';
		const about = { subject, host: 'the service', itemIndex };
		throw toNodeApiError(context.getNode(), { kind, status: 200, text: 'not a webhook' }, about);
	}
	return {
		id,
		url: typeof data.param1 === 'string' ? data.param1 : '',
		incomeOnly: [1, '1', true].includes(data.send_only_income as number | string | boolean),
		channel: typeof data.channel === 'string' ? data.channel : '',
	};
}
