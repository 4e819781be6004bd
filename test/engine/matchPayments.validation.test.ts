import type { IDataObject } from 'n8n-workflow';

import {
	ALARMING_WORDS,
	getError,
	getOutput,
	getPairedItems,
	LONG_AGO,
	useBank,
} from '../support/engine/testBank';

const bank = useBank();

const match = {
	resource: 'transaction',
	operation: 'match',
	paymentCode: '={{ $json.code }}',
	expectedAmount: '={{ $json.amount }}',
	period: '={{ $json.period ?? "last7Days" }}',
	options: {
		fromDate: '={{ $json.fromDate }}',
		toDate: '={{ $json.toDate }}',
		tolerance: '={{ $json.tolerance }}',
		matchInsideWords: '={{ $json.insideWords ?? false }}',
		accountNumber: '={{ $json.accountNumber }}',
		virtualAccount: '={{ $json.virtualAccount }}',
	},
};

const GOOD = { code: 'DH12', fromDate: LONG_AGO };

/** Has the service answer every request with this HTTP status. */
const refuseAll = async (status: number, after = 0) =>
	await bank.control.fault({ kind: 'status', status, after, times: null });

/** Invalid items, and the parameter that the error names. */
const REFUSED: Array<[IDataObject, string]> = [
	[{ code: '' }, "'Payment Code' is empty"],
	[{ code: '---' }, "'Payment Code' contains no letters or digits"],
	[{ code: 'DH15, ---' }, "'Payment Code' contains no letters or digits"],
	[{ code: ' , ' }, "'Payment Code' contains no letters or digits"],
	[{ code: '1042' }, "'Payment Code' is a number of fewer than 5 digits"],
	[{ code: 'DH15, 15' }, "'Payment Code' is a number of fewer than 5 digits"],
	[{ code: 'DH１０４２' }, "'Payment Code' contains '１'"],
	[{ code: 'ДН1042' }, "'Payment Code' contains 'Д'"],
	[{ code: 'DH13, DH15' }, "'Payment Code' has a spelling that belongs to another item"],
	[{ amount: 0 }, "'Expected Amount' is 0"],
	[{ amount: -1 }, "'Expected Amount'"],
	[{ amount: 'much' }, "'Expected Amount'"],
	[{ tolerance: -0.5 }, "'Tolerance'"],
	[{ virtualAccount: 123_456_789_012_345_680 }, "'Virtual Account'"],
	[{ virtualAccount: { number: 'VA12' } }, "'Virtual Account'"],
	[{ fromDate: 'yesterday' }, "'From Date'"],
	[{ toDate: '31/01/2026' }, "'To Date'"],
	[{ fromDate: '2026-02-01', toDate: '2026-01-31' }, "'From Date'"],
];

/** Parameters that must be equal for all items. */
const DIFFERING: IDataObject[] = [
	{ fromDate: '2001-01-01' },
	{ fromDate: '' },
	{ fromDate: '', period: 'lastMonth' },
	{ toDate: '2026-01-31' },
	{ insideWords: true },
	{ accountNumber: '17271687' },
];

describe.each([
	...REFUSED,
	...DIFFERING.map((part): [IDataObject, string] => [
		part,
		"'Period', the dates, 'Account' or 'Match Inside Words'",
	]),
])('an item with %j', (part, name) => {
	const items = [GOOD, { ...GOOD, code: 'DH13' }, { ...GOOD, ...part }, { ...GOOD, code: 'DH14' }];

	it('is refused with its number before a request', async () => {
		const error = getError(await bank.run(match, { items }));
		expect(error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 2 } });
		expect(error.message).toContain(name);
		expect(error.message).toMatch(/item 2/i);
		expect(error.description).toBeTruthy();
		expect(`${error.message} ${error.description}`).not.toMatch(ALARMING_WORDS);
		expect(await bank.countRequests()).toBe(0);
	});

	it('is explained with Continue On Fail while the other items are matched', async () => {
		await bank.control.transfers([
			{ amount: 1000, description: 'DH12', when: '2026-01-01T10:00:00' },
			{ amount: 2000, description: 'DH14', when: '2026-01-01T11:00:00' },
		]);
		const result = await bank.run(match, { items, continueOnFail: true });
		const outputs = getOutput(result);
		expect(outputs).toMatchObject([
			{ paymentCode: 'DH12', receivedAmount: 1000 },
			{ paymentCode: 'DH13', status: 'unpaid' },
			{ error: expect.stringContaining(name), description: expect.stringMatching(/\w/) },
			{ paymentCode: 'DH14', receivedAmount: 2000 },
		]);
		expect(Object.keys(outputs[2]).sort()).toEqual(['description', 'error']);
		expect(getPairedItems(result)).toEqual([0, 1, 2, 3]);
		expect(await bank.countRequests()).toBe(1);
	});
});

it('sends no request if every item is refused', async () => {
	const result = await bank.run(match, { items: [{ ...GOOD, code: '' }], continueOnFail: true });
	expect(getOutput(result)).toMatchObject([{ error: expect.stringContaining("'Payment Code'") }]);
	expect(await bank.countRequests()).toBe(0);
});

it('treats dates that are the same day at the service as equal', async () => {
	const items = ['2026-01-31', '2026-01-30T17:00:00Z', '2026-01-31T23:59:59+07:00'].map(
		(fromDate) => ({ ...GOOD, fromDate }),
	);
	expect(getOutput(await bank.run(match, { items }))).toHaveLength(3);
	expect(await bank.countRequests()).toBe(1);
});

describe('a list that cannot be read', () => {
	const items = [GOOD, { ...GOOD, code: 'DH13' }];

	it('fails the run', async () => {
		await refuseAll(503);
		const error = getError(await bank.run(match, { items }));
		expect(error).toMatchObject({ name: 'NodeApiError', httpCode: '503' });
		expect(error.message).toMatch(/page 1 of the transactions/);
	});

	it('fails every item with Continue On Fail, with one request', async () => {
		await refuseAll(401);
		const three = [...items, { ...GOOD, code: '' }];
		const result = await bank.run(match, { items: three, continueOnFail: true });
		const refused = { error: expect.stringContaining('API key'), httpStatus: 401 };
		expect(getOutput(result).slice(0, 2)).toMatchObject([refused, refused]);
		expect(getPairedItems(result)).toEqual([0, 1, 2]);
		expect(await bank.countRequests()).toBe(1);
	});

	it('returns nothing if a later page fails, because an order may be paid there', async () => {
		await bank.control.reset({ transactions: 20 });
		await bank.control.settings({ maximumPageSize: 5 });
		await refuseAll(500, 2);
		const error = getError(await bank.run(match, { items }));
		expect(error.message).toMatch(/page [23] of the transactions/);
		expect(error.description).toMatch(/\b(5|10) transactions were read/);
	});
});
