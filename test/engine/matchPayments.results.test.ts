import type { IDataObject } from 'n8n-workflow';

import type { TransferInput } from '../bank/types';
import { getOutput, getPairedItems, LONG_AGO, useBank } from '../support/engine/testBank';

const bank = useBank();

/** Takes everything from the input item. */
const match = (options: object = {}) => ({
	resource: 'transaction',
	operation: 'match',
	paymentCode: '={{ $json.code }}',
	expectedAmount: '={{ $json.amount }}',
	simplify: false,
	includeOtherFields: false,
	options: { fromDate: LONG_AGO, ...options },
});

/** Books these transfers, a day between two, the first on 1 January 2026; resolves with their ids. */
async function book(...transfers: Array<Partial<TransferInput>>) {
	const { transactions } = await bank.control.transfers(
		transfers.map((transfer, index) => ({
			amount: 1000,
			when: `2026-01-0${index + 1}T10:00:00`,
			...transfer,
		})),
	);
	return transactions.map(({ id }) => id);
}

const runMatch = async (items: IDataObject[], options: object = {}) =>
	getOutput(await bank.run(match(options), { items }));

it('returns eight keys for each order without Simplify, with simplified transactions', async () => {
	await book(
		{ amount: 100_000.5, description: 'MBVCB.2707.dh 1042.CT tu A', counterpartName: 'TRAN B' },
		{ amount: 50_000, description: 'DH1042 DH1043' },
	);
	const listed = getOutput(
		await bank.run({
			resource: 'transaction',
			operation: 'getAll',
			filters: { fromDate: LONG_AGO },
		}),
	);
	expect(
		await runMatch([{ code: ' ĐH-1042 ', amount: '250000.75' }, { code: 'DH1043' }]),
	).toStrictEqual([
		{
			status: 'underpaid',
			paymentCode: 'ĐH-1042',
			expectedAmount: 250_000.75,
			receivedAmount: 100_000.5,
			difference: -150_000.25,
			transactions: [listed[0]],
			sharedTransactions: [listed[1]],
			possibleTransactions: [],
		},
		{
			status: 'unpaid',
			paymentCode: 'DH1043',
			expectedAmount: null,
			receivedAmount: 0,
			difference: null,
			transactions: [],
			sharedTransactions: [listed[1]],
			possibleTransactions: [],
		},
	]);
	expect(Object.keys(listed[0])).toHaveLength(11);
});

it('returns one output item for each input item, in order and linked to it', async () => {
	await book({ description: 'DH3' }, { description: 'DH1' });
	const result = await bank.run(match(), {
		items: ['DH1', 'DH2', 'DH3', 'DH1'].map((code) => ({ code })),
	});
	expect(getOutput(result)).toMatchObject([
		{ paymentCode: 'DH1', status: 'paid' },
		{ paymentCode: 'DH2', status: 'unpaid' },
		{ paymentCode: 'DH3', status: 'paid' },
		{ paymentCode: 'DH1', status: 'paid' },
	]);
	expect(getPairedItems(result)).toEqual([0, 1, 2, 3]);
});

it.each([
	[{}, 'underpaid'],
	[{ tolerance: 0.01 }, 'paid'],
])('adds up the incoming transfers of an order: with %j, it is %s', async (options, status) => {
	await book(
		{ amount: 100_000.1, description: 'DH12' },
		{ amount: 100_000.2, description: 'dh-12' },
		{ amount: 49_999.7, description: 'CK DH 12' },
		{ amount: -5000, description: 'hoan tien DH12' },
	);
	expect(await runMatch([{ code: 'DH12', amount: 250_000.01 }], options)).toMatchObject([
		{ status, difference: -0.01, receivedAmount: 250_000 },
	]);
});

it('ignores test events of the service, but not transfers that only look like one', async () => {
	await book(
		{ description: 'DH12', reference: 'MA_GIAO_DICH_THU_NGHIEM' },
		{ description: 'giao dich thu nghiem' },
	);
	expect(await runMatch([{ code: 'DH12' }, { code: 'nghiem' }])).toMatchObject([
		{ status: 'unpaid', transactions: [] },
		{ status: 'paid' },
	]);
});

describe('the row of an order', () => {
	const runRows = async (items: IDataObject[], parameters: object = {}) => {
		const defaults = { simplify: true, includeOtherFields: true };
		return getOutput(await bank.run({ ...match(), ...defaults, ...parameters }, { items }));
	};

	it('is flat, and keeps the columns of the order behind the result', async () => {
		await book(
			{ amount: 100_000, description: 'DH1042', reference: 'FT1', counterpartName: 'TRAN A' },
			{ amount: 50_000, description: 'dh-1042', reference: '', counterpartName: 'TRAN B' },
			{ amount: 100_000, description: 'DH1042', reference: 'FT3', counterpartName: 'TRAN C' },
		);
		const item = { customer: 'An', code: 'DH1042', amount: 250_000, status: 'open' };
		const [row] = await runRows([item]);
		expect(row).toStrictEqual({
			status: 'paid',
			paymentCode: 'DH1042',
			expectedAmount: 250_000,
			receivedAmount: 250_000,
			difference: 0,
			paidAt: '2026-01-03T10:00:00+07:00',
			payer: 'TRAN C',
			references: 'FT1, FT3',
			needsReview: false,
			customer: 'An',
			code: 'DH1042',
			amount: 250_000,
		});
		expect(Object.keys(row).slice(0, 2)).toEqual(['status', 'paymentCode']);
	});

	it('says nothing of a payer if nothing counts, and asks for a review', async () => {
		await book({ description: 'CKDH12' }, { description: 'DH13 DH14' });
		const rows = await runRows([{ code: 'DH12' }, { code: 'DH13' }, { code: 'DH15' }], {
			includeOtherFields: false,
		});
		const unpaid = { status: 'unpaid', paidAt: '', payer: '', references: '' };
		expect(rows).toMatchObject([
			{ ...unpaid, paymentCode: 'DH12', needsReview: true },
			{ ...unpaid, paymentCode: 'DH13', needsReview: true },
			{ ...unpaid, paymentCode: 'DH15', needsReview: false },
		]);
		expect(rows[0]).not.toHaveProperty('code');
	});

	it('may have the transfers and the columns of the order', async () => {
		await book({ description: 'DH12' });
		expect(await runRows([{ code: 'DH12', customer: 'An' }], { simplify: false })).toMatchObject([
			{ transactions: [{ description: 'DH12' }], sharedTransactions: [], customer: 'An' },
		]);
	});
});

describe('a transfer that may belong to an order', () => {
	const getReasons = ({ possibleTransactions }: IDataObject) =>
		(possibleTransactions as IDataObject[]).map(({ description, reason }) => [description, reason]);

	it('is listed with its reason, and counts for nothing', async () => {
		const texts = ['thanh toan DH1 2', 'CKDH12', 'DH12-3', 'HOAN TRA LCT SHGD 1001 DH12'];
		await book(
			...texts.map((description) => ({ description })),
			{ description: 'hoan tien DH12', amount: -1000 },
			{ description: 'chuyen tien', amount: 250_000 },
		);
		const [output] = await runMatch([{ code: 'DH12', amount: 250_000 }]);
		expect(output).toMatchObject({ status: 'unpaid', receivedAmount: 0, transactions: [] });
		expect(getReasons(output)).toEqual([
			['thanh toan DH1 2', 'brokenCode'],
			['CKDH12', 'insideWord'],
			['DH12-3', 'otherSpelling'],
			['HOAN TRA LCT SHGD 1001 DH12', 'returned'],
			['hoan tien DH12', 'refund'],
			['chuyen tien', 'sameAmount'],
		]);
	});

	it('has the amount that one order still needs, and no code', async () => {
		await book(
			{ description: 'DH12 coc', amount: 100_000 },
			{ description: 'tra not', amount: 150_000 },
			{ description: 'tra not DH99', amount: 150_000 },
		);
		const items = [
			{ code: 'DH12', amount: 250_000 },
			{ code: 'DH13', amount: 99_000 },
		];
		const outputs = await runMatch(items);
		expect(outputs.map(getReasons)).toEqual([[['tra not', 'sameAmount']], []]);
		const both = await runMatch([...items, { code: 'DH14', amount: 150_000 }]);
		expect(both.map(getReasons)).toEqual([[], [], []]);
	});
});

it('reads several spellings of one order', async () => {
	await book({ description: 'HD 36' }, { description: 'hoa don so 36' }, { description: 'HD 37' });
	expect(await runMatch([{ code: 'HD 36, hoa don so 36' }, { code: 'HD37' }])).toMatchObject([
		{ paymentCode: 'HD 36, hoa don so 36', receivedAmount: 2000 },
		{ paymentCode: 'HD37', receivedAmount: 1000 },
	]);
});

it('counts a transfer to the virtual account of one order only without a code', async () => {
	await book(
		{ description: 'chuyen tien', virtualAccount: 'VA12' },
		{ description: 'DH13', virtualAccount: 'VA12' },
		{ description: 'DH99', virtualAccount: 'VA12' },
		{ description: 'chuyen tien', virtualAccount: 'VA1' },
	);
	const items = [{ code: 'DH12', va: ' VA 12 ' }, { code: 'DH13' }];
	const outputs = await runMatch(items, { virtualAccount: '={{ $json.va }}' });
	expect(outputs).toMatchObject([
		{ receivedAmount: 1000, transactions: [{ description: 'chuyen tien' }] },
		{ receivedAmount: 0, sharedTransactions: [{ description: 'DH13' }] },
	]);
	expect(outputs[0].sharedTransactions).toMatchObject([
		{ description: 'DH13' },
		{ description: 'DH99' },
	]);
});

it('counts a transfer for each of several items with the same code', async () => {
	await book({ description: 'DH12' });
	const outputs = await runMatch(['DH12', 'dh-12', 'DH13', 'ĐH 12'].map((code) => ({ code })));
	expect(outputs.map(({ receivedAmount }) => receivedAmount)).toEqual([1000, 1000, 0, 1000]);
});

it('reads the list once for any number of items', async () => {
	await bank.control.reset({ transactions: 35 });
	await bank.control.settings({ maximumPageSize: 7 });
	const items = Array.from({ length: 50 }, (_, index) => ({ code: `DH${index}` }));
	expect(await runMatch(items)).toHaveLength(50);
	expect(await bank.countRequests()).toBe(5);
});

it.each([
	[['DH', 'DH1042'], [/^'DH' contains no digits\. .+ such as DH1042, enter/]],
	[['DH', 'HD'], [/^2 codes contain no digits\./]],
	[['DH1042, november'], [/^'november' contains no digits\. /]],
	[['DH1042', '10425'], []],
	[['DH12', 'dh-12'], [/^Several items have the code 'DH12'\. .* received amount\.$/]],
	[
		['DH', 'DH'],
		[/^'DH' contains no digits\. /, /^Several items have the code 'DH'\. /],
	],
	[['DH1', 'DH2', 'DH1', 'DH2'], [/amount\. The same is true of 1 other code\.$/]],
	[['A1', 'B1', 'C1', 'A1', 'B1', 'C1'], [/The same is true of 2 other codes\.$/]],
])('warns about the codes %j with %j', async (codes, messages) => {
	const { hints } = await bank.run(match(), { items: codes.map((code) => ({ code })) });
	const location = { type: 'warning', location: 'outputPane' };
	expect(hints).toEqual(
		messages.map((message) => ({ ...location, message: expect.stringMatching(message) })),
	);
});
