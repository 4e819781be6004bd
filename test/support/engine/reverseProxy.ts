import axios from 'axios';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';

type Headers = FastifyRequest['headers'];

/** A call that has arrived at the proxy. */
export interface ProxiedCall {
	path: string;
	headers: Headers;
	body: unknown;
}

/** A proxy in front of n8n. It passes calls on unchanged, unless `handle` is replaced. */
export class ReverseProxy {
	/** Its address, without a slash at the end. */
	url = '';

	/** What has arrived, also if n8n did not receive it. */
	readonly calls: ProxiedCall[] = [];

	/** Responds itself, or passes the call on with these headers if it returns some. */
	handle: (
		call: ProxiedCall,
		reply: FastifyReply,
	) => Headers | undefined | Promise<Headers | undefined> = ({ headers }) => headers;

	private readonly server = fastify({ forceCloseConnections: true });

	constructor(private readonly target: string) {
		this.server.post('*', async (request, reply) => {
			const call = { path: request.url, headers: request.headers, body: request.body };
			this.calls.push(call);
			const headers = await this.handle(call, reply);
			if (headers === undefined) return reply;
			const { status, data } = await axios.post(`${this.target}${call.path}`, call.body, {
				headers: headers as Record<string, string>,
				proxy: false,
				validateStatus: null,
			});
			return await reply.code(status).send(data);
		});
	}

	async listen(): Promise<this> {
		this.url = await this.server.listen({ host: '127.0.0.1', port: 0 });
		return this;
	}

	async close() {
		await this.server.close();
	}
}
