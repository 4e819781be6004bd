/* eslint-disable @n8n/community-nodes/no-restricted-imports -- stands for n8n's server in a test process, never inside a node */
import type { IncomingHttpHeaders } from 'node:http';
import { parse as parseForm } from 'node:querystring';

import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';

/** `webhook` for a call of the production URL, `manual` for one of the test URL. */
export type WebhookMode = 'webhook' | 'manual';

/** The part of n8n's server that receives calls of webhooks, on a free port. */
export class WebhookServer {
	private readonly server = fastify({ bodyLimit: 16 * 1024 * 1024 });

	constructor(
		handle: (request: FastifyRequest, reply: FastifyReply, mode: WebhookMode) => Promise<void>,
	) {
		this.server.removeAllContentTypeParsers();
		this.server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
			done(null, body),
		);
		for (const [path, mode] of [
			['/webhook/*', 'webhook'],
			['/webhook-test/*', 'manual'],
		] as const) {
			this.server.post(path, async (request, reply) => {
				reply.hijack();
				await handle(request, reply, mode);
			});
		}
	}

	async listen(): Promise<string> {
		return await this.server.listen({ host: '127.0.0.1', port: 0 });
	}

	async close() {
		await this.server.close();
	}
}

/** The body as n8n parses it, by its content type (`body-parser.js`, `webhook-form-data.js`). */
export function parseBody({ headers, body }: FastifyRequest): unknown {
	const [type] = (headers['content-type'] ?? '').split(';');
	const text = String(body);
	if (type === 'application/json') return JSON.parse(text);
	if (type === 'application/x-www-form-urlencoded') return parseForm(text);
	if (type === 'text/plain') return text;
	return isMultipart(headers) ? { data: { form: text }, files: {} } : undefined;
}

/** Keeps the body as it was received, which n8n does for what it parses, and otherwise only if a node asks. */
export async function readRawBody({ headers, body, raw }: FastifyRequest) {
	if (isMultipart(headers)) throw new Error('stream is not readable');
	raw.rawBody ??= body as Buffer;
}

/** True for the content types that n8n parses for a node of version 2 (`webhook-helpers.js`). */
export function isParsed({ headers }: FastifyRequest): boolean {
	return /^(application\/json|text\/plain|application\/x-www-form-urlencoded)/.test(
		headers['content-type'] ?? '',
	);
}

function isMultipart(headers: IncomingHttpHeaders): boolean {
	return headers['content-type']?.startsWith('multipart/form-data') ?? false;
}

export function respond(reply: FastifyReply, status: number, body: unknown) {
	reply.raw.writeHead(status, { 'Content-Type': 'application/json' });
	reply.raw.end(JSON.stringify(body));
}
