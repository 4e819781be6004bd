/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from './envelope';
import { breakAnswer, runsFirst, type Fault } from './faults';
import type { Store } from './store';
import type { LoggedRequest } from './types';

export interface Access {
	currentApiKey: () => string;
	/** Aborted when the bank stops. */
	stopping: AbortSignal;
}

async function limitRate(store: Store, reply: FastifyReply): Promise<void> {
	const limit = store.settings.rateLimit;
	const pause = limit ? store.rateLimiter.waitFor(limit) : 0;
	if (pause === 0) return;
	if (limit?.retryAfter) void reply.header('retry-after', Math.ceil(pause / 1000));
	await sendError(reply, 429, 429, 'Too Many Requests');
}

async function checkKey(
	store: Store,
	apiKey: string,
	request: FastifyRequest,
	reply: FastifyReply,
) {
	const { authorization } = request.headers;
	const known = authorization === `Apikey ${apiKey}` || authorization === `Bearer ${apiKey}`;
	if (!known || store.settings.keyRevoked) await sendError(reply, 401, 401, 'Unauthorized Access');
}

/**
 * What every call of the service passes before and after its own work, in this order:
 * the log, the wait, the faults, the rate limit, the key.
 */
export function addGate(
	service: FastifyInstance,
	currentStore: () => Store,
	{ currentApiKey, stopping }: Access,
): void {
	const entries = new WeakMap<FastifyRequest, LoggedRequest>();
	const breaksLater = new WeakMap<FastifyRequest, Fault>();
	// Every delayed request listens.
	setMaxListeners(0, stopping);

	service.addHook('onRequest', async (request) => {
		entries.set(request, currentStore().requests.add(request));
	});

	service.addHook('preValidation', async (request, reply) => {
		const store = currentStore();
		const entry = entries.get(request);
		if (entry) store.requests.setBody(entry, request.body);
		await wait(store.settings.delayMs, undefined, { signal: stopping });

		const fault = store.faults.take(request.method, request.url.split('?')[0]);
		if (fault && !runsFirst(fault)) return await reply.send(await breakAnswer(fault, reply, ''));
		if (fault) breaksLater.set(request, fault);
		await limitRate(store, reply);
		if (reply.sent || request.is404) return;
		await checkKey(store, currentApiKey(), request, reply);
	});

	service.addHook('onSend', async (request, reply, payload) => {
		const fault = breaksLater.get(request);
		return fault ? await breakAnswer(fault, reply, payload) : payload;
	});

	service.addHook('onResponse', async (request, reply) => {
		const entry = entries.get(request);
		if (entry) entry.status = reply.statusCode;
	});
}
