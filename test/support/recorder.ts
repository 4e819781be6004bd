import fastify from 'fastify';

/** A transaction that reached the last node of a workflow. */
export interface Arrival {
	id: number;
	/** The service's own text for it, which a test can choose. */
	reference: string;
	/** The execution of n8n that brought it. */
	execution: string;
}

export type Recorder = Awaited<ReturnType<typeof startRecorder>>;

/**
 * Starts an endpoint on 127.0.0.1 that records transactions independently of n8n, in the order of their
 * arrival.
 */
export async function startRecorder() {
	const server = fastify({ forceCloseConnections: true, bodyLimit: 16 * 1024 * 1024 });
	const arrivals: Arrival[] = [];
	server.post<{ Body: Arrival | Arrival[] }>('/', async ({ body }) => {
		arrivals.push(...[body].flat());
		return { recorded: true };
	});
	const url = await server.listen({ port: 0, host: '127.0.0.1' });
	return { url, arrivals, close: async () => await server.close() };
}
