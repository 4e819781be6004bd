import fc from 'fast-check';

import {
	normalizeText,
	isEmptyFilter,
	createMatcher,
	type TransactionFilter,
} from '../../nodes/shared/transactions/filter';

const record = (more: object) => ({ id: 1, amount: 1000, description: '', ...more });
const lets = (filter: TransactionFilter, more: object) => createMatcher(filter)(record(more));

/** Precomposed as keyboards write it, decomposed as some systems store it. */
const FORMS = ['NFC', 'NFD'] as const;

describe('description', () => {
	it.each([
		['đơn hàng', 'ĐƠN HÀNG'],
		['Ưu đãi ướt ượt', 'uu dai uot uot'],
		['DH1042', ' dh1042 '],
		['NGUYEN VAN  AN   chuyen tien', 'van an chuyen'],
		['NGUYEN VAN AN chuyen tien', 'Văn   An\tchuyển\u00a0tiền'],
		['CK dh#_1042/', 'DH1042'],
		['CK DH.1042', '#DH 1042'],
		['CK DH 2024 001', 'đh-2024/001'],
		['thanh toan don hang D  H1042- Ma GD', 'đơn hàng DH1042'],
		['HOAN-TIEN', '-'],
		['ACSP/ bl', 'ACSP/'],
	])('matches %s with %s, in either form of Unicode', (description, searched) => {
		for (const form of FORMS) {
			for (const other of FORMS) {
				const filter = { description: searched.normalize(other) };
				expect(lets(filter, { description: description.normalize(form) })).toBe(true);
			}
		}
	});

	it.each([
		['DH104', 'DH1042'],
		['DH,1042', 'DH1042'],
		['HOAN TIEN', 'HOANTIEN'],
		['HOAN-TIEN', 'HOAN TIEN'],
		['HOAN TIEN', '-'],
		['DH1042', '-'],
		['', 'DH1042'],
		[null, 'DH1042'],
		[undefined, 'undefined'],
		[null, 'null'],
	])('does not match %j with %s', (description, searched) => {
		expect(lets({ description: searched }, { description })).toBe(false);
	});

	it('finds a text with a digit wherever separators are added or dropped', () => {
		const separator = fc.constantFrom('', '', ' ', '  ', '-', '_', '.', '/', '#', ' - ');
		const characters = fc.array(fc.tuple(separator, fc.constantFrom(...'ADH019')), {
			minLength: 1,
		});
		const withDigit = characters.filter((all) => all.some(([, character]) => /\d/.test(character)));
		fc.assert(
			fc.property(withDigit, fc.constantFrom('', 'CK ', 'ND:'), (all, before) => {
				const plain = all.map(([, character]) => character).join('');
				const separated = all.flat().join('');
				expect(lets({ description: plain }, { description: before + separated })).toBe(true);
				expect(lets({ description: separated }, { description: before + plain })).toBe(true);
			}),
		);
	});

	it('matches every part of itself, whatever its accents and case', () => {
		const letters = fc.constantFrom(...'aáàảãạăắâấbdđeéêếghiíklmnoóôốơớuúưứyýAĐÊ 0123456789-');
		const text = fc.string({ unit: letters, minLength: 1 });
		fc.assert(
			fc.property(text, fc.nat(), fc.nat(), (description, from, length) => {
				const part = description.slice(from % description.length).slice(0, length + 1);
				const spellings = [part, part.toUpperCase(), normalizeText(part), part.normalize('NFD')];
				for (const searched of spellings) {
					expect(lets({ description: searched }, { description })).toBe(true);
				}
			}),
		);
	});

	it('normalizes to one spelling', () => {
		expect(normalizeText('Đường đi')).toBe('DUONG DI');
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme' }), (text) => {
				expect(normalizeText(normalizeText(text))).toBe(normalizeText(text));
				expect(normalizeText(text.normalize('NFD'))).toBe(normalizeText(text));
			}),
		);
	});
});

describe('amount', () => {
	it('has inclusive bounds in both directions', () => {
		const amounts = fc.integer({ min: -1_000_000, max: 1_000_000 });
		fc.assert(
			fc.property(amounts, fc.nat(1_000_000), fc.nat(1_000_000), (amount, one, other) => {
				const [minimumAmount, maximumAmount] = [Math.min(one, other), Math.max(one, other)];
				const size = Math.abs(amount);
				expect(lets({ minimumAmount }, { amount })).toBe(size >= minimumAmount);
				expect(lets({ maximumAmount }, { amount })).toBe(size <= maximumAmount);
				expect(lets({ minimumAmount: size, maximumAmount: size }, { amount })).toBe(true);
			}),
		);
	});

	it.each([
		[0, true, false],
		[-1, false, true],
	])('treats %i as incoming: %s, outgoing: %s', (amount, incoming, outgoing) => {
		expect(lets({ direction: 'incoming' }, { amount })).toBe(incoming);
		expect(lets({ direction: 'outgoing' }, { amount })).toBe(outgoing);
	});

	it('is read if the service writes it as text', () => {
		expect(lets({ minimumAmount: 100, direction: 'outgoing' }, { amount: '-100' })).toBe(true);
	});
});

describe('account', () => {
	it.each(['bankSubAccId', 'bank_sub_acc_id', 'subAccId', 'accountNumber'])(
		'matches by %s',
		(name) => {
			expect(lets({ accountNumber: ' 0123 ' }, { [name]: '0123' })).toBe(true);
			expect(lets({ accountNumber: '123' }, { [name]: '0123' })).toBe(false);
		},
	);

	it.each(['virtualAccount', 'virtualAccountNumber'])('may be the virtual account: %s', (name) => {
		const more = { bankSubAccId: '0123', [name]: 'VQR1' };
		expect(lets({ accountNumber: 'VQR1' }, more)).toBe(true);
		expect(lets({ accountNumber: '0123' }, more)).toBe(true);
	});
});

it('matches everything with an empty filter, and recognizes one', () => {
	const paid = { bankSubAccId: '0123', virtualAccount: 'VQR1', description: 'DH1042' };
	for (const filter of [
		{},
		{ description: ' ', accountNumber: ' ' },
		{ minimumAmount: undefined },
	]) {
		expect(isEmptyFilter(filter)).toBe(true);
		expect(lets(filter, {})).toBe(true);
		expect(lets(filter, paid)).toBe(true);
	}
});

it.each<TransactionFilter>([
	{ direction: 'incoming' },
	{ minimumAmount: 0 },
	{ maximumAmount: 0 },
	{ description: 'x' },
	{ accountNumber: '1' },
])('does not take %j for an empty filter', (filter) => {
	expect(isEmptyFilter(filter)).toBe(false);
});

it('requires every part of a filter to match', () => {
	const filter: TransactionFilter = { direction: 'incoming', description: 'dh', minimumAmount: 10 };
	expect(lets(filter, { amount: 10, description: 'DH1' })).toBe(true);
	expect(lets(filter, { amount: -10, description: 'DH1' })).toBe(false);
	expect(lets(filter, { amount: 10, description: 'INV1' })).toBe(false);
	expect(lets(filter, { amount: 9, description: 'DH1' })).toBe(false);
});
