import fastify from 'fastify';

export interface Arrival {
	/** The transaction's id. */
	id: number;
	/** The execution whose last node sent it. */
	execution: string;
}

export interface Recorder {
	url: string;
	/** What reached the last node of a workflow, in order. */
	arrivals: Arrival[];
	close(): Promise<void>;
}

/** Starts an endpoint on 127.0.0.1 to which the last node of a workflow posts what reached it. */
export async function startRecorder(): Promise<Recorder> {
	const server = fastify({ forceCloseConnections: true });
	const arrivals: Arrival[] = [];
	server.post<{ Body: Arrival }>('/', async ({ body }) => {
		arrivals.push(body);
		return { recorded: true };
	});
	const url = await server.listen({ port: 0, host: '127.0.0.1' });
	return { url, arrivals, close: async () => await server.close() };
}
