/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import type { AddressInfo } from 'node:net';

import fastify, { type FastifyInstance } from 'fastify';

import { toCredentialData } from '../support/engine/credentialData';
import { runAction } from '../support/engine/engine';
import { getOutput } from '../support/engine/testBank';

const PAGES = 3;
/** Far more than a reader needs; further requests fail. */
const ENOUGH_REQUESTS = 100;

let server: FastifyInstance;
let requests = 0;

/** A service behind two machines, one of which always lags one transaction behind. */
beforeAll(async () => {
	server = fastify();
	server.get<{ Querystring: { page: string } }>('/v2/transactions', async ({ query }, reply) => {
		requests++;
		if (requests > ENOUGH_REQUESTS) return await reply.code(500).send();
		const page = Number(query.page);
		return {
			error: 0,
			message: 'success',
			data: {
				page,
				pageSize: 1,
				totalPages: PAGES,
				totalRecords: requests % 2 === 0 ? PAGES - 1 : PAGES,
				records: [{ id: page, amount: 1000 }],
			},
		};
	});
	await server.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(async () => await server.close());

it('finishes if the total of the service never settles', async () => {
	const { port } = server.server.address() as AddressInfo;
	const credential = toCredentialData({
		url: `http://127.0.0.1:${port}`,
		apiKey: 'AK_CS.practice',
	});
	const parameters = { resource: 'transaction', operation: 'getAll', returnAll: true };
	const outputs = getOutput(await runAction(credential, parameters));
	expect(outputs.map(({ id }) => id)).toEqual([1, 2, 3]);
	expect(requests).toBeLessThanOrEqual(ENOUGH_REQUESTS);
});
