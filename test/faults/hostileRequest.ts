/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** A raw HTTP request, with more freedom than an HTTP client allows. */
export interface HostileRequest {
	method: string;
	/** An array sends the header as often as it has values. */
	headers: Record<string, string | string[]>;
	body: Buffer;
}

/**
 * Sends it as it is, and returns the HTTP status of the answer. It goes over its own keep-alive connection: if n8n answers before
 * it read a large body, closing the connection at once would destroy the answer on its way.
 * Throws the network error if no answer comes in time.
 */
export async function sendHostile(
	url: string,
	{ method, headers, body }: HostileRequest,
	timeoutMs = 60_000,
): Promise<number> {
	const agent = new Agent({ keepAlive: true });
	try {
		return await new Promise((resolve, reject) => {
			const signal = AbortSignal.timeout(timeoutMs);
			const sent = request(url, { method, agent, signal }, (response) => {
				text(response).then(() => resolve(response.statusCode ?? 0), reject);
			});
			sent.once('error', reject);
			for (const [name, value] of Object.entries(headers)) sent.setHeader(name, value);
			sent.end(body);
		});
	} finally {
		agent.destroy();
	}
}
