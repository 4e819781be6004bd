import { getError, getOutput, useBank } from '../support/engine/testBank';

const bank = useBank();

const READ = { resource: 'user', operation: 'get' };

it.each(['Apikey', 'Bearer'])('sends the key with the scheme %s', async (scheme) => {
	getOutput(await bank.run(READ, { credential: { scheme } }));
	expect(await bank.control.requests()).toMatchObject([
		{ headers: { authorization: scheme }, status: 200 },
	]);
});

it.each<[string, (key: string) => string]>([
	['blanks around it', (key) => `  ${key} \t`],
	['a line break after it', (key) => `${key}\r\n`],
	['"Apikey " in front', (key) => `Apikey ${key}`],
	['"apikey" in small letters in front', (key) => `apikey   ${key}`],
	['"Bearer " in front', (key) => `Bearer ${key}`],
	['blanks and "Apikey " in front', (key) => ` \n Apikey\t${key} `],
])('accepts a key pasted with %s', async (_name, pasted) => {
	const credential = { apiKey: pasted(bank.credential.apiKey) };
	getOutput(await bank.run(READ, { credential }));
	expect(await bank.control.requests()).toMatchObject([
		{ headers: { authorization: 'Apikey' }, status: 200 },
	]);
});

it('accepts or refuses a key with a line break inside, but never succeeds without data', async () => {
	const { apiKey } = bank.credential;
	const credential = { apiKey: `${apiKey.slice(0, 50)}\n${apiKey.slice(50)}` };
	const { items, error } = await bank.run(READ, { credential });
	if (error) expect(`${error.message} ${error.description}`).toContain('API key');
	else expect(items).toMatchObject([{ json: { user: { id: 1553 } } }]);
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
