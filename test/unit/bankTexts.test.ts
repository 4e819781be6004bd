/* eslint-disable @n8n/community-nodes/no-restricted-globals -- reads the time of the processor, never inside a node */
import { BANK_FRAMES, SAMPLE_CODE } from '../../nodes/shared/payments/bankFrames';
import { readDescription } from '../../nodes/shared/payments/description';
import { createReader, matched } from './paymentCases';

/** What the text is for the first code: it counts, is shared, is possible for a reason, or is nothing. */
function judgeFor(code: string, description: string, ...otherCodes: string[]): string {
	const [payment, ...others] = matched([code, ...otherCodes], [description]);
	for (const { transactions } of others) expect(transactions).toEqual([]);
	if (payment.transactions.length > 0) return 'counts';
	if (payment.sharedTransactions.length > 0) return 'shared';
	return payment.possibleTransactions[0]?.reason ?? 'nothing';
}

/** Recorded forms with invented names and numbers. */
const mbFromVietcombank =
	'MBVCB.11876304648.447013.DH20260925 001.CT tu 0123456789 NGUYEN VAN AN  toi 0900000001 CUA HANG HOA SEN tai  MB- Ma GD ACSP/ bl447013';
const mbCutNumber =
	'MBVCB.2420648919.339176.ck hd DH104 2.CT tu 0123456789 NGUYEN VAN AN to i 0900000001 CUA HANG HOA SEN tai M B- Ma GD ACSP/ ky339176';
const mbCutAtTheEnd = 'NGUYEN THI HONG ANH thanh toan DH10 42- Ma GD ACSP/ Xj161808';
const mbCutPrefix = 'NGUYEN VAN AN thanh toan don hang D H1042- Ma GD ACSP/ Xj161808';
const mbBusiness = 'MB 2500000068 Vo Van Quang SV11x3x1  2 thang 11- Ma GD ACSP/ HB010270';
const mbBusinessTail = 'PHAM VIET ANH SV11X3X1 THANG 11- Ma   GD ACSP/ 2Q448300';
const mbInside = 'CUSTOMER QR   cms2811   Ma giao dich  Trace2 23979 Trace 223979';
const mbReference =
	'CUSTOMER FT2500000810026 090625 00 56 23 871 322   Ma giao dich  Trace871322 Tra ce 871322';
const mbCutLetters =
	'MBVCB.4125261053.047334.VQR303f2894 ce VRCbC2btHFanN.CT tu 9000000789 P HAM VAN TUAN toi 1100000589 TRAN VA N HIEU tai MB- Ma GD ACSP/ cw047334';

describe('a code across two lines of the bank', () => {
	it.each([
		['DH20260925001', mbFromVietcombank, ['DH20260925']],
		['DH1042', mbCutNumber, ['DH104']],
		['DH1042', mbCutAtTheEnd, ['DH10']],
		['DH1042', mbCutPrefix, ['H1042']],
		['SV11X3X12', mbBusiness, []],
		['SV11X3X1', mbBusinessTail, ['SV11X3X12']],
		['CMS2811', mbInside, ['CMS281']],
		['VQR303F2894CE', mbCutLetters, ['VQR303F2894']],
	])('%s is read in %s', (code, description, others) => {
		expect(judgeFor(code, description)).toBe('counts');
		expect(judgeFor(code, description, ...others)).toBe('counts');
		expect(judgeFor(code, description.toUpperCase())).toBe('counts');
		for (const other of others) expect(judgeFor(other, description)).not.toBe('counts');
	});

	it.each([
		// The first line begins behind the name, and the blank that fits a line is the payer's.
		['NAP1RQ6V', 'HOANG NGOC PHUONG NAP1RQ6V NAP8R8BH NAP3Z9E8- Ma GD A CSP/ fW484032', 'shared'],
		[
			'NAP71NZW',
			'NGUYEN THI PHUONG NAP71NZW va 0N5X1 va 3YA4V- Ma GD A CSP/ bm191696',
			'otherSpelling',
		],
		// Two of the blanks may be the end of the first line.
		[
			'HD4755',
			'MBVCB.1411801209.325452.HD4755 va D H5012.CT tu 5696437169 TRAN QUOC LI NH toi 0900000001 CUA HANG HOA SEN tai MB- Ma GD ACSP/ iM325452',
			'shared',
		],
	])('does not hide the other code from %s', (code, description, judgment) => {
		expect(judgeFor(code, description, 'DH5011')).toBe(judgment);
	});

	it('is left to a person if both readings of the line breaks are an order', () => {
		expect(judgeFor('SV11X3X12', mbBusiness, 'SV11X3X1')).toBe('brokenCode');
		expect(judgeFor('SV11X3X1', mbBusiness, 'SV11X3X12')).toBe('brokenCode');
	});

	it.each([
		['DH', mbFromVietcombank, 'DH20260925001'],
		['DH', mbCutNumber, 'DH1042'],
		['DH', mbCutAtTheEnd, 'DH1042'],
		['DH', mbCutPrefix, 'DH1042'],
		['CMS', mbInside, 'CMS2811'],
		['DH', 'CK theo hop dong- Ma GD ACSP/ dH829868', ''],
		['', mbReference, ''],
		['FT', mbReference, ''],
		['TRACE', mbReference, ''],
	])('is found by the trigger with the prefix %j in %s', (prefix, description, code) => {
		expect(createReader(prefix)(description)).toBe(code);
	});

	it('with letters and digits is found by the trigger', () => {
		const shape = { characters: 'alphanumeric', minimumLength: 10, maximumLength: 10 } as const;
		expect(createReader('VQR', shape)(mbCutLetters)).toBe('VQR303F2894CE');
	});
});

describe('a bank that trims its lines', () => {
	const behindCode = 'NGUYEN VAN AN thanh toan ao DH1042 2 cai- Ma GD ACSP/ Xj161808';
	const acrossCode = 'NGUYEN VAN AN thanh toan aoo DH10 42- Ma GD ACSP/ Xj161808';

	it('may have cut a number', () => {
		expect(judgeFor('DH1042', behindCode)).toBe('brokenCode');
		expect(judgeFor('DH1042', acrossCode)).toBe('brokenCode');
		expect(judgeFor('DH10', acrossCode)).toBe('brokenCode');
		expect(createReader('DH')(behindCode)).toBe('');
		expect(createReader('DH', { minimumLength: 2 })(acrossCode)).toBe('');
	});

	it.each([
		[
			'DH4223',
			'MBVCB.9460520865.608566.DH4223 DH42 92.CT tu 4361105658 LE VAN AN toi 0900000001 CUA HANG HOA SEN tai  MB- Ma GD ACSP/ aY608566',
			'shared',
		],
		[
			'DH6824',
			'MBVCB.3199996707.167204.DH6824 VA 6 677 VA 6535.CT TU 1312125932 BUI DU C BINH TOI 0900000001 CUA HANG HOA SEN TAI MB- MA GD ACSP/ 1T167204',
			'otherSpelling',
		],
		[
			'DH6824',
			'MBVCB.3199996707.167204.DH6824 TRA AO VAO TU.CT TU 1312125932 BUI DU C BINH TOI 0900000001 CUA HANG HOA SEN TAI MB- MA GD ACSP/ 1T167204',
			'counts',
		],
	])('may have cut what else the text says: %s in %s', (code, description, expected) => {
		expect(judgeFor(code, description)).toBe(expected);
	});
});

describe('a bank that writes a name in front of its lines', () => {
	const acrossCode = 'TRAN THI HOA thanh toan tien hang cho chi DH3268 73- Ma GD ACSP/ cp323758';

	it('may have cut a number', () => {
		expect(judgeFor('DH326873', acrossCode)).toBe('brokenCode');
		expect(judgeFor('DH3268', acrossCode)).toBe('brokenCode');
		expect(createReader('DH')(acrossCode)).toBe('');
	});

	it('may have cut a code inside a word', () => {
		const description = 'TRAN THI HOA thanh toan tien hang SEVQRDH3268 73- Ma GD ACSP/ cp323758';
		const [payment] = matched(['DH326873'], [description], { insideWords: true });
		expect(payment.possibleTransactions).toMatchObject([{ reason: 'brokenCode' }]);
	});

	it('has not cut a number that stands elsewhere', () => {
		const elsewhere = 'TRAN THI HOA thanh toan DH3268 2 ao tien hang- Ma GD ACSP/ cp323758';
		expect(judgeFor('DH3268', elsewhere)).toBe('counts');
		expect(createReader('DH')(elsewhere)).toBe('DH3268');
	});
});

describe('what banks write', () => {
	it.each(
		BANK_FRAMES.flatMap(({ bank, form, samples }) => samples.map((text) => [bank, form, text])),
	)('is told from the payment code, %s, %s: %s', (_bank, _form, description) => {
		const [{ text }] = readDescription(description).readings;
		expect(text).toContain('|');
		if (!description.includes(SAMPLE_CODE)) return;
		const isReturned = description.includes('HOAN TRA');
		for (const variant of [description, description.toUpperCase(), description.toLowerCase()]) {
			expect(judgeFor(SAMPLE_CODE, variant)).toBe(isReturned ? 'returned' : 'counts');
			expect(createReader('DH')(variant)).toBe(isReturned ? '' : SAMPLE_CODE);
		}
	});

	it.each([
		['T', 'MoMoT0901234567T28994691053T970416TDH1042 GD 931139-102322 13:18:51'],
		['Q, APPMB', 'Q00001abc6  APPMB530970 1  DH1042- Ma GD ACSP/ DN863229'],
		['KVTC', 'Qaabcd2074  KVTC1 4 DH1042- Ma GD ACSP/ DN863229'],
		['BP', 'QRCODE VNPAY QRCODE DH1042 24121811112289851 BP0001b5bcd3'],
		['CRE', 'DH1042-020097042209181731032026QW8P197390-1/2-CRE-002'],
		['PMT, TKTHE', 'TKThe :1AB2C24, tai NCB. DH1042-CTLNHIDO000015124913428-1/1-PMT-002'],
		['OQCH, TIEN', '0901234567-DH1042-CHUYEN TIEN-OQCH0004'],
		['E', '66642759562-DH1042-CHUYEN TIEN-OQCH10881498-e78'],
		['E', 'CK DH1042   MA GIAO DICH  TRACE8976  50 TRACE 897650'],
		['E', 'CT DH1042   MA GIAO DICH  TRACE247  689 TRAC  E 247689'],
		['CKN', 'DH1042 CKN 458949 D2K5349G - NGUYEN VAN AN'],
		['IBVCB', 'IBVCB.1906190052065001.DH1042'],
		['IBBIZ', 'IBBIZ6082231423.DH1042'],
		['MBBIZ', 'MBBIZ6082231423.DH1042'],
		['MAC', 'ACB-GD 640669-2022-09-19T19:30:37-180906-/CTR/DH1042/MAC/02FB40D2D89D4CF8'],
		['GD', 'SACOMBANK-GD 459096-2022-11-06T11:41:21-970403-/CTR/DH1042/MAC/1526BCF94B9A4C13'],
		['GD', 'DH1042 GD 5338NAMAA2LABCDE 041226-19:09:50'],
		['SHGD', 'SHGD:100.DD:260910.BO:NGUYEN VAN AN.DH1042'],
		['ZP', 'ZP74EU33ABCD, DH1042 Zalopay chuyen tien GD 5336BIDVE2ABCDED 021226-21:40:08'],
		['ZP', 'ZP253370434996 251203002910845 DH1042'],
		['TK', 'TK 10xxx969|GD: +25,000VND 25/11/26 20:35|ND: DH1042'],
		['ND', 'NHAN TU 069704410592 TRACE 382348 ND DH1042'],
		['CHARGE', 'DH1042 Bank Charge .00 VAT .00'],
	])('holds no code with the prefix %s in %s', (prefix, description) => {
		for (const characters of ['digits', 'alphanumeric'] as const) {
			const shape = { characters, minimumLength: 1, maximumLength: 25 };
			expect(createReader(prefix, shape)(description)).toBe('');
			expect(createReader('DH', { minimumLength: 4, maximumLength: 4 })(description)).toBe(
				'DH1042',
			);
		}
		expect(judgeFor('DH1042', description)).toBe('counts');
	});

	it.each([
		['CKN458949', 'CKN 458949'],
		['ZP7123456789', 'ZP7123456789 thanh toan'],
		['BP0001234567', 'BP0001234567'],
		['T1042', 'T1042 thanh toan'],
		['Q12', 'Q12  ao 1 cai'],
		['GD1042', 'GD 1042 ngay 10-11-26'],
		['SO2024', 'MBVCB.4588304367.SO 2024 tien dien nuoc.CT tu 0123456789 NGUYEN VAN AN'],
		['2024DH1042', 'MBVCB.4588304367.2024 DH 1042 tien nuoc.CT tu 0123456789 NGUYEN VAN AN'],
		['PMT002', 'PMT 002'],
		['DH1042', 'DH1042; tai cua hang'],
		['DH1042', 'DH1042-221126'],
		['DH1042', 'REM DH1042 B/O'],
	])("leaves the payer's %s in %s", (code, description) => {
		expect(judgeFor(code, description)).toMatch(/counts|otherSpelling/);
	});

	it('are found in time, whatever follows them', () => {
		for (const { bank, form, samples } of BANK_FRAMES) {
			for (const filler of [' ', '0', 'A ']) {
				// Unlike the clock, the time of the processor does not depend on other programs.
				const start = process.cpuUsage();
				readDescription(samples[0] + filler.repeat(100_000 / filler.length) + 'x');
				const seconds = Math.floor(process.cpuUsage(start).user / 1_000_000);
				expect({ bank, form, seconds }).toEqual({ bank, form, seconds: 0 });
			}
		}
	});

	it.each([
		...['dH829868', 'GD1', 'CT12', 'VCB', 'MBVCB1187630'],
		...['12345', '0123456789', '447013', '11876304648', 'ACSP', 'BL447013'],
	])('holds no code %s', (code) => {
		const text =
			'MBVCB.11876304648.447013.thanh toan.CT tu 0123456789 NGUYEN VAN AN toi 0900000001 CUA HANG- Ma GD ACSP/ dH829868';
		expect(judgeFor(code, text)).toBe('nothing');
		expect(judgeFor(code, text.toUpperCase())).toBe('nothing');
	});

	it.each([
		['november', 'MBVCB.2420648919.339176.DONATE november.CT tu 0123456789 A', 'counts'],
		['november.ct', 'MBVCB.2420648919.339176.DONATE november.CT tu 0123456789 A', 'nothing'],
		['DH1042CT', 'DH1042.CT tu 0123456789 NGUYEN VAN AN', 'nothing'],
		['DH1042MA', 'DH1042- Ma GD ACSP/ dH829868', 'nothing'],
		// Cut by the end of the text.
		['DH1042', 'CK DH1042- Ma GD AC', 'counts'],
		['MAGD', 'CK DH1042- Ma GD AC', 'nothing'],
		// A code and a date, and no reference between business customers.
		['DH104212', 'DH104212/180526', 'otherSpelling'],
	])('ends a code, so the code %s in %s: %s', (code, description, expected) => {
		expect(judgeFor(code, description)).toBe(expected);
	});
});

describe('what payers write', () => {
	it.each<[string, string, string, string[]?]>([
		['DH12', 'DH12thanh toan', 'counts'],
		['DH12', 'DH12-0901234567', 'counts'],
		['DH12', 'DH123', 'nothing'],
		['DH12', 'DH1 2', 'brokenCode'],
		['DH12', 'ADH12', 'insideWord'],
		['DH12', 'DH12A', 'insideWord'],
		['DH12', 'DH12-3', 'otherSpelling'],
		['DH12', 'DH12/18', 'otherSpelling'],
		['DH-2024-001', 'DH2024 001', 'counts'],
		['DH2024001', 'DH2024 001', 'brokenCode'],
		['NAPTIEN379', 'NAPTIEN379 Trace 483754', 'counts'],
		['PAY001', 'PAY001-CHUYEN TIEN-OQCH0006Hkqg-MOMO0901234567MOMO', 'counts'],
		['HG2509', 'HG 2509ROBLOX', 'counts'],
		['KOVQR8CHDX6', 'KOVQR 8CHDX6', 'counts'],
		['CSHN5MB59H7', 'CSHN5MB59H7 Thanh toan don hang 92', 'counts'],
		['SEPAY123456789012', 'SEPAY123456789012- Ma GD ACSP/ II296625', 'counts'],
		['LUNCH-KHOA-W16-2026', 'LUNCH-KHOA-W16-2026', 'counts'],
		['TBS41476', 'FT2530947771286003900000000000TBS41476', 'counts'],
		['NAP7K3Q2', 'NAP7K3Q2THIEU', 'insideWord'],
		['NT8F3K2Q', 'NAPNT8F3K2Q', 'insideWord'],
		['DH20260521', 'DH20260521M9F2', 'insideWord'],
		['HD52', 'HD 52 NGAY 18 05 26', 'counts'],
		['HD52', 'HD 52 THEO HD 06062026 HDMB', 'counts'],
		['KH80217', 'KH80217 ... KH 0901234567', 'counts'],
		['HD42', 'HD00042', 'otherSpelling'],
		['HD00042', 'HD 42', 'otherSpelling'],
		['HD1067', 'HD 1067-1068-2187', 'otherSpelling'],
		['HD1068', 'HD 1067-1068-2187', 'otherSpelling'],
		['HD1067', 'HD 1067-1068-2187', 'shared', ['HD2187']],
		['HD00047', 'MUC IN HD00043,00047,00055', 'otherSpelling'],
		['HD00043', 'MUC IN HD00043,00047,00055', 'shared', ['HD00055']],
		['DH1204', 'DH1200 1204 1206', 'otherSpelling'],
		['DH1200', 'DH1200 1204 1206', 'otherSpelling'],
		['DH1200', 'DH1200 1204', 'counts'],
		['HD52', 'HD 52 18 05 26', 'counts'],
		['NAP7K3Q2', 'NAP8M4R5NAP7K3Q2', 'insideWord'],
		['NAP7K3Q2', '2707NAP7K3Q2', 'counts'],
		['NAP7K3Q2', 'NAP7K3Q2, 8M4R5', 'otherSpelling'],
		['INV-2026-0884', 'INV-2026-0884,2026-0885', 'otherSpelling'],
		['INV-2026-0884', 'INV-2026-0884,0885', 'otherSpelling'],
		['INV-2026-0884', 'INV20260884,20260885', 'otherSpelling'],
		['INV-2026-0884', 'INV-2026-0884,0885', 'shared', ['INV-2026-0885']],
		['DH12', 'DH12 va 13', 'otherSpelling'],
		['DH12', 'DH12 va 2 ao', 'counts'],
		['DH12', 'DH12, 2 ao', 'counts'],
		['DH12', 'DH12 2KG', 'counts'],
		['DH1042', 'DH1042 DH1043 DH1044', 'shared'],
		['DH1044', 'DH1042DH1043DH1044', 'shared'],
		['DH1042', 'HD1041DH1042', 'shared', ['HD2187']],
		['DH61013', 'DH61013&656&6804', 'otherSpelling'],
		['DH4545', 'DH4545 37411 3872', 'otherSpelling'],
		['DH1042', 'DH1042 HD2187', 'shared', ['HD2187']],
		['DH1042', 'DH1042 HD2187', 'counts'],
		['NAP7K3Q2', 'NAP7K3Q2 NAP8M4R5', 'shared'],
		['DH1042', 'DH1042 thanh toan DH104', 'counts'],
		['DH999', 'DH999 DH1000', 'shared'],
		['DH99', 'DH99 DH100', 'counts'],
		['DH1000', 'DH1000 DH999', 'shared'],
		['DH1042', 'HOAN TRA LCT SHGD 10012345 DH1042 LY DO DO SAI TAI KHOAN', 'returned'],
	])('the code %s in %s: %s', (code, description, expected, others = []) => {
		expect(judgeFor(code, description, ...others)).toBe(expected);
	});
});
