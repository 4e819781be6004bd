import type { IDataObject } from 'n8n-workflow';
import { useTestInstance } from '../support/n8n/testInstance';

const instance = useTestInstance();

/** Stores a credential for the practice bank, with changes, and tests it as the editor does. */
async function testCredential(changes: IDataObject = {}) {
	const { editor, bank, control } = instance;
	const data = { baseUrl: bank.url, apiKey: bank.apiKey, ...changes };
	const type = 'bankTransactionsApi';
	const credential = await editor.createCredential({ name: 'Bank', type, data });
	await control.clearLogs();
	const result = await editor.testCredential(credential);
	return { ...result, requests: (await control.requests()).length };
}

it.each<[string, (bank: typeof instance.bank) => IDataObject]>([
	[
		'with "Apikey" and blanks pasted in front',
		({ apiKey }) => ({ apiKey: ` Apikey  ${apiKey}\n` }),
	],
	['with an address that is an expression', ({ url }) => ({ baseUrl: `={{ "${url}/v2/" }}` })],
])('passes with the right key %s', async (_name, changes) => {
	const result = await testCredential(changes(instance.bank));
	expect(result).toMatchObject({ status: 'OK', requests: 1 });
});

it('fails for an envelope with code 77 and data, although HTTP says 200', async () => {
	const data = { user: { id: 1553 }, business: { id: 1540 }, bankAccs: [] };
	const body = JSON.stringify({ error: 77, message: 'No such plan', data });
	await instance.control.fault({ kind: 'status', status: 200, body });
	const result = await testCredential();
	expect(result).toMatchObject({ status: 'Error', requests: 1 });
	expect(result.message).toContain('No such plan');
});
