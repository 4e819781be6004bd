import fc from 'fast-check';

import { createPaymentCodeReader } from '../../nodes/shared/payments/paymentCode';

const digits = createPaymentCodeReader({
	prefix: 'DH',
	minimumLength: 3,
	maximumLength: 10,
	characters: 'digits',
});

describe('a payment code of digits', () => {
	it.each([
		['MBVCB.2707051024.042064.DH1042.CT tu NGUYEN VAN A', 'DH1042'],
		['dh 1042 thanh toan', 'DH1042'],
		['CK DH-1042', 'DH1042'],
		['đh#1042', 'DH1042'],
		['Thanh toán ĐH.1042', 'DH1042'],
		['DH1042ABC', 'DH1042'],
		['CK\nDH_1042', 'DH1042'],
	])('is found in %s', (description, code) => {
		expect(digits(description)).toBe(code);
	});

	it.each(['ADH1042', 'DH12', 'DH12345678901', 'DH', '1042', 'DHX1042', 'DH1 042', ''])(
		'is not found in %j',
		(description) => {
			expect(digits(description)).toBe('');
		},
	);

	it('is the first of several', () => {
		expect(digits('DH1042 va DH2000')).toBe('DH1042');
	});

	it('keeps its prefix as it was entered', () => {
		const read = createPaymentCodeReader({
			prefix: ' DH-2024- ',
			minimumLength: 3,
			maximumLength: 3,
			characters: 'digits',
		});
		expect(read('CK DH2024 001 tu A')).toBe('DH-2024-001');
		expect(read('CK DH2024001 tu A')).toBe('');
	});

	it('may have no prefix, and then is a number that stands alone', () => {
		const read = createPaymentCodeReader({
			prefix: '',
			minimumLength: 4,
			maximumLength: 5,
			characters: 'digits',
		});
		expect(read('CT 1042 tu A')).toBe('1042');
		expect(read('CT104299999 A1042')).toBe('');
	});
});

describe('a payment code of letters and digits', () => {
	const read = createPaymentCodeReader({
		prefix: 'INV',
		minimumLength: 4,
		maximumLength: 8,
		characters: 'alphanumeric',
	});

	it.each([
		['CT INVA1B2C tu X', 'INVA1B2C'],
		['CT INV-7K2P9 tu X', 'INV7K2P9'],
	])('is found in %s', (description, code) => {
		expect(read(description)).toBe(code);
	});

	it.each(['INV thanh toan', 'INVOICE', 'XINVA1B2', 'INVA1B2C3D4E5'])(
		'is not found in %s',
		(description) => {
			expect(read(description)).toBe('');
		},
	);
});

it('finds a code whatever the bank puts around it', () => {
	const word = fc.stringMatching(/^[ABCXYZabcxyz]{0,8}$/);
	const separator = fc.constantFrom(' ', '.', '-', '#', '/');
	fc.assert(
		fc.property(
			fc.integer({ min: 100, max: 2_000_000_000 }),
			word,
			word,
			separator,
			separator,
			fc.constantFrom('', ' ', '-', '#', '.', '_', '/'),
			(number, before, after, first, second, joint) => {
				const description = `${before}${first}dh${joint}${number}${second}${after}`;
				expect(digits(description)).toBe(`DH${number}`);
			},
		),
	);
});

it('reads any text without an error', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (description) => {
			expect(typeof digits(description)).toBe('string');
		}),
	);
	expect(digits('DH'.repeat(50_000))).toBe('');
	expect(digits(`DH${' '.repeat(100_000)}`)).toBe('');
});
