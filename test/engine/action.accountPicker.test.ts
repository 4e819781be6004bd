import { LoadOptionsContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';

import { BankTransactionsTrigger } from '../../nodes/BankTransactionsTrigger/BankTransactionsTrigger.node';
import {
	createAdditionalData,
	createNode,
	createWorkflow,
	TRIGGER,
} from '../support/engine/engine';
import { getError, getOutput, LONG_AGO, useBank } from '../support/engine/testBank';

const bank = useBank();

const search = async (filter?: string) => await bank.search('searchAccounts', { filter });

const found = async (filter: string) => (await search(filter)).results.map(({ value }) => value);

describe('the list', () => {
	it('shows bank, number and holder, with the number as the value', async () => {
		expect(await search()).toEqual({
			results: [
				{ name: 'MBBank  0908123456789  CUA HANG THUC HANH', value: '0908123456789' },
				{ name: 'VPBank  123456789  CUA HANG THUC HANH', value: '123456789' },
				{ name: 'ACB  17271687', value: '17271687' },
				{
					name: 'Not connected: Vietcombank  1023456789012  CUA HANG THUC HANH',
					value: '1023456789012',
				},
			],
		});
		expect(await bank.requests()).toEqual([
			{ method: 'GET', path: '/v2/accounts', query: {}, body: null },
		]);
	});

	it('is searched by bank, number and holder, ignoring accents, case and spaces around', async () => {
		expect(await found(' vpbank ')).toEqual(['123456789']);
		expect(await found('7271')).toEqual(['17271687']);
		expect(await found('Cửa hàng')).toHaveLength(3);
		expect(await found('not connected')).toEqual(['1023456789012']);
		expect(await found('')).toHaveLength(4);
		expect(await found('no such bank')).toEqual([]);
	});

	it('leaves out records that cannot be read', async () => {
		await bank.answer([null, { id: 1 }, { id: 2, accountNumber: 42 }]);
		expect(await search()).toEqual({ results: [{ name: '42', value: '42' }] });
	});
});

it('the trigger offers the same list', async () => {
	const node = createNode(TRIGGER, 'Trigger', {});
	const additionalData = createAdditionalData(bank.credential, 'internal');
	const context = new LoadOptionsContext(createWorkflow([node]), node, additionalData, '');
	const { listSearch } = new BankTransactionsTrigger().methods;
	expect(await listSearch.searchAccounts.call(context, 'acb')).toEqual(await search('acb'));
});

describe('the filter of Get Many', () => {
	const NUMBER = '123456789';

	beforeEach(async () => {
		await bank.control.transfers([
			{ amount: 1, description: 'other' },
			{ amount: 2, description: 'wanted', accountNumber: NUMBER },
		]);
	});

	const getMany = async (accountNumber: unknown, item: IDataObject = {}) =>
		await bank.run(
			{
				resource: 'transaction',
				operation: 'getAll',
				filters: { fromDate: LONG_AGO, accountNumber } as IDataObject as never,
			},
			{ items: [item] },
		);

	it.each([
		['selected from the list', { __rl: true, mode: 'list', value: NUMBER }, {}],
		['entered with spaces', { __rl: true, mode: 'number', value: ' 123 456 789 ' }, {}],
		['text from before there was a list', NUMBER, {}],
		['an expression in place of the parameter', '={{ $json.a }}', { a: NUMBER }],
	])('accepts an account that is %s', async (_name, accountNumber, item) => {
		const output = getOutput(await getMany(accountNumber, item));
		expect(output).toMatchObject([{ description: 'wanted', accountNumber: NUMBER }]);
	});

	it.each([
		['nothing is selected', { __rl: true, mode: 'list', value: '' }, {}],
		['an expression gives null', '={{ $json.a }}', { a: null }],
		['an expression gives nothing', { __rl: true, mode: 'number', value: '={{ $json.a }}' }, {}],
	])('returns the transactions of all accounts if %s', async (_name, accountNumber, item) => {
		expect(getOutput(await getMany(accountNumber, item))).toHaveLength(2);
	});

	it('refuses a number with a fraction before any request', async () => {
		const error = getError(await getMany('={{ $json.value }}', { value: 1.5 }));
		expect(error.message).toBe("'Account' is not a valid account number: 1.5");
		expect(error.description).toContain('from the list');
		expect(await bank.countRequests()).toBe(0);
	});
});
