import type { FastifyRequest } from 'fastify';
import type { LoggedRequest } from './types';

const MAX_LOG_ENTRIES = 10_000;
const mask = '***';

function withoutCredential(headers: FastifyRequest['headers']): Record<string, unknown> {
	const { authorization, ...others } = headers;
	if (authorization === undefined) return others;
	const scheme = /^([A-Za-z]+) /.exec(authorization)?.[1];
	return { ...others, authorization: scheme ?? mask };
}

function withoutToken(body: unknown): unknown {
	if (typeof body !== 'object' || body === null || !('secure_token' in body)) return body;
	return { ...body, secure_token: mask };
}

/** The requests that the service received, without secrets. */
export class RequestLog {
	entries: LoggedRequest[] = [];

	/** Logs a request as it arrives; the body and the status are filled in later. */
	add(request: FastifyRequest): LoggedRequest {
		const entry: LoggedRequest = {
			time: new Date().toISOString(),
			method: request.method,
			path: request.url.split('?')[0],
			query: { ...(request.query as Record<string, unknown>) },
			headers: withoutCredential(request.headers),
			body: null,
			status: null,
		};
		this.entries.push(entry);
		if (this.entries.length > MAX_LOG_ENTRIES) this.entries.shift();
		return entry;
	}

	setBody(entry: LoggedRequest, body: unknown): void {
		entry.body = withoutToken(body) ?? null;
	}

	clear(): void {
		this.entries = [];
	}
}
