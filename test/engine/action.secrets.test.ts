import type { INodeParameters } from 'n8n-workflow';

import { requestLimits } from '../../nodes/shared/http/retry';
import type { FaultInput } from '../bank/types';
import { inspectRun, useBank } from '../support/engine/testBank';

const bank = useBank();

const URL = 'https://n8n.example.com/webhook/bank';
const TOKEN = 'secret-token-of-the-test';

const GET_USER = { resource: 'user', operation: 'get' };
const GET_MANY = { resource: 'transaction', operation: 'getAll' };
const webhook = (operation: string, parameters: object): INodeParameters => ({
	resource: 'webhook',
	operation,
	...parameters,
});

/** Runs the node, and returns all that n8n would store of its error, without its parameters. */
async function inspectError(parameters: INodeParameters) {
	const result = await bank.run(parameters);
	expect(result.error).toBeDefined();
	const { error, runData } = result.run.data.resultData;
	for (const kept of [error, runData.Bank[0].error]) Object.assign(kept ?? {}, { node: undefined });
	return inspectRun(result);
}

/** Fails without printing the secret. */
function expectHidden(kept: string, secret: string) {
	expect(kept.includes(secret)).toBe(false);
}

const envelope = (message: string) => JSON.stringify({ error: 3, message, data: null });

describe('the token of a webhook', () => {
	it.each([
		['create', { webhookUrl: URL, secureToken: TOKEN }],
		['get', { webhookId: '114' }],
		['update', { webhookId: '114', updateFields: { secureToken: TOKEN } }],
		['delete', { webhookId: '114' }],
		['deleteByUrl', { webhookUrl: URL }],
	])(
		'does not appear in the output of %s, even if the service returns it',
		async (operation, given) => {
			await bank.control.settings({ param2: 'token' });
			await bank.control.addWebhook({ url: URL, secureToken: TOKEN });
			const result = await bank.run(webhook(operation, given));
			expect(result.error).toBeUndefined();
			expectHidden(inspectRun(result), TOKEN);
		},
	);

	it.each([
		['create', { webhookUrl: URL, secureToken: TOKEN }],
		['update', { webhookId: '114', updateFields: { secureToken: TOKEN } }],
	])('does not appear in an error of %s, if the service repeats it', async (operation, given) => {
		const body = envelope(`The secure_token ${TOKEN} is too simple, "${TOKEN}"`);
		await bank.control.fault({ kind: 'status', status: 400, body });
		const kept = await inspectError(webhook(operation, given));
		expect(kept).toContain('is too simple');
		expectHidden(kept, TOKEN);
	});
});

describe('the API key', () => {
	it.each([200, 400, 401, 404, 429, 500, 503])(
		'does not appear in an error, even if the service repeats it with HTTP %i',
		async (status) => {
			const { apiKey } = bank.credential;
			const body = envelope(`Authorization: Apikey ${apiKey} is not valid (${apiKey})`);
			await bank.control.fault({ kind: 'status', status, body, times: null });
			const kept = await inspectError(GET_USER);
			expect(kept).toContain('is not valid');
			expectHidden(kept, apiKey);
		},
	);

	it.each([160, 200, 250, 290])(
		'does not appear in part if the service repeats it after %i other characters',
		async (length) => {
			const { apiKey } = bank.credential;
			const body = envelope(`${'-'.repeat(length)}${apiKey} is not valid`);
			await bank.control.fault({ kind: 'status', status: 400, body });
			expectHidden(await inspectError(GET_USER), apiKey.slice(0, 8));
		},
	);

	it('does not appear in the run data if it is wrong and contains a line break', async () => {
		const [first, second] = ['AK_CS.first-half', 'second-half'];
		const credential = { apiKey: `${first}\n${second}` };
		const result = await bank.run(GET_USER, { credential });
		expect(result.error).toMatchObject({ name: 'NodeApiError' });
		expect(`${result.error?.message} ${result.error?.description}`).toContain('API key');
		expectHidden(inspectRun(result), first);
		expectHidden(inspectRun(result), second);
	});
});

it.each<[string, FaultInput]>([
	['a page of HTML', { kind: 'html' }],
	['an empty answer', { kind: 'empty' }],
	['a foreign answer', { kind: 'garbage' }],
	['a cut answer', { kind: 'cut' }],
	['a broken connection', { kind: 'reset' }],
	['no answer', { kind: 'hang' }],
	['a redirect', { kind: 'status', status: 302 }],
])('neither the token nor the key appears in an error after %s', async (_name, fault) => {
	if (fault.kind === 'hang') jest.replaceProperty(requestLimits, 'timeoutMs', 300);
	await bank.control.fault({ ...fault, times: null });
	for (const parameters of [GET_MANY, webhook('create', { webhookUrl: URL, secureToken: TOKEN })]) {
		const kept = await inspectError(parameters);
		expectHidden(kept, TOKEN);
		expectHidden(kept, bank.credential.apiKey);
	}
});
