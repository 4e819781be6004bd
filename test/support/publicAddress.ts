/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import tls from 'node:tls';
import { generate } from 'selfsigned';

/**
 * Gives a server on this machine an address that looks public, with HTTPS. Only n8n's requests in this
 * process find it: they go through a proxy, and trust the certificate until `jest.restoreAllMocks()`.
 */
export async function startPublicAddress(localUrl: string) {
	const host = 'bank.example.com';
	const { cert, private: key } = await generate([{ name: 'commonName', value: host }]);
	const { hostname, port } = new URL(localUrl);
	const sockets = new Set<Socket>();
	const join = (one: Socket, other: Socket) => {
		for (const socket of [one, other]) {
			sockets.add(socket);
			socket.on('error', () => {
				one.destroy();
				other.destroy();
			});
		}
		one.pipe(other).pipe(one);
	};
	const secured = await listen(
		tls.createServer({ cert, key }, (socket) => join(socket, connect(Number(port), hostname))),
	);
	const securedPort = getPort(secured);
	const proxy = await listen(
		createServer().on('connect', (_request, socket: Socket) => {
			socket.write('HTTP/1.1 200 OK\r\n\r\n');
			join(socket, connect(securedPort, '127.0.0.1'));
		}),
	);
	process.env.HTTPS_PROXY = `http://127.0.0.1:${getPort(proxy)}`;
	const connectSecurely = tls.connect as (options: tls.ConnectionOptions) => tls.TLSSocket;
	jest
		.spyOn(tls, 'connect')
		.mockImplementation(((options: tls.ConnectionOptions) =>
			connectSecurely({ ...options, ca: cert })) as typeof tls.connect);
	return {
		url: `https://${host}`,
		close: async () => {
			delete process.env.HTTPS_PROXY;
			for (const socket of sockets) socket.destroy();
			await Promise.all(
				[secured, proxy].map(async (server) => await once(server.close(), 'close')),
			);
		},
	};
}

async function listen<T extends Server>(server: T): Promise<T> {
	await once(server.listen(0, '127.0.0.1'), 'listening');
	return server;
}

function getPort(server: Server): number {
	return (server.address() as AddressInfo).port;
}
