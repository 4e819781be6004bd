/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import type { IncomingHttpHeaders } from 'node:http';
import fastify from 'fastify';

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Starts an endpoint on 127.0.0.1 that receives events in place of n8n. */
export async function startReceiver() {
	const server = fastify({ forceCloseConnections: true });
	server.removeContentTypeParser('application/json');
	server.addContentTypeParser(
		'*',
		{ parseAs: 'string' },
		async (_: unknown, text: unknown) => text,
	);
	/** May be changed at any time. A status of 0: it never answers. */
	const answer = { status: 200, body: '{"success":true}' };
	/** The events, with their bodies exactly as they came over the wire. */
	const received: Array<{ headers: IncomingHttpHeaders; text: string }> = [];
	server.post('/event', async ({ headers, body }, reply) => {
		received.push({ headers, text: String(body) });
		if (answer.status === 0) return await new Promise<never>(() => {});
		return await reply.code(answer.status).send(answer.body);
	});
	const address = await server.listen({ port: 0, host: '127.0.0.1' });
	return { url: `${address}/event`, received, answer, close: async () => await server.close() };
}
