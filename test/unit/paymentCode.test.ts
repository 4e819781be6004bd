import fc from 'fast-check';

import { createReader } from './paymentCases';

const alphanumeric = { characters: 'alphanumeric' } as const;

const digits = createReader('DH', { maximumLength: 10 });

describe('a payment code of digits', () => {
	it.each([
		['MBVCB.2707051024.042064.DH1042.CT tu NGUYEN VAN A', 'DH1042'],
		['dh 1042 thanh toan', 'DH1042'],
		['Thanh toán ĐH.1042', 'DH1042'],
		['DH1042ABC', 'DH1042'],
		['CK\nDH_1042', 'DH1042'],
		['DH - 1042', 'DH1042'],
		['2707DH1042', 'DH1042'],
	])('is found in %s', (description, code) => {
		expect(digits(description)).toBe(code);
	});

	it.each([
		...['ADH1042', 'DH12', 'DH12345678901', 'DH', '1042', 'DHX1042', 'DH1 042', ''],
		...['DH,1042', 'DH: 1042', 'DH- (1042)'],
	])('is not found in %j', (description) => {
		expect(digits(description)).toBe('');
	});

	it('is the longest of several, and the first of equally long ones', () => {
		expect(digits('DH1042 va DH20001 va DH300')).toBe('DH20001');
		expect(digits('DH1042 va DH2000')).toBe('DH1042');
		expect(digits('DH1042DH20001')).toBe('DH20001');
	});

	it('keeps its prefix as it was entered', () => {
		const read = createReader(' DH-2024- ', { maximumLength: 3 });
		expect(read('CK DH2024 001 tu A')).toBe('DH-2024-001');
		expect(read('CK DH2024001 tu A')).toBe('');
	});

	it('may have no prefix, and then is a number that stands alone', () => {
		const read = createReader('', { minimumLength: 4, maximumLength: 5 });
		expect(read('CT 1042 tu A')).toBe('1042');
		expect(read('ND:1042, cam on')).toBe('1042');
		expect(read('don hang #1042.')).toBe('1042');
	});

	it.each([
		...['CT104299999 A1042', '1042A', 'ngay 18/05/2026', '2026-05-18', 'tk 0123.4567.89012'],
		...['MBVCB.2420648919.33917.thanh toan', 'CK GD 931139-102322', 'thanh toan Trace 48375'],
	])('does not stand alone in %s', (description) => {
		const read = createReader('', { minimumLength: 4, maximumLength: 5 });
		expect(read(description)).toBe('');
	});

	it.each(['DH20260521M9F2', 'DH1042A5', 'DH1042A5B'])(
		'is not the beginning of another one: %s',
		(description) => {
			expect(digits(description)).toBe('');
		},
	);

	it('is not cut out of a transfer that the bank sent back', () => {
		expect(digits('HOAN TRA LCT SHGD 10012345 DH1042 LY DO DO SAI TAI KHOAN')).toBe('');
	});
});

describe('Match Inside Words', () => {
	it.each([
		['TTHD 64', 'HD64'],
		['NAPNT8253', 'NT8253'],
		['12HD64', 'HD64'],
	])('finds a code behind other letters in %s', (description, code) => {
		const lengths = { minimumLength: 2, maximumLength: 8 };
		const read = createReader('HD, NT', { ...lengths, matchInsideWords: true });
		expect(read(description)).toBe(code);
		const isOutside = /^[0-9]/.test(description);
		expect(createReader('HD, NT', lengths)(description)).toBe(isOutside ? code : '');
	});

	it('does not cut a number', () => {
		const read = createReader('77', { matchInsideWords: true });
		expect(read('CK 177-1042')).toBe('');
		expect(read('CK77-1042')).toBe('771042');
	});
});

describe('a payment code of one length', () => {
	const read = createReader('NAP', { ...alphanumeric, minimumLength: 5, maximumLength: 5 });

	it.each([
		['NAP7K3Q2THIEU', 'NAP7K3Q2'],
		['CK nap 7k3q2 tu A', 'NAP7K3Q2'],
		['NAP7K3Q2THIEU9', ''],
		['NAP7K3Q25', ''],
		['NAPTIEN9730', ''],
		['naptien 9730', ''],
	])('ends in %s where its length says', (description, code) => {
		expect(read(description)).toBe(code);
	});
});

describe('a payment code of letters and digits', () => {
	const read = createReader('INV', { ...alphanumeric, minimumLength: 4, maximumLength: 8 });

	it.each([
		['CT INVA1B2C tu X', 'INVA1B2C'],
		['CT INV-7K2P9 tu X', 'INV7K2P9'],
	])('is found in %s', (description, code) => {
		expect(read(description)).toBe(code);
	});

	it('does not begin at the end of another', () => {
		expect(read('INV12INV-OQCH5693')).toBe('INV12INV');
	});

	it('may follow a digit of the prefix if it begins with a letter', () => {
		const readWithDigit = createReader('DH2', alphanumeric);
		expect(readWithDigit('CK DH2A1B tu X')).toBe('DH2A1B');
		expect(readWithDigit('CK DH21AB tu X')).toBe('');
		expect(readWithDigit('CK DH2-1AB tu X')).toBe('DH21AB');
	});

	it.each(['INV thanh toan', 'INVOICE', 'XINVA1B2', 'INVA1B2C3D4E5'])(
		'is not found in %s',
		(description) => {
			expect(read(description)).toBe('');
		},
	);
});

describe('a payment code with one of several prefixes', () => {
	it.each([
		['CK DH1042 tu A', 'DH1042'],
		['hd-1042', 'HD1042'],
		['MBVCB.2707051024.NAP 1042.CT tu A', 'NAP1042'],
		['DH1042 va HD20001', 'HD20001'],
		['HD1042 va DH2000', 'HD1042'],
		['DH12 NAP345', 'NAP345'],
		['CK 1042', ''],
		['DHHD1042', ''],
	])('is found in %s: %j', (description, code) => {
		for (const prefix of ['DH, HD, NAP', 'NAP,HD,DH', ' ,nap ,HD,, DH,'.toUpperCase()]) {
			expect(createReader(prefix)(description)).toBe(code);
		}
	});

	it('may contain letters and digits', () => {
		const read = createReader('INV, NAP', alphanumeric);
		expect(read('CT INVA1B2C tu X')).toBe('INVA1B2C');
		expect(read('CT NAP-7K2P9 tu X')).toBe('NAP7K2P9');
	});

	it('keeps the prefix as it was entered', () => {
		const read = createReader('DH-2024-, hd');
		expect(read('CK DH2024 001')).toBe('DH-2024-001');
		expect(read('CK HD001')).toBe('hd001');
	});

	it.each(['D, DH', 'DH, D', 'DH-X, DH', 'DH, DH-X'])(
		'takes one prefix from another that begins with it: %s',
		(prefix) => {
			expect(createReader(prefix)('CK DH1042')).toBe('DH1042');
		},
	);

	it.each(['DH, DH-X', 'DH-X, DH'])('has the longest prefix that fits: %s', (prefix) => {
		expect(createReader(prefix, alphanumeric)('CK DHX1042')).toBe('DH-X1042');
	});

	it('ends with the number, also after a prefix of several parts', () => {
		expect(createReader('DH-X')('CK DHX1042A tu B')).toBe('DH-X1042');
	});

	it('is found if another prefix contains no letter and no digit', () => {
		expect(createReader('-, DH')('CK DH1042 tu A')).toBe('DH1042');
	});

	it('is the longest of several that begin at the same place', () => {
		expect(createReader('DH, DH123-X')('CK DH123X456 tu A')).toBe('DH123-X456');
	});

	it('has the length of its own prefix', () => {
		const read = createReader('DH, DONHANG', { maximumLength: 4 });
		expect(read('CK DONHANG1042')).toBe('DONHANG1042');
		expect(read('CK DH10421042')).toBe('');
		expect(createReader('DH, DONHANG', { ...alphanumeric, maximumLength: 4 })('CK DH1042A')).toBe(
			'',
		);
	});

	it.each([',', ' , ,'])('needs no prefix if there are only commas: %j', (prefix) => {
		expect(createReader(prefix)('CK 1042 tu A')).toBe('1042');
	});
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
