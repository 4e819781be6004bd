/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs in Node beside n8n, never inside a node */
import type { AddressInfo } from 'node:net';

import fastify from 'fastify';
import getPort from 'get-port';

import { limits } from '../../nodes/service/retry';
import { startBank } from '../bank/bank';
import { BankControl } from '../bank/control';
import {
	ALARMING,
	errorOf,
	everythingIn,
	outputOf,
	usePracticeBank,
} from '../support/engine/testBank';

const practice = usePracticeBank();

const READ = { resource: 'user', operation: 'get' };
const CREATE = {
	resource: 'webhook',
	operation: 'create',
	webhookUrl: 'https://n8n.example.com/webhook/bank',
	secureToken: 'token',
};

describe('the base URL', () => {
	it.each(['/', '//', '/v2', '/v2/', '/V2', ' '])('may end in %j', async (ending) => {
		const baseUrl = `${practice.credential.baseUrl}${ending}`;
		outputOf(await practice.run(READ, { credential: { baseUrl } }));
		expect(await practice.asked()).toMatchObject([{ path: '/v2/userInfo' }]);
	});

	it.each([
		'',
		' ',
		'oauth.casso.vn',
		'ftp://oauth.casso.vn',
		'http://',
		'http://two words',
		'http://127.0.0.1:99999',
	])('is refused, in words that name it, where it is %j', async (baseUrl) => {
		const error = errorOf(await practice.run(READ, { credential: { baseUrl } }));
		expect(`${error.message} ${error.description}`).toContain('Base URL');
		expect(error.description).toBeTruthy();
	});

	it('may lead below a path of a proxy', async () => {
		const baseUrl = `${practice.credential.baseUrl}/bank/v2/`;
		errorOf(await practice.run(READ, { credential: { baseUrl } }));
		expect(await practice.asked()).toMatchObject([{ path: '/bank/v2/userInfo' }]);
	});
});

it.each(['http://oauth.casso.vn', 'HTTP://93.184.216.34:8080/v2', 'http://bank.example.com'])(
	'%s is refused before a request: a public address must be https',
	async (baseUrl) => {
		const result = await practice.run(READ, { credential: { baseUrl } });
		const error = errorOf(result);
		expect(error).toMatchObject({ name: 'NodeOperationError' });
		expect(error.message).toContain('https://');
		expect(error.description).toContain('API key');
		expect(everythingIn(result)).not.toContain(practice.credential.apiKey);
	},
);

it.each(['http://localhost', 'http://bank', 'http://bank.internal', 'http://[::1]'])(
	'%s may be http: it is a private address',
	async (host) => {
		const port = await getPort({ host: '127.0.0.1' });
		const error = errorOf(await practice.run(READ, { credential: { baseUrl: `${host}:${port}` } }));
		expect(error).toMatchObject({ name: 'NodeApiError' });
	},
);

it.each(['', 'Nowhere/City'])('the time zone %j is refused before a request', async (timeZone) => {
	const error = errorOf(await practice.run(READ, { credential: { timeZone } }));
	expect(error.message).toContain('Time Zone');
	expect(await practice.askedTimes()).toBe(0);
});

describe('where nobody listens', () => {
	it.each([READ, CREATE])(
		'$operation is tried five times, and the error names the address',
		async (parameters) => {
			const host = `127.0.0.1:${await getPort({ host: '127.0.0.1' })}`;
			const credential = { baseUrl: `http://${host}` };
			const result = await practice.run(parameters, { credential });
			const error = errorOf(result);
			expect(error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 0 } });
			expect(error.message).toBe(`No connection to ${host}`);
			expect(error.description).toContain('Base URL');
			expect(error.description).toContain('5 tries');
			expect(everythingIn(result).includes(practice.credential.apiKey)).toBe(false);
		},
	);

	it('a request that changes something is sent once the service is back', async () => {
		jest.replaceProperty(limits, 'firstWaitMilliseconds', 200);
		const port = await getPort({ host: '127.0.0.1' });
		const credential = { baseUrl: `http://127.0.0.1:${port}` };
		const running = practice.run(CREATE, { credential });
		const bank = await startBank({ port, transactions: 0 });
		try {
			expect(outputOf(await running)).toHaveLength(1);
			expect(await new BankControl(bank.url).hooks()).toHaveLength(1);
		} finally {
			await bank.close();
		}
	});
});

it('a host that does not exist is named', async () => {
	const credential = { baseUrl: 'http://bank.invalid' };
	const error = errorOf(await practice.run(READ, { credential }));
	expect(error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 0 } });
	expect(error.message).toMatch(/^(There is no server at|No connection to) bank\.invalid$/);
	expect(error.description).toContain('Base URL');
	expect(`${error.message} ${error.description}`).not.toMatch(ALARMING);
});

it.each([301, 302, 303, 307, 308])(
	'a redirect with HTTP %i is told and not followed: the key goes nowhere else',
	async (statusCode) => {
		const server = fastify();
		server.all('*', async (request, reply) => {
			return await reply.redirect(`${practice.credential.baseUrl}${request.url}`, statusCode);
		});
		await server.listen({ host: '127.0.0.1', port: 0 });
		try {
			const { port } = server.server.address() as AddressInfo;
			const credential = { baseUrl: `http://127.0.0.1:${port}` };
			for (const parameters of [READ, CREATE]) {
				const error = errorOf(await practice.run(parameters, { credential }));
				expect(error).toMatchObject({ name: 'NodeApiError', httpCode: String(statusCode) });
				expect(error.message).toContain(`127.0.0.1:${port} points to another address`);
			}
			expect(await practice.askedTimes()).toBe(0);
		} finally {
			await server.close();
		}
	},
);
