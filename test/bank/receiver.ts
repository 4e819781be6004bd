import fastify from 'fastify';

export interface ReceivedEvent {
	headers: Record<string, unknown>;
	/** The body exactly as it came over the wire. */
	text: string;
}

export interface Receiver {
	url: string;
	received: ReceivedEvent[];
	/** What it answers; may be changed at any time. A status of 0: it never answers. */
	answer: { status: number; body: string };
	close(): Promise<void>;
}

/** Starts an endpoint on 127.0.0.1 that receives events in place of n8n. */
export async function startReceiver(): Promise<Receiver> {
	const server = fastify({ forceCloseConnections: true });
	server.removeContentTypeParser('application/json');
	server.addContentTypeParser(
		'*',
		{ parseAs: 'string' },
		async (_: unknown, text: unknown) => text,
	);
	const answer = { status: 200, body: '{"success":true}' };
	const received: ReceivedEvent[] = [];
	server.post('/event', async ({ headers, body }, reply) => {
		received.push({ headers, text: String(body) });
		if (answer.status === 0) return await new Promise<never>(() => {});
		return await reply.code(answer.status).send(answer.body);
	});
	const address = await server.listen({ port: 0, host: '127.0.0.1' });
	return { url: `${address}/event`, received, answer, close: async () => await server.close() };
}
