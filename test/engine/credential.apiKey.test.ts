import { getError, getOutput, useBank } from '../support/engine/testBank';

const bank = useBank();

const READ = { resource: 'user', operation: 'get' };

it.each(['Apikey', 'Bearer'])('sends the key with the scheme %s', async (scheme) => {
	getOutput(await bank.run(READ, { credential: { scheme } }));
	expect(await bank.control.requests()).toMatchObject([
		{ headers: { authorization: scheme }, status: 200 },
	]);
});

it('accepts a key pasted with "Apikey " in front', async () => {
	const credential = { apiKey: `Apikey ${bank.credential.apiKey}` };
	getOutput(await bank.run(READ, { credential }));
	expect(await bank.control.requests()).toMatchObject([
		{ headers: { authorization: 'Apikey' }, status: 200 },
	]);
});

it.each(['', ' \n'])('asks for the key if there is none: %j', async (apiKey) => {
	const error = getError(await bank.run(READ, { credential: { apiKey } }));
	expect(error).toMatchObject({
		message: 'The credential contains no API key',
		description: expect.stringContaining("credential 'Bank Transactions API'"),
	});
	expect(await bank.requests()).toEqual([]);
});

it.each(['AK_CS.wrong', 'Apikey', 'khóa'])('says that the key %j is wrong', async (apiKey) => {
	const error = getError(await bank.run(READ, { credential: { apiKey } }));
	expect(error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 0 } });
	expect(`${error.message} ${error.description}`).toContain('API key');
	expect(error.description).toMatch(/credential/);
});

it('says that a key was revoked', async () => {
	await bank.control.settings({ keyRevoked: true });
	const error = getError(await bank.run(READ));
	expect(error).toMatchObject({ httpCode: '401' });
	expect(error.message).toContain('API key');
});

it('requests JSON', async () => {
	await bank.run(READ);
	expect(await bank.control.requests()).toMatchObject([
		{ headers: { accept: 'application/json' } },
	]);
});
