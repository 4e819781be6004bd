import {
	invalidData,
	serviceRequest,
	type Outcome,
	type RequestOptions,
	type ServiceRequest,
} from './http/serviceRequest';
import { isRecord, type ServiceContext } from './types';
import { isSet, toId } from './values';

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
	options: RequestOptions = {},
): Promise<Webhook> {
	const request: ServiceRequest = {
		method: 'POST',
		path: '/v2/webhooks',
		body: registration,
		subject: 'a new webhook',
		secrets: [registration.secure_token],
		...options,
	};
	return await serviceRequest(context, request, parseWebhook);
}

/** `GET /v2/webhooks/{id}`. */
export async function getWebhook(
	context: ServiceContext,
	id: number,
	options: RequestOptions = {},
): Promise<Webhook> {
	return await requestWebhook(context, id, { method: 'GET', ...options });
}

/** `PUT /v2/webhooks/{id}`: changes only the given fields. */
export async function updateWebhook(
	context: ServiceContext,
	id: number,
	changes: Partial<WebhookRegistration>,
	options: RequestOptions = {},
): Promise<Webhook> {
	const secrets = changes.secure_token === undefined ? [] : [changes.secure_token];
	return await requestWebhook(context, id, { method: 'PUT', body: changes, secrets, ...options });
}

/** `DELETE /v2/webhooks/{id}`. */
export async function deleteWebhook(
	context: ServiceContext,
	id: number,
	options: RequestOptions = {},
): Promise<Webhook> {
	return await requestWebhook(context, id, { method: 'DELETE', ...options });
}

/** `DELETE /v2/webhooks?webhook=<url>`: removes every webhook of the business with this URL. */
export async function deleteWebhooksByUrl(
	context: ServiceContext,
	url: string,
	options: RequestOptions = {},
): Promise<Webhook[]> {
	const request: ServiceRequest = {
		method: 'DELETE',
		path: '/v2/webhooks',
		query: { webhook: url },
		subject: `webhook with the URL ${url}`,
		...options,
	};
	return await serviceRequest(context, request, parseWebhooks);
}

async function requestWebhook(
	context: ServiceContext,
	id: number,
	request: Pick<ServiceRequest, 'method' | 'body' | 'secrets' | keyof RequestOptions>,
): Promise<Webhook> {
	const target = { path: `/v2/webhooks/${id}`, subject: `webhook ${id}` };
	return await serviceRequest(context, { ...request, ...target }, parseWebhook);
}

function parseWebhook(data: unknown): Outcome<Webhook> {
	if (data === null || data === undefined) return invalidData('missing', 'no webhook');
	const id = isRecord(data) ? toId(data.id) : undefined;
	if (!isRecord(data) || id === undefined) return invalidData('unreadable', 'not a webhook');
	const webhook = {
		id,
		url: typeof data.param1 === 'string' ? data.param1 : '',
		incomeOnly: isSet(data.send_only_income),
		channel: typeof data.channel === 'string' ? data.channel : '',
	};
	return { data: webhook };
}

function parseWebhooks(data: unknown): Outcome<Webhook[]> {
	const webhooks: Webhook[] = [];
	for (const record of Array.isArray(data) ? (data as unknown[]) : [data]) {
		const outcome = parseWebhook(record);
		if ('fault' in outcome) return outcome;
		webhooks.push(outcome.data);
	}
	return { data: webhooks };
}
