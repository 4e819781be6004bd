import fastify from 'fastify';

/** A transaction that reached the last node of a workflow. */
export interface Arrival {
	id: number;
	/** The service's own text for it, which a test can choose. */
	reference: string;
	/** The execution of n8n that brought it. */
	execution: string;
}

export interface Recorder {
	url: string;
	/** All that arrived so far, in the order of arrival. */
	arrivals: Arrival[];
	close(): Promise<void>;
}

const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Starts an endpoint on 127.0.0.1 that records transactions independently of n8n. */
export async function startRecorder(): Promise<Recorder> {
	const server = fastify({ forceCloseConnections: true, bodyLimit: MAX_BODY_BYTES });
	const arrivals: Arrival[] = [];
	server.post<{ Body: Arrival | Arrival[] }>('/', async ({ body }) => {
		arrivals.push(...[body].flat());
		return { recorded: true };
	});
	const url = await server.listen({ port: 0, host: '127.0.0.1' });
	return { url, arrivals, close: async () => await server.close() };
}
