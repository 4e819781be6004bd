import fastify from 'fastify';

/** Starts a server on 127.0.0.1 that redirects every request to another base URL. */
export async function startRedirect(baseUrl: string, statusCode: number) {
	const server = fastify();
	server.all('*', async (request, reply) => {
		return await reply.redirect(`${baseUrl}${request.url}`, statusCode);
	});
	const url = await server.listen({ host: '127.0.0.1', port: 0 });
	return { host: new URL(url).host, close: async () => await server.close() };
}
