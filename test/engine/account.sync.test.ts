import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { FaultInput } from '../bank/types';
import { getError, getOutput, getPairedItems, useBank } from '../support/engine/testBank';

const bank = useBank();

const NUMBER = '0908123456789';
const SYNC = { resource: 'account', operation: 'sync' };

const byNumber = (value: string): INodeParameters => ({
	...SYNC,
	accountNumber: { __rl: true, mode: 'number', value },
});
const syncRequest = (accountNumber: string) => ({
	method: 'POST',
	path: '/v2/sync',
	query: {},
	body: { bank_acc_id: accountNumber },
});

it.each(['null', 'array'] as const)(
	'requests the account by its number and does not read the answer (%s)',
	async (syncAnswer) => {
		await bank.control.settings({ syncAnswer });
		await bank.control.holdTransfer({ amount: 1000, description: 'DH1042' });
		const result = await bank.run(byNumber(NUMBER));
		expect(getOutput(result)).toStrictEqual([{ requested: true, accountNumber: NUMBER }]);
		expect(await bank.requests()).toEqual([syncRequest(NUMBER)]);
		expect(await bank.control.heldTransfers()).toEqual([]);
	},
);

it.each<[string, INodeParameters]>([
	['selected from the list', { __rl: true, mode: 'list', value: NUMBER, cachedResultName: 'MB' }],
	['entered with spaces', { __rl: true, mode: 'number', value: ' 0908 1234 56789\n' }],
])('accepts an account that is %s', async (_name, accountNumber) => {
	getOutput(await bank.run({ ...SYNC, accountNumber }));
	expect(await bank.requests()).toEqual([syncRequest(NUMBER)]);
});

it('accepts a number that an expression gives in place of the parameter', async () => {
	const parameters = { ...SYNC, accountNumber: '={{ $json.account }}' };
	const items = [{ account: NUMBER }, { account: 17271687 }];
	expect(getOutput(await bank.run(parameters, { items }))).toEqual([
		{ requested: true, accountNumber: NUMBER },
		{ requested: true, accountNumber: '17271687' },
	]);
	expect(await bank.requests()).toEqual([syncRequest(NUMBER), syncRequest('17271687')]);
});

it('requests each account once, however many items name it', async () => {
	const items = [NUMBER, '17271687', NUMBER, NUMBER].map((account) => ({ account }));
	const result = await bank.run(byNumber('={{ $json.account }}'), { items });
	expect(getOutput(result).map(({ accountNumber }) => accountNumber)).toEqual(
		items.map(({ account }) => account),
	);
	expect(getPairedItems(result)).toEqual([0, 1, 2, 3]);

	expect(await bank.requests()).toEqual([syncRequest(NUMBER), syncRequest('17271687')]);
});

it.each<[string, unknown, string]>([
	['an empty text', '', 'is empty'],
	['spaces', '  ', 'is empty'],
	['nothing', null, 'is empty'],
	['a number with a fraction', 1.5, 'is not a valid account number: 1.5'],
	[
		'a number that has lost digits',
		9704229704229704000,
		'is not a valid account number: 9704229704229704000',
	],
	['true', true, 'is not a valid account number'],
	['an object', { number: NUMBER }, 'is not a valid account number'],
	['a list', [NUMBER], 'is not a valid account number'],
])('refuses %s before any request', async (_name, account, text) => {
	for (const accountNumber of [
		'={{ $json.account }}',
		{ __rl: true, mode: 'number', value: '={{ $json.account }}' },
	]) {
		const items = [{ account: NUMBER }, { account } as IDataObject];
		const result = await bank.run({ ...SYNC, accountNumber }, { items, continueOnFail: true });
		expect(getOutput(result)).toEqual([
			{ requested: true, accountNumber: NUMBER },
			{
				error: `'Account' ${text} [item 1]`,
				description: expect.stringContaining('from the list'),
			},
		]);
		expect(await bank.requests()).toEqual([syncRequest(NUMBER)]);
		await bank.control.clearLogs();
	}
});

it('says that an account is not linked', async () => {
	const error = getError(await bank.run(byNumber('55')));
	expect(error).toMatchObject({ httpCode: '404', message: 'Account 55 was not found' });
	expect(await bank.countRequests()).toBe(1);
});

it('passes on why the service rejects an account that is not connected', async () => {
	const error = getError(await bank.run(byNumber('1023456789012')));
	expect(error.message).toBe('The service rejected the request for account 1023456789012');
	expect(error.description).toContain('Account is not connected');
	expect(await bank.countRequests()).toBe(1);
});

it.each<[string, FaultInput]>([
	['a lost connection', { kind: 'reset', carriedOut: true }],
	['HTTP 503', { kind: 'status', status: 503, carriedOut: true }],
	['an empty answer', { kind: 'empty' }],
])('sends no second request after %s, not even for another item', async (_name, fault) => {
	await bank.control.fault(fault);
	const items = [{}, {}];
	const result = await bank.run(byNumber(NUMBER), { items, continueOnFail: true });
	const message = expect.stringMatching(/account 0908123456789|connection/);
	expect(getOutput(result)).toMatchObject([{ error: message }, { error: message }]);
	expect(await bank.countRequests()).toBe(1);
});
