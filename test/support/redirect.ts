/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';

export interface Redirect {
	/** Host and port, such as `127.0.0.1:4010`. */
	host: string;
	close(): Promise<void>;
}

/** Starts a server on 127.0.0.1 that redirects every request to another base URL. */
export async function startRedirect(baseUrl: string, statusCode: number): Promise<Redirect> {
	const server = fastify();
	server.all('*', async (request, reply) => {
		return await reply.redirect(`${baseUrl}${request.url}`, statusCode);
	});
	await server.listen({ host: '127.0.0.1', port: 0 });
	const { port } = server.server.address() as AddressInfo;
	return { host: `127.0.0.1:${port}`, close: async () => await server.close() };
}
