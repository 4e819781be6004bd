import { getError, getOutput, useBank } from '../support/engine/testBank';

const bank = useBank();

const READ = { resource: 'user', operation: 'get' };

it.each(['Apikey', 'Bearer'])(
	'sends a key pasted with its scheme with the scheme %s, and requests JSON',
	async (scheme) => {
		const credential = { scheme, apiKey: `${scheme} ${bank.credential.apiKey}` };
		getOutput(await bank.run(READ, { credential }));
		expect(await bank.control.requests()).toMatchObject([
			{ headers: { authorization: scheme, accept: 'application/json' }, status: 200 },
		]);
	},
);

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
