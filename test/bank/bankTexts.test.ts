import {
	bankForms,
	drawNumbers,
	getForm,
	writeDescription,
	writeWithNumbers,
	type BankNumbers,
	type BankPayment,
} from './bankTexts';
import { LINE_WIDTH } from './bankTexts/lines';
import { payerTexts } from './payerTexts';
import { Random } from './random';

const payment: BankPayment = {
	payerName: 'NGUYEN VAN AN',
	payerAccount: '0123456789',
	payerPhone: '0901234567',
	payeeName: 'CUA HANG HOA SEN',
	payeeAccount: '0900000001',
	text: 'DH1042',
};
const anyNumbers = drawNumbers(new Random(1));

/** Writes a description with these parts instead of drawn ones. */
const write = (name: string, text: string, parts: Partial<BankNumbers & BankPayment> = {}) =>
	writeWithNumbers(getForm(name), { ...payment, ...parts, text }, { ...anyNumbers, ...parts });

describe('the recorded samples', () => {
	it.each<[string, string, string, Partial<BankNumbers & BankPayment>]>([
		[
			'NGUYEN VAN AN thanh toan don hang D H1042- Ma GD ACSP/ Xj161808',
			'mbFromOthers',
			'NGUYEN VAN AN thanh toan don hang DH1042',
			{ trace: '161808', marker: 'Xj' },
		],
		[
			'MB 2500000068 Vo Van Quang SV11x3x1  2 thang 11- Ma GD ACSP/ HB010270',
			'mbBusinessFromOthers',
			'MB 2500000068 Vo Van Quang SV11x3x12 thang 11',
			{ trace: '010270', marker: 'HB' },
		],
		[
			'CUSTOMER QR   cms2811   Ma giao dich  Trace2 23979 Trace 223979',
			'mb',
			'QR   cms2811',
			{ trace: '223979' },
		],
		[
			'MBVCB.4125261053.047334.VQR303f2894 ce VRCbC2btHFanN.CT tu 9000000789 P HAM VAN TUAN toi 1100000589 TRAN VA N HIEU tai MB- Ma GD ACSP/ cw047334',
			'mbFromVietcombank',
			'VQR303f2894ce VRCbC2btHFanN',
			{
				transfer: '4125261053',
				trace: '047334',
				marker: 'cw',
				payerAccount: '9000000789',
				payerName: 'PHAM VAN TUAN',
				payeeAccount: '1100000589',
				payeeName: 'TRAN VAN HIEU',
			},
		],
		[
			'0901234567-PAY001-CHUYEN TIEN-OQCH0006Hkqg-MOMO0901234567MOMO',
			'momo',
			'PAY001',
			{ momo: '0006Hkqg' },
		],
		[
			'MoMoT0901234567T28994691053T970416Tnaptien 9730 GD 931139-102322 13:18:51',
			'momoAtAcb',
			'naptien 9730',
			{ momoTransfer: '28994691053', acb: '931139-102322 13:18:51' },
		],
		['DH1042 GD 931139-102322 13:18:51', 'acb', 'DH1042', { acb: '931139-102322 13:18:51' }],
		[
			'ACC-GD 640669-2022-09-19T19:30:37-180906-/CTR/DH1042/MAC/02FB40D2D89D4CF8',
			'sacombankControl',
			'DH1042',
			{ control: '640669-2022-09-19T19:30:37-180906', messageCode: '02FB40D2D89D4CF8' },
		],
		['DH1042 CKN 458949 D2K5349G', 'sacombank', 'DH1042', { sacombank: '458949 D2K5349G' }],
		[
			'DH1042-CTLNHIDI000013514283774-1/1-CRE-002',
			'bidv',
			'DH1042',
			{ bidv: '000013514283774', bidvEnd: 'CRE-002' },
		],
		[
			'SHGD:100.DD:260910.BO:NGUYEN VAN AN.DH1042',
			'vietinbankNamed',
			'DH1042',
			{ year: '2026', month: '09', day: '10' },
		],
		[
			'MBVCB.11876304648.6218BFTVGL256UBX.DH1042.CT tu 0123456789 NGUYEN VAN AN toi 0900000001 CUA HANG HOA SEN tai VIETINBANK',
			'vietcombank2026',
			'DH1042',
			{ transfer: '11876304648', transferReference: '6218BFTVGL256UBX' },
		],
		[
			'ND:CT DEN:416713881564 CSHN5MB59H7 Thanh toan don hang 92; tai Napas',
			'napasTail',
			'CSHN5MB59H7 Thanh toan don hang 92',
			{ napas: '416713881564' },
		],
		[
			'TT HD 52 NGAY 18 05 26 A2FHLME3/019  457',
			'mbBusinessReference',
			'TT HD 52 NGAY 18 05 26',
			{ business: 'A2FHLME3/019457' },
		],
	])('has %s', (sample, form, text, parts) => {
		expect(write(form, text, parts)).toBe(sample);
	});

	it('has the tails of MB with one trace number and with two', () => {
		expect(write('mbSingleTrace', 'DH1042', { trace: '656400' })).toBe(
			'CUSTOMER DH1042- Ma giao dich/ Trace 656400',
		);
		expect(write('mbBusiness', 'DH1042', { trace: '541044' })).toBe(
			'DH1042   Ma giao dich  Trace541044   Trace 541044',
		);
	});
});

describe('the lines of a bank', () => {
	const text = 'NGUYEN THI HONG ANH thanh toan cho DH1042';

	it('are joined with one blank more than the payer wrote', () => {
		expect(text[LINE_WIDTH - 1]).toBe(' ');
		expect(write('mbFromOthers', text)).toContain('thanh toan cho  DH1042- Ma GD');
		expect(write('mbBusinessFromOthers', text)).toContain('thanh toan cho   DH1042- Ma GD');
		expect(write('mbTrimmedFromOthers', text)).toContain('thanh toan cho DH1042- Ma GD');
	});

	it('do not count what stands in front of them', () => {
		const number = '1234567890'.repeat(4);
		expect(write('mb', number)).toMatch(/^CUSTOMER \d{35} \d{5} {3}Ma giao/);
		expect(write('mbNamed', number)).toMatch(/^NGUYEN VAN AN \d{35} \d{5}- Ma GD/);
	});

	it('are those of each form of MB only, and give its text again when joined', () => {
		for (const form of bankForms) {
			const numbers = drawNumbers(new Random(7));
			const long = { ...payment, text: 'x'.repeat(200) };
			const description = writeWithNumbers(form, long, numbers);
			expect({ form: form.name, isBroken: /x +x/.test(description) }).toEqual({
				form: form.name,
				isBroken: form.lines !== undefined,
			});
			const joined = description.replaceAll(/x +(?=x)/g, 'x');
			expect(joined).toContain(long.text);
		}
	});
});

describe('a style', () => {
	const form = getForm('mbFromOthers');
	const styled = (text: string, style: object) =>
		writeWithNumbers(
			form,
			{ ...payment, text },
			{ ...anyNumbers, trace: '161808', marker: 'Xj' },
			style,
		);

	it('chooses case and accents, removes characters, and cuts', () => {
		expect(styled('đơn hàng DH-1042', {})).toBe('don hang DH-1042- Ma GD ACSP/ Xj161 808');
		const accented = { ...payment, text: 'đơn hàng DH-1042' };
		const plain = writeWithNumbers(getForm('plain'), accented, anyNumbers, { dropsAccents: false });
		expect(plain).toBe('đơn hàng DH-1042');
		expect(styled('dh 1042', { letterCase: 'upper' })).toBe('DH 1042- MA GD ACSP/ XJ161808');
		expect(styled('DH 1042', { letterCase: 'lower' })).toBe('dh 1042- ma gd acsp/ xj161808');
		expect(styled('ck DH-1042', { removes: 'specials' })).toMatch(/^ck DH1042-/);
		expect(styled('ck DH-1042', { removes: 'specialsAndBlanks' })).toMatch(/^ckDH1042-/);
		const cut = styled('NGUYEN THI HONG ANH thanh toan DH1042', {
			hidesLines: true,
			maxLength: 50,
		});
		expect(cut).toBe('NGUYEN THI HONG ANH thanh toan DH1042- Ma GD ACSP/');
	});
});

describe('drawn descriptions', () => {
	it('are the same for the same seed and contain what the payer wrote', () => {
		for (const form of bankForms) {
			const draw = () => writeDescription(form, payment, new Random(42));
			expect(draw()).toBe(draw());
			expect(draw().replaceAll(/\s/g, '')).toContain('DH1042');
		}
	});

	it('never have a business reference that could be an order', () => {
		const random = new Random(3);
		for (let round = 0; round < 1000; round++) {
			const { business } = drawNumbers(random);
			expect(business).toMatch(/^[A-Za-z][A-Z\d]{2}\d[A-Z][A-Z\d]{3}\/\d{6}$/);
		}
	});
});

describe("the payer's text", () => {
	const random = new Random(11);
	const codes = ['HD00043', 'HD00047', 'HD00055'];
	const draw = (name: string) => {
		const way = payerTexts.find((candidate) => candidate.name === name);
		if (way === undefined) return name;
		return way.write({ codes: codes.slice(0, way.codes), payerName: 'NGUYEN VAN A' }, random);
	};

	it('contains each code whole, unless its way of writing says otherwise', () => {
		for (const way of payerTexts.filter(({ name }) => !['list', 'blankInside'].includes(name))) {
			const text = draw(way.name)
				.toUpperCase()
				.replaceAll(/[#\-_./ ]/g, '');
			const found = codes.filter((code) => text.includes(code));
			expect({ name: way.name, found }).toEqual({
				name: way.name,
				found: codes.slice(0, way.codes),
			});
		}
	});

	it('lists numbers behind one prefix', () => {
		expect(draw('list')).toMatch(/^HD00043\D+00047\D+00055$/);
	});

	it('breaks a code once', () => {
		const text = draw('blankInside');
		expect(text).not.toContain('HD00043');
		expect(text.replaceAll(' ', '')).toBe('thanhtoanHD00043');
	});
});
