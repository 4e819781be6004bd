/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Load {
	url: string;
	headers: Record<string, string>;
	bodies: string[];
	concurrency: number;
}

export interface LoadResult {
	/** When the first event was sent, in milliseconds since 1970. */
	started: number;
	/** How long each event waited for its answer, in milliseconds, ascending. */
	responseTimesMs: number[];
}

const RESPONSE_TIMEOUT_MS = 60_000;

/**
 * Sends every body once, `concurrency` at a time, over connections that stay open.
 * Throws an Error on any answer but 200.
 */
export async function sendAll({ url, headers, bodies, concurrency }: Load): Promise<LoadResult> {
	const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
	const waiting = bodies.values();
	const responseTimesMs: number[] = [];
	const work = async () => {
		for (const body of waiting) {
			const sent = performance.now();
			await post(url, headers, body, agent);
			responseTimesMs.push(performance.now() - sent);
		}
	};
	const started = Date.now();
	try {
		await Promise.all(Array.from({ length: concurrency }, work));
	} finally {
		agent.destroy();
	}
	return { started, responseTimesMs: responseTimesMs.sort((one, other) => one - other) };
}

async function post(url: string, headers: Load['headers'], body: string, agent: Agent) {
	const call = request(url, {
		method: 'POST',
		agent,
		timeout: RESPONSE_TIMEOUT_MS,
		headers: {
			...headers,
			'content-type': 'application/json',
			'content-length': Buffer.byteLength(body),
		},
	});
	call.once('timeout', () => call.destroy(new Error('No answer in time')));
	call.end(body);
	const [response] = (await once(call, 'response')) as [IncomingMessage];
	const answer = await text(response);
	if (response.statusCode !== 200)
		throw new Error(`n8n answered ${response.statusCode}: ${answer}`);
}
