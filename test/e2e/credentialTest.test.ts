import type { IDataObject } from 'n8n-workflow';

import {
	SETUP_TIMEOUT_MS,
	startTestInstance,
	type TestInstance,
} from '../support/n8n/testInstance';

let instance: TestInstance;

beforeAll(async () => {
	instance = await startTestInstance();
}, SETUP_TIMEOUT_MS);

afterAll(async () => await instance.end(), 60_000);

/** Stores a credential for the practice bank, with changes, and tests it as the editor does. */
async function testCredential(changes: IDataObject = {}) {
	const { editor, bank, control } = instance;
	const data = { baseUrl: bank.url, apiKey: bank.apiKey, ...changes };
	const credential = await editor.createCredential({
		name: 'Bank',
		type: 'bankTransactionsApi',
		data,
	});
	await control.clearLogs();
	const result = await editor.testCredential(credential);
	return { ...result, requests: (await control.requests()).length };
}

it.each<[string, (bank: TestInstance['bank']) => IDataObject]>([
	['as it is', () => ({})],
	[
		'with "Apikey" and blanks pasted in front',
		({ apiKey }) => ({ apiKey: ` Apikey  ${apiKey}\n` }),
	],
	['with the address ending in /v2/', ({ url }) => ({ baseUrl: `${url}/v2/ ` })],
	['with an address that is an expression', ({ url }) => ({ baseUrl: `={{ "${url}" }}` })],
])(
	'passes with the right key %s',
	async (_name, changes) => {
		expect(await testCredential(changes(instance.bank))).toMatchObject({
			status: 'OK',
			requests: 1,
		});
	},
	30_000,
);

it.each([200, 400])(
	'fails for an envelope with code 77, data and HTTP %i',
	async (status) => {
		const data = { user: { id: 1553 }, business: { id: 1540 }, bankAccs: [] };
		const body = JSON.stringify({ error: 77, message: 'No such plan', data });
		await instance.control.fault({ kind: 'status', status, body });
		const result = await testCredential();
		expect(result).toMatchObject({ status: 'Error', requests: 1 });
		expect(result.message).toContain('No such plan');
	},
	30_000,
);

it('fails for an answer without an envelope', async () => {
	const body = JSON.stringify({ data: { user: { id: 1 } } });
	await instance.control.fault({ kind: 'status', status: 200, body });
	const result = await testCredential();
	expect(result.status).toBe('Error');
	expect(result.message).toContain("'Base URL'");
}, 30_000);

it('refuses a public address without https and sends nothing', async () => {
	const result = await testCredential({ baseUrl: 'http://bank.example.com' });
	expect(result).toMatchObject({ status: 'Error', requests: 0 });
	expect(result.message).toContain('https');
}, 30_000);
