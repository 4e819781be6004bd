/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Throws an Error that names the intended owner if another program listens on the port. */
export async function assertFree(port: number, owner: string): Promise<void> {
	const server = createServer().listen(port, '127.0.0.1');
	await once(server, 'listening').catch((error: Error) => {
		throw new Error(
			`Port ${port}, which ${owner} is to use, is taken: stop the program that listens there, or choose another port.`,
			{ cause: error },
		);
	});
	await once(server.close(), 'close');
}
