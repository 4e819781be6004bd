import getPort from 'get-port';

import { requestLimits } from '../../nodes/shared/http/retry';
import { startBank } from '../bank/bank';
import {
	ALARMING_WORDS,
	getError,
	inspectRun,
	getOutput,
	useBank,
} from '../support/engine/testBank';
import { startRedirect } from '../support/redirect';

const bank = useBank();

const READ = { resource: 'user', operation: 'get' };
const CREATE = {
	resource: 'webhook',
	operation: 'create',
	webhookUrl: 'https://n8n.example.com/webhook/bank',
	secureToken: 'token',
};

it.each([
	['/v2/', '/v2/userInfo'],
	['/bank/v2/', '/bank/v2/userInfo'],
])('requests an address that ends in %s at %s', async (ending, path) => {
	const baseUrl = `${bank.credential.baseUrl}${ending}`;
	await bank.run(READ, { credential: { baseUrl } });
	expect(await bank.requests()).toMatchObject([{ path }]);
});

it.each(['', 'http://oauth.casso.vn'])('refuses the address %j by name', async (baseUrl) => {
	const result = await bank.run(READ, { credential: { baseUrl } });
	const error = getError(result);
	expect(error).toMatchObject({ name: 'NodeOperationError' });
	expect(error.message).toContain("'Base URL'");
	expect(`${error.message} ${error.description}`).toContain('https://');
	expect(inspectRun(result)).not.toContain(bank.credential.apiKey);
});

describe('an address without a server', () => {
	it.each([READ, CREATE])(
		'names the address after five attempts of $operation',
		async (parameters) => {
			const host = `127.0.0.1:${await getPort({ host: '127.0.0.1' })}`;
			const credential = { baseUrl: `http://${host}` };
			const result = await bank.run(parameters, { credential });
			const error = getError(result);
			expect(error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 0 } });
			expect(error.message).toBe(`Could not connect to ${host}`);
			expect(error.description).toContain('Base URL');
			expect(error.description).toContain('5 attempts');
			expect(inspectRun(result).includes(bank.credential.apiKey)).toBe(false);
		},
	);

	it('sends a request with changes once the service is back', async () => {
		jest.replaceProperty(requestLimits, 'initialDelayMs', 200);
		const port = await getPort({ host: '127.0.0.1' });
		const credential = { baseUrl: `http://127.0.0.1:${port}` };
		const running = bank.run(CREATE, { credential });
		const restarted = await startBank({ port, transactions: 0 });
		try {
			expect(getOutput(await running)).toHaveLength(1);
			expect(await restarted.control.webhooks()).toHaveLength(1);
		} finally {
			await restarted.close();
		}
	});
});

it('names a host that does not exist', async () => {
	const credential = { baseUrl: 'http://bank.invalid' };
	const error = getError(await bank.run(READ, { credential }));
	expect(error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 0 } });
	expect(error.message).toMatch(/^(Could not reach the host|Could not connect to) bank\.invalid$/);
	expect(error.description).toContain('Base URL');
	expect(`${error.message} ${error.description}`).not.toMatch(ALARMING_WORDS);
});

it.each([301, 302, 303, 307, 308])(
	'reports a redirect with HTTP %i and does not follow it with the key',
	async (statusCode) => {
		const redirect = await startRedirect(bank.credential.baseUrl, statusCode);
		try {
			const credential = { baseUrl: `http://${redirect.host}` };
			for (const parameters of [READ, CREATE]) {
				const error = getError(await bank.run(parameters, { credential }));
				expect(error).toMatchObject({ name: 'NodeApiError', httpCode: String(statusCode) });
				expect(error.message).toContain(`${redirect.host} redirects to another address`);
			}
			expect(await bank.countRequests()).toBe(0);
		} finally {
			await redirect.close();
		}
	},
);
