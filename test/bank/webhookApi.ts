import type { FastifyInstance } from 'fastify';
import { badRequest, ServiceError, success } from './envelope';
import { webhookRecord } from './records';
import type { Settings } from './settings';
import type { Store } from './store';
import type { Webhook, WebhookInput } from './types';

interface ById {
	Params: { id: string };
}

function readUrl(value: unknown, settings: Settings): string | undefined {
	if (value === undefined) return undefined;
	if (typeof value !== 'string' || !URL.canParse(value) || !/^https?:/i.test(value)) {
		throw badRequest('Invalid webhook');
	}
	return settings.webhookUrlForm === 'slash' ? value.replace(/\/?$/, '/') : value;
}

/** Reads a request's body. Throws a ServiceError for a field of the wrong type. */
function readBody(body: unknown, settings: Settings): Partial<WebhookInput> {
	if (body === undefined || body === null) return {};
	if (typeof body !== 'object' || Array.isArray(body)) throw badRequest('Invalid body');
	const fields = body as Record<string, unknown>;
	const { secure_token: secureToken, income_only: incomeOnly } = fields;
	if (secureToken !== undefined && typeof secureToken !== 'string') {
		throw badRequest('Invalid secure_token');
	}
	if (incomeOnly !== undefined && typeof incomeOnly !== 'boolean') {
		throw badRequest('Invalid income_only');
	}
	return { url: readUrl(fields.webhook, settings), secureToken, incomeOnly };
}

/** The service's operations on webhooks. `unknownId` makes the answer for an id that is not there. */
export function addWebhookApi(
	service: FastifyInstance,
	currentStore: () => Store,
	unknownId: (what: string) => unknown,
): void {
	const find = (id: string) => currentStore().webhooks.find(Number(id));
	const show = (webhook: Webhook, changed: boolean) =>
		webhookRecord(webhook, currentStore().settings.param2, changed);

	service.post('/v2/webhooks', async ({ body }) => {
		const { settings, webhooks } = currentStore();
		const { url, ...others } = readBody(body, settings);
		if (url === undefined) throw badRequest('The webhook is required');
		return success(show(webhooks.add({ url, ...others }), false));
	});

	service.get<ById>('/v2/webhooks/:id', async ({ params }) => {
		const webhook = find(params.id);
		return webhook ? success(show(webhook, false)) : unknownId('Webhook');
	});

	service.put<ById>('/v2/webhooks/:id', async ({ params, body }) => {
		const { settings, webhooks } = currentStore();
		const webhook = find(params.id);
		if (!webhook) return unknownId('Webhook');
		return success(show(webhooks.update(webhook, readBody(body, settings)), true));
	});

	service.delete<ById>('/v2/webhooks/:id', async ({ params }) => {
		const webhook = find(params.id);
		return webhook
			? success(show(currentStore().webhooks.remove(webhook), true))
			: unknownId('Webhook');
	});

	service.delete<{ Querystring: { webhook?: unknown } }>('/v2/webhooks', async ({ query }) => {
		if (typeof query.webhook !== 'string') throw badRequest('The webhook is required');
		const removed = currentStore().webhooks.removeByUrl(query.webhook);
		if (removed.length === 0) throw new ServiceError(404, 12, 'Webhook not exists');
		return success(removed.map((webhook) => show(webhook, true)));
	});
}
