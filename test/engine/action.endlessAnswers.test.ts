/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

import { requestLimits } from '../../nodes/shared/http/retry';
import { toCredentialData } from '../support/engine/credentialData';
import {
	ACTION,
	createNode,
	createWorkflow,
	runAction,
	searchList,
	start,
} from '../support/engine/engine';
import { getError, getOutput } from '../support/engine/testBank';
import { waitFor } from '../support/waitFor';

const READ = { resource: 'user', operation: 'get' };
const ENVELOPE = JSON.stringify({ error: 0, message: 'success', data: { user: { id: 1 } } });

let server: Server;
let respond: RequestListener;
let requests: number;

beforeEach(async () => {
	jest.replaceProperty(requestLimits, 'timeoutMs', 300);
	jest.replaceProperty(requestLimits, 'maxAttempts', 1);
	requests = 0;
	server = createServer((request, response) => {
		requests += 1;
		respond(request, response);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
});

afterEach(async () => {
	jest.restoreAllMocks();
	server.closeAllConnections();
	server.close();
	await once(server, 'close');
});

function getCredential() {
	const { port } = server.address() as AddressInfo;
	return toCredentialData({ url: `http://127.0.0.1:${port}`, apiKey: 'AK_CS.practice' });
}

/** Writes one byte of the text after the other, as a service does that never ends. */
async function trickle(socket: Pick<Socket, 'write' | 'destroyed'>, text: string) {
	for (let sent = 0; !socket.destroyed; sent++) {
		socket.write(text.charAt(sent) || ' ');
		await wait(30);
	}
}

/** Expects that no connection stays open at the service. */
async function expectClosed() {
	const countConnections = promisify(server.getConnections.bind(server));
	await waitFor(async () => expect(await countConnections()).toBe(0));
}

describe('an answer that never ends', () => {
	it.each<[string, RequestListener]>([
		['if its body trickles', (_request, response) => void trickle(response, '{"error":0,')],
		[
			'if its headers trickle',
			({ socket }) => void trickle(socket, `HTTP/1.1 200 OK\r\nX-Any: ${'a'.repeat(1000)}`),
		],
		['if nothing comes', () => {}],
	])('is given up at the deadline, and its connection closed, %s', async (_name, listener) => {
		respond = listener;
		const error = getError(await runAction(getCredential(), READ));
		expect(error.message).toBe('The service did not answer within 0.3 seconds');
		await expectClosed();
	});

	it('is given up in a list of the editor, without the advice for an execution', async () => {
		respond = (_request, response) => void trickle(response, ENVELOPE.slice(0, 10));
		await expect(searchList(getCredential(), 'searchTransactions')).rejects.toMatchObject({
			message: 'The service did not answer within 0.3 seconds',
			description: 'Try again later.',
		});
		await expectClosed();
	});

	it('does not delay the end of a cancelled execution', async () => {
		jest.replaceProperty(requestLimits, 'timeoutMs', 60_000);
		respond = (_request, response) => void trickle(response, ENVELOPE.slice(0, 10));
		const workflow = createWorkflow([createNode(ACTION, 'Bank', READ)]);
		const running = start(workflow, 'Bank', [{ json: {} }], getCredential());
		await waitFor(() => expect(requests).toBe(1));
		running.cancel();
		await running;
		await expectClosed();
	});
});

describe('the size of an answer', () => {
	const MAX_BYTES = 100_000;

	const fill = (bytes: number) => ENVELOPE + ' '.repeat(bytes - ENVELOPE.length);

	beforeEach(() => {
		jest.replaceProperty(requestLimits, 'maxAnswerBytes', MAX_BYTES);
	});

	it('is accepted up to the limit', async () => {
		respond = (_request, response) => response.end(fill(MAX_BYTES));
		expect(getOutput(await runAction(getCredential(), READ))).toEqual([{ user: { id: 1 } }]);
	});

	it.each<[string, RequestListener]>([
		['as it is sent', (_request, response) => response.end(fill(MAX_BYTES + 1))],
		[
			'after it was decompressed',
			(_request, response) => {
				response.setHeader('Content-Encoding', 'gzip');
				response.end(gzipSync(fill(MAX_BYTES + 1)));
			},
		],
		['with HTTP 500', (_request, response) => response.writeHead(500).end(fill(MAX_BYTES + 1))],
	])('is refused above the limit, and its connection closed, %s', async (_name, listener) => {
		respond = listener;
		const error = getError(await runAction(getCredential(), READ));
		expect(error.message).toContain('too large for user information');
		expect(error.description).toContain("'Page Size'");
		await expectClosed();
	});
});

it('reads text that arrives in pieces, and begins with a byte order mark', async () => {
	const text = `\uFEFF${ENVELOPE.replace('"id":1', '"name":"Nguyễn Văn Á"')}`;
	respond = (_request, response) => {
		for (const byte of Buffer.from(text)) response.write(Buffer.from([byte]));
		response.end();
	};
	expect(getOutput(await runAction(getCredential(), READ))).toEqual([
		{ user: { name: 'Nguyễn Văn Á' } },
	]);
});
