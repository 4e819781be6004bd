/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import type { AddressInfo } from 'node:net';

import axios from 'axios';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';

/** A call that has arrived at the proxy. */
export interface ProxiedCall {
	path: string;
	headers: FastifyRequest['headers'];
	body: unknown;
}

/** Responds itself, or passes the call on with these headers if it returns some. */
type HandleCall = (
	call: ProxiedCall,
	reply: FastifyReply,
) => ProxiedCall['headers'] | undefined | Promise<ProxiedCall['headers'] | undefined>;

/** A proxy in front of n8n. It passes calls on unchanged, unless `handle` is replaced. */
export class ReverseProxy {
	/** Its address, without a slash at the end. */
	url = '';

	/** What has arrived, also if n8n did not receive it. */
	readonly calls: ProxiedCall[] = [];

	handle: HandleCall = ({ headers }) => headers;

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
		await this.server.listen({ host: '127.0.0.1', port: 0 });
		this.url = `http://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
		return this;
	}

	async close() {
		await this.server.close();
	}
}
