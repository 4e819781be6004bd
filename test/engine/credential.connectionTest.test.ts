/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { inspect } from 'node:util';

import getPort from 'get-port';
import { CredentialTestContext } from 'n8n-core';

import { BankTransactions } from '../../nodes/BankTransactions/BankTransactions.node';
import { requestLimits } from '../../nodes/shared/http/retry';
import type { FaultInput } from '../bank/types';
import { createAdditionalData, type CredentialData } from '../support/engine/engine';
import { useBank } from '../support/engine/testBank';
import { startRedirect } from '../support/redirect';

const bank = useBank();

/** Tests the credential of the bank, with changes, as n8n does. */
async function testCredential(changes: Partial<CredentialData> = {}) {
	const data = { ...bank.credential, ...changes } as CredentialData;
	const context = new CredentialTestContext(createAdditionalData(data, 'internal'));
	const test = new BankTransactions().methods.credentialTest.testCredential;
	const credential = { id: '1', name: 'Bank', type: 'bankTransactionsApi', data };
	const result = await test.call(context, credential);
	expect(inspect(result, { depth: Infinity })).not.toContain(bank.credential.apiKey);
	return result;
}

async function testWithFault(fault: FaultInput) {
	await bank.control.fault(fault);
	return await testCredential();
}

it.each<[string, (key: string) => Partial<CredentialData>]>([
	['as it is', () => ({})],
	['with blanks around it', (apiKey) => ({ apiKey: ` ${apiKey}\n` })],
	['with "Apikey" in front', (apiKey) => ({ apiKey: `Apikey ${apiKey}` })],
	['as a token', () => ({ scheme: 'Bearer' })],
])('passes with the right key %s, in one request', async (_name, changes) => {
	const result = await testCredential(changes(bank.credential.apiKey));
	expect(result.status).toBe('OK');
	expect(await bank.requests()).toMatchObject([{ method: 'GET', path: '/v2/userInfo' }]);
});

it.each(['', 'AK_CS.wrong', 'khóa'])(
	'fails with the key %j and says what to do',
	async (apiKey) => {
		const result = await testCredential({ apiKey });
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(/key/);
		if (apiKey !== '') expect(result.message).not.toContain(apiKey);
	},
);

it('points to the base URL if the address does not belong to the service', async () => {
	const result = await testCredential({ baseUrl: `${bank.credential.baseUrl}/page` });
	expect(result.message).toMatch(
		/^User information was not found\. Check the 'Base URL'.*HTTP 404/,
	);
});

it('reports the code and the message of the service', async () => {
	const body = JSON.stringify({ error: 77, message: 'No such plan', data: { user: {} } });
	const { message } = await testWithFault({ kind: 'status', status: 200, body });
	expect(message).toMatch(/^The service rejected .* \(HTTP 200, code 77, "No such plan"\)$/);
});

it('masks a key that the service repeats', async () => {
	const message = `Bad key ${bank.credential.apiKey}`;
	const body = JSON.stringify({ error: 77, message, data: null });
	const result = await testWithFault({ kind: 'status', status: 400, body });
	expect(result.message).toContain('Bad key *****');
});

it.each(['', '{"error":"0","data":{}}', '{"error":0,"data":null}', '{"error":0,"data":[]}'])(
	'fails for HTTP 200 with %j, which is not an envelope with a user',
	async (body) => {
		const result = await testWithFault({ kind: 'status', status: 200, body });
		expect(result.status).toBe('Error');
		expect(result.message).toContain("'Base URL'");
	},
);

it.each<[FaultInput['kind'], RegExp]>([
	['reset', /connection .* was lost/],
	['cut', /connection .* was lost/],
	['html', /'Base URL'.*HTML/],
	['flood', /too large/],
	['hang', /^The service did not answer within 0.3 seconds. Try again later.$/],
	['trickle', /^The service did not answer within 0.3 seconds. Try again later.$/],
])('fails for the fault %s', async (kind, message) => {
	if (kind !== 'flood') jest.replaceProperty(requestLimits, 'timeoutMs', 300);
	expect(await testWithFault({ kind })).toEqual({
		status: 'Error',
		message: expect.stringMatching(message),
	});
});

it('fails if nothing listens at the address, and names it', async () => {
	const host = `127.0.0.1:${await getPort({ host: '127.0.0.1' })}`;
	const result = await testCredential({ baseUrl: `http://${host}` });
	expect(result.status).toBe('Error');
	expect(result.message).toContain(host);
});

it.each([301, 302, 303, 307, 308])(
	'fails for a redirect with HTTP %i and does not follow it',
	async (statusCode) => {
		const redirect = await startRedirect(bank.credential.baseUrl, statusCode);
		try {
			const result = await testCredential({ baseUrl: `http://${redirect.host}` });
			expect(result.status).toBe('Error');
			expect(result.message).toContain('another address');
			expect(await bank.countRequests()).toBe(0);
		} finally {
			await redirect.close();
		}
	},
);

it.each<[Partial<CredentialData>, RegExp]>([
	[{ baseUrl: 'http://bank.example.com' }, /'Base URL'.*https:\/\//],
	[{ timeZone: 'Nowhere/City' }, /'Time Zone'/],
])('refuses %j before a request', async (changes, message) => {
	expect(await testCredential(changes)).toMatchObject({
		status: 'Error',
		message: expect.stringMatching(message),
	});
	expect(await bank.countRequests()).toBe(0);
});
