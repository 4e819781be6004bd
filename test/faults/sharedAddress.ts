/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Bank } from '../bank/bank';

export interface SharedAddress {
	url: string;
	close(): Promise<void>;
}

/** Starts one address for several practice banks and routes requests by their API key. */
export async function startSharedAddress(banks: Bank[]): Promise<SharedAddress> {
	const forward = (incoming: IncomingMessage, answer: ServerResponse) => {
		const key = incoming.headers.authorization?.split(' ')[1];
		const bank = banks.find(({ apiKey }) => apiKey === key) ?? banks[0];
		const { method, url, headers } = incoming;
		const outgoing = request(new URL(url ?? '/', bank.url), { method, headers }, (response) => {
			answer.writeHead(response.statusCode ?? 502, response.headers);
			response.pipe(answer);
		});
		outgoing.on('error', () => answer.destroy());
		incoming.pipe(outgoing);
	};
	const server = createServer(forward).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		close: async () => {
			server.closeAllConnections();
			await once(server.close(), 'close');
		},
	};
}
