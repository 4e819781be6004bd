import type { Payment } from '../../nodes/shared/payments/matchPayments';
import {
	isFound,
	matched,
	createOrder,
	getPlaces,
	createTransfer,
	createTransfers,
} from './paymentCases';
import { matchPayments } from '../support/matchPayments';

describe.each([
	['DH12', ['DH12ABC'], ['DH123', 'ADH12', 'DH1 2']],
	['DH-2024-001', ['DH2024001', 'DH#2024-001'], ['DH20240011']],
	[
		'ĐH 12',
		['đh12', 'DH#12', 'dh_12', 'DH.12', 'DH/12', 'DH - 12', 'DH\n12', '2707DH12', 'DH12.', 'ĐH 12'],
		['DH,12', 'DH:12', 'D H12', 'H12', 'DH', '12', '1DH 123', 'DH012', ''],
	],
	['1042', ['1042', 'CK 1042 A', 'DH1042'], ['1042A', '11042', '10421', '1 042', '104 2']],
	['SHOPDEMO001234', ['SHOPDEMO-001234'], ['SHOPDEMO/001234']],
	['ABC', ['abc', '1abc'], ['abc2', 'ABCD', 'XABC', 'A BC', 'AB-C']],
])('the code %s', (code, found, notFound) => {
	it.each(found)('is found in %j', (description) => {
		expect(isFound(code, description)).toBe(true);
		expect(isFound(code, `MBVCB.2707051024.${description}.CT tu NGUYEN VAN A`)).toBe(true);
	});

	it.each(notFound)('is not found in %j', (description) => {
		expect(isFound(code, description)).toBe(false);
		expect(isFound(code, `MBVCB.2707051024.${description}.CT tu NGUYEN VAN A`)).toBe(false);
	});
});

describe('Match Inside Words', () => {
	it.each([
		['DH12', 'CKDH12', true],
		['DH12', 'ckđh-12abc', true],
		['DH12', 'CKDH123', false],
		['1042', '91042', false],
		['1042', 'CK1042', true],
		['ABC', 'XABC', true],
		['ABC', 'ABCX', false],
		['DH-2024-001', 'CKDH2024001', true],
		['DH-2024-001', 'CKDH12024001', false],
	])('finds %s in %s: %j', (code, description, expected) => {
		expect(isFound(code, description, true)).toBe(expected);
	});

	it('counts a transfer for the longer of two codes', () => {
		const payments = matched(['DH12', 'CKDH12'], ['CKDH12', 'XDH12'], { insideWords: true });
		expect(getPlaces(payments)).toEqual({ DH12: [[1], []], CKDH12: [[0], []] });
	});
});

describe('status', () => {
	it.each<[number | undefined, number, number[], Payment['status'], number | null]>([
		[undefined, 0, [], 'unpaid', null],
		[undefined, 5, [1, 1_000_000], 'paid', null],
		[250_000, 300_000, [], 'unpaid', -250_000],
		[250_000, 0, [250_000], 'paid', 0],
		[250_000, 1, [249_999], 'paid', -1],
		[250_000, 1, [249_998], 'underpaid', -2],
		[250_000, 1, [250_001], 'paid', 1],
		[250_000, 1, [250_002], 'overpaid', 2],
		[250_000, 0, [100_000, 100_000, 50_000], 'paid', 0],
		[0.3, 0, [0.1, 0.2], 'paid', 0],
		[0.3, 0.1, [0.2], 'paid', -0.1],
		[0.3, 0.1, [0.4], 'paid', 0.1],
		[0.3, 0.1, [0.19], 'underpaid', -0.11],
	])(
		'of %j with a tolerance of %d after %j is %s',
		(expected, tolerance, amounts, status, less) => {
			const orders = [createOrder('DH12', { expectedAmount: expected, tolerance })];
			const transfers = amounts.map((amount, id) => createTransfer('DH12', { amount, id }));
			const [payment] = matchPayments(orders, transfers);
			expect(payment).toStrictEqual({
				status,
				paymentCode: 'DH12',
				expectedAmount: expected ?? null,
				receivedAmount: amounts.reduce((sum, amount) => (sum * 100 + amount * 100) / 100, 0),
				difference: less,
				transactions: transfers,
				sharedTransactions: [],
				possibleTransactions: [],
			});
		},
	);

	it('considers only incoming money', () => {
		const outgoing = { amount: -1000, direction: 'outgoing' } as const;
		const transfers = [
			createTransfer('DH12', outgoing),
			createTransfer('DH12', { amount: 0 }),
			createTransfer('DH12 DH13', outgoing),
		];
		const [payment] = matchPayments([createOrder('DH12'), createOrder('DH13')], transfers);
		const nothing = { receivedAmount: 0, transactions: [], sharedTransactions: [] };
		expect(payment).toMatchObject({ status: 'unpaid', ...nothing });
	});
});

it('lists the transfers of an order oldest first', () => {
	const transfers = [
		createTransfer('DH12', { id: 7, time: '2026-01-31T10:00:00+07:00' }),
		createTransfer('DH12', { id: 5, time: '2026-01-31T10:00:00+07:00' }),
		createTransfer('DH12', { id: 9, time: '2026-01-30T23:00:00+07:00' }),
		createTransfer('DH12', { id: 8, time: '2026-01-31' }),
	];
	const [{ transactions }] = matchPayments([createOrder('DH12')], transfers);
	expect(transactions.map(({ id }) => id)).toEqual([9, 8, 5, 7]);
});

describe('a transfer', () => {
	it('counts for no order and is listed by each if it holds several codes', () => {
		const codes = ['DH12', 'DH2001', 'DH14'];
		const payments = matched(codes, ['DH12 DH2001', 'DH12', 'DH2001 va dh14']);
		expect(getPlaces(payments)).toEqual({
			DH12: [[1], [0]],
			DH2001: [[], [0, 2]],
			DH14: [[], [2]],
		});
		expect(payments.map(({ status }) => status)).toEqual(['paid', 'unpaid', 'unpaid']);
		expect(payments.map(({ receivedAmount }) => receivedAmount)).toEqual([1000, 0, 0]);
	});

	it('counts once if it holds one code twice', () => {
		expect(matched(['DH12'], ['DH12 thanh toan dh-12'])).toMatchObject([{ receivedAmount: 1000 }]);
	});

	it('counts for the longer code if one holds the other', () => {
		const codes = ['DH12', 'DH-12-34', '34', 'DH'];
		const payments = matched(codes, ['CK DH12-34', 'DH 12', '34', 'CK DH', 'DH1234']);
		expect(getPlaces(payments)).toEqual({
			DH12: [[1], []],
			'DH-12-34': [[0, 4], []],
			'34': [[2], []],
			DH: [[3], []],
		});
	});

	it('is shared if it may mean either of two codes with the same characters', () => {
		const payments = matched(['DH-2024-001', 'DH2024001'], ['DH2024001', 'DH2024 001']);
		expect(getPlaces(payments)).toEqual({ 'DH-2024-001': [[1], [0]], DH2024001: [[], [0]] });
	});
});

it('takes orders with the same code for one order, however the code is written', () => {
	const codes = ['DH12', 'dh-12', 'ĐH 12'];
	const payments = matched(codes, ['DH12', 'DH#12']);
	expect(payments[0]).toMatchObject({ status: 'paid', receivedAmount: 2000 });
	expect(payments[0].sharedTransactions).toEqual([]);
	expect(payments).toStrictEqual(codes.map((paymentCode) => ({ ...payments[0], paymentCode })));
});

it('tells orders apart whose codes look alike', () => {
	const payments = matched(['12-1', '1212'], ['CK 12-1', 'CK 1212']);
	expect(getPlaces(payments)).toEqual({ '12-1': [[0], []], '1212': [[1], []] });
});

it('refuses a code without a letter and a digit', () => {
	expect(() => matched(['DH12', '---'], ['DH12'])).toThrow("'---'");
});

it('accepts no orders and no transfers', () => {
	expect(matchPayments([], createTransfers('DH12'))).toEqual([]);
	expect(matched(['DH12'], [])).toMatchObject([{ status: 'unpaid', transactions: [] }]);
});
