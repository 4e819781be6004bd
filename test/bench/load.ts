/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs in Node beside n8n, never inside a node */
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Load {
	url: string;
	headers: Record<string, string>;
	bodies: string[];
	atATime: number;
}

export interface LoadResult {
	/** When the first event was sent, in milliseconds since 1970. */
	started: number;
	/** How long each event waited for its answer, in milliseconds, ascending. */
	answerMilliseconds: number[];
}

const longestAnswerMilliseconds = 60_000;

/**
 * Sends every body once, so many at a time, over connections that stay open.
 * Throws an Error on any answer but 200.
 */
export async function sendAll({ url, headers, bodies, atATime }: Load): Promise<LoadResult> {
	const agent = new Agent({ keepAlive: true, maxSockets: atATime });
	const waiting = bodies.values();
	const answerMilliseconds: number[] = [];
	const work = async () => {
		for (const body of waiting) {
			const sent = performance.now();
			await post(url, headers, body, agent);
			answerMilliseconds.push(performance.now() - sent);
		}
	};
	const started = Date.now();
	try {
		await Promise.all(Array.from({ length: atATime }, work));
	} finally {
		agent.destroy();
	}
	return { started, answerMilliseconds: answerMilliseconds.sort((one, other) => one - other) };
}

async function post(url: string, headers: Load['headers'], body: string, agent: Agent) {
	const call = request(url, {
		method: 'POST',
		agent,
		timeout: longestAnswerMilliseconds,
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
