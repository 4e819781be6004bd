/** What a bank, not the payer, writes into a description (docs/bank-texts.md#frames). */
interface BankFrame {
	bank: string;
	/** Tells the rows of one bank apart. */
	form: string;
	/** What recorded descriptions of this form come from (docs/bank-texts.md#sources). */
	source: string;
	/** Descriptions of this form, with invented names and numbers. The payer wrote `SAMPLE_CODE`. */
	samples: string[];
	/** Text in upper case without which the pattern cannot match: most descriptions hold none of them. */
	keyword: string;
	/** Matches in upper case without accents. */
	pattern: RegExp;
	/** True if the bank stores lines of 35 characters. */
	hasLines?: true;
}

/** What the payer wrote in the samples that have a payment code. */
export const SAMPLE_CODE = 'DH1042';

/** The openings of frames that end a description, so that a bank that shortens the text may cut them. */
const LAST_OPENINGS = ['- MA GD ACSP/ ', '- MA GIAO DICH/ TRACE ', '.CT TU ', '-CHUYEN TIEN-OQCH'];

/** Shorter beginnings of an opening may be the payer's. */
const MIN_OPENING = 4;

/** Returns an expression for the letters, wherever the bank breaks a line between them. */
function withBreaks(letters: string): string {
	return letters.split('').join(' {0,3}');
}

/** Rows may overlap: whatever one of them covers is the bank's. */
export const BANK_FRAMES: BankFrame[] = [
	{
		bank: 'MB',
		form: 'tail of a transfer from another bank',
		source: 'statements of MB',
		samples: [
			'NGUYEN VAN AN thanh toan DH1042- Ma GD ACSP/ Xj161808',
			'NGUYEN VAN AN thanh toan DH1042- MaGD ACSP/ Xj161808',
			'NGUYEN VAN AN thanh toan DH1042- Ma GD ACSP Xj161808',
			'NGUYEN VAN AN NGUYEN VAN AN DH1042 chuyen tien- Ma GD ACS P/ Xj161808',
		],
		keyword: 'D',
		pattern: new RegExp(
			`(?:- {0,3})?${withBreaks('MAGDACSP')}(?: {0,3}/ {0,3}| +|$)(?:[A-Z0-9] {0,2}[A-Z0-9] *(?:[0-9] {0,2}){0,6})?`,
			'g',
		),
		hasLines: true,
	},
	{
		bank: 'MB',
		form: 'tail of a transfer inside the bank',
		source: 'statements of MB',
		samples: [
			'CUSTOMER DH1042   Ma giao dich  Trace541044 Trace 541044',
			'CUSTOMER DH1042- Ma giao dich/ Trace 656400',
		],
		keyword: 'D',
		pattern: new RegExp(
			`(?:- {0,3})?${withBreaks('MAGIAODICH')} {0,3}/?(?: {0,3}${withBreaks('TRACE')} {0,3}(?:[0-9] {0,2}){1,6})*`,
			'g',
		),
		hasLines: true,
	},
	{
		bank: 'MB',
		form: 'trace number',
		source: 'statements of MB',
		samples: ['DH1042 Trace 483754'],
		keyword: 'TRACE',
		pattern: /(?<![A-Z])TRACE\s*\d{4,}/g,
	},
	{
		bank: 'MB',
		form: 'payer behind the tail',
		source: 'statements of MB',
		samples: ['DH1042   Ma giao dich  Trace541044 Trace 541044 NG CHUYEN:CUSTOMER 0901234567'],
		keyword: 'CHUYEN:',
		pattern: /(?<![A-Z])NG\s*CHUYEN:.*$/g,
	},
	{
		bank: 'MB',
		form: 'reference of a transfer inside the bank',
		source: 'statements of MB',
		samples: ['CUSTOMER FT2500000810026 090625 00 56 23 871322   Ma giao dich  Trace871322'],
		keyword: 'FT',
		pattern: /(?<![A-Z])FT\d{11,14}\s\d{6}(?:\s\d{2}){3}(?:\s\d{1,6}(?!\d))?/g,
	},
	{
		bank: 'MB',
		form: 'reference between business customers',
		source: 'statements of MB',
		samples: ['CTY HOA SEN thanh toan DH1042 hW8WK3GF/948047'],
		keyword: '/',
		// Letters followed by digits would be a payment code in front of a date.
		pattern: /(?<![A-Z0-9])(?![A-Z]+\d+\/)(?=\d*[A-Z])[A-Z0-9]{8}\/\d{6}(?![A-Z0-9])/g,
		hasLines: true,
	},
	{
		bank: 'MB',
		form: 'head of a transfer to a virtual account',
		source: 'statements of MB',
		samples: [
			'Qaabcd1234  APPMB1 1  DH1042- Ma GD ACSP/ DN863229',
			'Qaabcd2074  KVTC1 4 DH1042- Ma GD ACSP/ DN863229',
		],
		keyword: 'Q',
		pattern: /(?<![A-Z0-9])Q[A-Z0-9]{9}\s{1,2}[A-Z]{2,20}\d{1,6}\s\d{1,2}(?=\s)/g,
		hasLines: true,
	},
	{
		bank: 'MB',
		form: 'reference of a transfer from ACB',
		source: 'statements of MB',
		samples: ['DH1042 cty Hoa Sen 080626 09 35 20 6159ASCB02MWABCD   Ma giao dich  Trace006723'],
		keyword: 'ASCB',
		pattern: /(?<![A-Z0-9])(?:\d{6}(?:\s\d{2}){3}\s)?\d{4}ASCB[A-Z0-9]{8}(?![A-Z0-9])/g,
	},
	{
		bank: 'MB',
		form: 'reference of Napas',
		source: 'statements of MB',
		samples: ['DH1042 vietmap thanh toan dot 1 cty  Hoa Sen 0200970407062622534120261001943978'],
		keyword: ' 0',
		pattern: /\s02009704\d{16}[A-Z0-9]{4}\d{6}$/g,
		hasLines: true,
	},
	{
		bank: 'Vietcombank',
		form: 'head',
		source: 'statements of Vietcombank and of MB',
		samples: [
			'MBVCB.11876304648.447013.DH1042.CT tu 0123456789 NGUYEN VAN AN toi 0900000001 CUA HANG',
			'MBVCB.11876304648.6218BFTVGL256UBX.DH1042.CT tu 0123456789 NGUYEN VAN AN',
			'MBVCB.13818942280.6106BFTVG29DK6 9E.DH1042.CT tu 0123456789 NGUYEN VAN AN tai Sacombank',
			'MBVCB.6986253876.DH1042 thanh toan',
			'MBVCB 2420648919 339176 DH1042  CT tu 0123456789 NGUYEN VAN AN',
			'IBVCB.2420648919.339176.DH1042.CT tu 0123456789 NGUYEN VAN AN',
			'IBVCB.1706250930138002.034244.IBTC.DH1042',
		],
		keyword: 'BVCB',
		pattern:
			/(?<![A-Z])[MI]BVCB(?:\.?\s*\d+\.(?:\d{6}\.|\d{4}\s?BFTV(?:\s?[A-Z0-9]){8}\s?\.)?(?:IBTC\.)?|\s\d{9,16}\s\d{6}\s)/g,
	},
	{
		bank: 'Vietcombank',
		form: 'head of a business customer',
		source: 'statements of Vietcombank',
		samples: ['MBBIZ6082231423.DH1042', 'IBBIZ6082231423.034244.DH1042'],
		keyword: 'BBIZ',
		pattern: /(?<![A-Z])[MI]BBIZ\.?\d{6,}\.(?:\d{6}\.)?/g,
	},
	{
		bank: 'Vietcombank',
		form: 'head of a transfer from another bank',
		source: 'statements of Vietcombank',
		samples: ['276592.021126.084710.NGUYEN VAN AN DH1042 FT26306434395337'],
		keyword: '.',
		pattern: /^\d{6}\.\d{6}\.\d{6}\./g,
	},
	{
		bank: 'Vietcombank',
		form: 'tail',
		source: 'statements of Vietcombank and of MB',
		samples: ['DH1042.CT tu 0123456789 NGUYEN VAN AN toi 0900000001 CUA HANG HOA SEN tai MB'],
		keyword: 'CT',
		pattern: /(?:\.\s*CT\s*TU\s*\d|(?<![A-Z])CT\s*TU\s*\d{6}).*$/g,
	},
	{
		bank: 'VietinBank',
		form: 'head',
		source: 'statements of VietinBank',
		samples: [
			'CT DEN:123456789012 DH1042; tai Napas',
			'ND:CT DEN:123456789012 DH1042; tai Napas',
			'CT DEN:948T2670NEMHABCD SEVQR DH1042',
			'CT nhanh 247 den: DH1042 thanh toan',
		],
		keyword: 'CT ',
		pattern:
			/(?:(?<![A-Z])ND:\s*)?(?<![A-Z])CT (?:NHANH 247 DEN:|DEN:\s*(?:\d{9,}|\d{3}T[A-Z0-9]{12}(?![A-Z0-9])))/g,
	},
	{
		bank: 'VietinBank',
		form: 'head with the payer',
		source: 'statements of VietinBank',
		samples: ['SHGD:100.DD:260910.BO:NGUYEN VAN AN.DH1042'],
		keyword: 'SHGD:',
		pattern: /(?<![A-Z])SHGD:\s*[A-Z0-9]+\.DD:\s*\d{6}\.BO:[^.]{1,140}\./g,
	},
	{
		bank: 'ACB',
		form: 'tail',
		source: 'statements of ACB',
		samples: ['DH1042 GD 931139-102322 13:18:51', 'DH1042 GD 5338IBT1hWABCDE3 041226-11:48:20'],
		keyword: 'GD',
		pattern:
			/(?<![A-Z])GD\s*(?:\d{6}-(?:\d{6}(?:\s*\d{2}:\d{2}:\d{2})?|\d{0,5}$)|\d{4}[A-Z0-9]{12}(?:\s*\d{6}-\d{2}:\d{2}:\d{2}|$))/g,
	},
	{
		bank: 'ACB',
		form: 'tail of a transfer to another bank',
		source: 'statements of Vietcombank and of ACB',
		samples: ['276592.221126.161306.DH1042-221126-16:13:08 350667'],
		keyword: ':',
		pattern: /-\s?\d{6}-\d{2}:\d{2}:\d{2}(?:\s\d{6})?/g,
	},
	{
		bank: 'ACB',
		form: 'head of a transfer from another bank',
		source: 'statements of ACB',
		samples: [
			'ACC-GD 640669-2022-09-19T19:30:37-180906-/CTR/DH1042/MAC/02FB40D2D89D4CF8',
			'SACOMBANK-GD 459096-2022-11-06T11:41:21-970403-/CTR/IBFT DH1042/MAC/1526BCF94B9A4C13',
		],
		keyword: '-GD',
		pattern:
			/(?:(?<![A-Z])ACC)?-GD\s*\d{4,8}-\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}-\d+-(?:\/CTR\/)?/g,
	},
	{
		bank: 'ACB',
		form: 'end of a transfer from another bank',
		source: 'statements of ACB',
		samples: ['ACC-GD 640669-2022-09-19T19:30:37-180906-/CTR/DH1042/MAC/02FB40D2D89D4CF8'],
		keyword: '/MAC/',
		pattern: /\/MAC\/.*$/g,
	},
	{
		bank: 'Agribank',
		form: 'head with the receiving account',
		source: 'statements of ACB and of BIDV',
		samples: [
			'ACB;12345678;DH1042',
			'TKThe :5002567686001, tai Agribank. BIDV;1261122666;DH1042 -CTLNHIDI000009908356542-1/1-CRE-002',
		],
		keyword: ';',
		pattern: /(?<![A-Z0-9])(?:ACB|BIDV|CTG|ICB|MB|TCB|TPB|VCB|VPB|[A-Z]{1,8}BANK);\s*\d{6,};/g,
	},
	{
		bank: 'Sacombank',
		form: 'reference',
		source: 'statements of Sacombank',
		samples: ['DH1042 CKN 458949 D2K5349G'],
		keyword: 'CKN',
		pattern: /(?<![A-Z])CKN\s*\d{6}\s*(?=\d*[A-Z])(?=[A-Z]*\d)[A-Z0-9]{8}(?![A-Z0-9])/g,
	},
	{
		bank: 'BIDV',
		form: 'tail',
		source: 'statements of BIDV',
		samples: [
			'DH1042 -CTLNHIDI000013514283774-1/1-CRE-002',
			'DH1042-CTLNHIDI000013514283774-1/1-PMT-002',
			'DH1042-CTLNHIDI000009519203381-11-CRE-002',
		],
		keyword: 'CTLNHID',
		pattern: /-?\s?CTLNHID[IO]\d+(?:-\d{1,2}\/?\d{0,2})?(?:-(?:CRE|PMT)-\d+)?/g,
	},
	{
		bank: 'BIDV',
		form: 'reference',
		source: 'statements of BIDV',
		samples: ['DH1042 PMT-002', 'DH1042-CRE-002'],
		keyword: '-00',
		pattern: /-?(?<![A-Z])(?:CRE|PMT)-00\d(?!\d)/g,
	},
	{
		bank: 'BIDV',
		form: 'head',
		source: 'statements of BIDV',
		samples: [
			'REM Tfr Ac: 12345678901234 O@L_080007_012345 DH1042-NGUYEN VAN AN',
			'TKThe :123456789012, tai VCB. DH1042',
			'TKThe :1AB2C24, tai Shinhan Bank V. ND DH1042 -CTLNHIDI000015124913428-1/1-CRE-002',
		],
		keyword: ':',
		pattern:
			/(?<![A-Z])(?:(?:REM\s*)?TFR\s*AC:\s*\d+(?:\s*O@L_\d+(?:_\d+)*)?|TKTHE\s*:\s*[A-Z0-9]+,\s*TAI\s[A-Z0-9 ]{2,40}\.(?:\s*ND(?![A-Z]))?)/g,
	},
	{
		bank: 'BIDV',
		form: 'head with both accounts',
		source: 'statements of BIDV',
		samples: ['8602464999--5010561429--CTY HOA SEN DH1042'],
		keyword: '--',
		pattern: /^\d{6,16}--\d{6,16}--/g,
	},
	{
		bank: 'BIDV',
		form: 'head of a remittance',
		source: 'statements of BIDV',
		samples: [
			'REM 9901CI260918000011012 B/O CTY HOA SEN F/O-5010561429 CTY HOA DAO DTLS-REF/202609182010011000005479317002 DH1042 Bank Charge .00 VAT .00',
		],
		keyword: 'B/O',
		pattern:
			/(?<![A-Z])REM\s\d{4}[A-Z]{2}\d{12,}\sB\/O\s.{1,200}?F\/O-\d+(?:.{1,100}?DTLS-REF\/\d+)?/g,
	},
	{
		bank: 'BIDV',
		form: 'charges',
		source: 'statements of BIDV',
		samples: ['DH1042 Bank Charge .00 VAT .00'],
		keyword: 'BANK CHARGE',
		pattern: /(?<![A-Z])BANK CHARGE [\d.,]+(?: VAT [\d.,]+)?/g,
	},
	{
		bank: 'MoMo',
		form: 'tail',
		source: 'statements of several banks',
		samples: [
			'0901234567-DH1042-CHUYEN TIEN-OQCH0004jnPx-MOMO0901234567MOMO',
			'66642759562-DH1042-CHUYEN TIEN-OQCH10881498-e78a2fd2-73cf-4a3a-a7a4-e18c3d0c',
		],
		keyword: '-OQCH',
		pattern:
			/(?:-CHUYEN\s*TIEN)?-OQCH(?:[A-Z0-9]{8}(?:-MOMO\d*(?:MOMO)?|(?:-[0-9A-F]{1,12}){0,5})|[A-Z0-9]{0,7}$)/g,
	},
	{
		bank: 'MoMo',
		form: 'head',
		source: 'statements of several banks',
		samples: ['128667960303-DH1042-CHUYEN TIEN-OQCH0004jnPx-MOMO128667960303MOMO'],
		keyword: '-OQCH',
		pattern: /^\d{9,13}-/g,
	},
	{
		bank: 'MoMo',
		form: 'head with the phone number',
		source: 'statements of ACB, BIDV, TPBank and VietinBank',
		samples: [
			'109545731033-0901234567-DH1042',
			'130948782159 0901234567 DH1042',
			'66693414954-0901234567-DH1042; thoi gian GD:12/09/2026 23:19:07',
		],
		keyword: '0',
		pattern: /^\d{8,13}[- ]0\d{9}[- ]/g,
	},
	{
		bank: 'MoMo',
		form: 'head at Vietcombank',
		source: 'statements of Vietcombank',
		samples: [
			'PARTNER.DIRECT_DEBITS_VCB.MSE.48146951349.20261109.48146951349-0901234567-DH1042 hanh gui',
		],
		keyword: 'DIRECT',
		pattern: /PARTNER\.DIRECT[_ ]DEBITS[_ ]VCB\.[A-Z]{2,4}\.\d+\.\d{8}\.\d+-0\d{9}-/g,
	},
	{
		bank: 'MoMo',
		form: 'head at ACB',
		source: 'statements of ACB',
		samples: ['MoMoT0901234567T28994691053T970416TDH1042 GD 931139-102322 13:18:51'],
		keyword: 'MOMOT',
		pattern: /(?<![A-Z])MOMOT\d{9,11}T\d+T\d{6}T/g,
	},
	{
		bank: 'ZaloPay',
		form: 'head',
		source: 'statements of ACB and of VietinBank',
		samples: ['ZP7D3OABCDEF SEVQR DH1042', 'ZP253370434996 251203002910845 DH1042'],
		keyword: 'ZP',
		pattern: /(?<![A-Z0-9])ZP(?:\d{12}\s\d{15}|7(?=\d*[A-Z])[A-Z0-9]{9})(?![A-Z0-9])/g,
	},
	{
		bank: 'VNPAY',
		form: 'reference',
		source: 'statements of MB',
		samples: ['QRCODE VNPAY QRCODE 0901234567 24121811112289851 BP0001b5bcd3'],
		keyword: 'BP0001',
		pattern: /(?<![A-Z0-9])BP0001(?=\d*[A-Z])[A-Z0-9]{6}(?![A-Z0-9])/g,
	},
	{
		bank: 'VPBank',
		form: 'head',
		source: 'statements of VPBank',
		samples: ['NHAN TU 069704410592 TRACE 382348 ND DH1042'],
		keyword: 'TRACE',
		pattern: /(?<![A-Z])NHAN TU \d{6,} TRACE \d{4,}(?: ND(?![A-Z]))?/g,
	},
	{
		bank: 'Napas',
		form: 'head',
		source: 'statements of several banks',
		samples: ['IBFT DH1042'],
		keyword: 'IBFT',
		pattern: /(?<![A-Z])IBFT(?![A-Z0-9])/g,
	},
	{
		bank: 'Napas',
		form: 'tail',
		source: 'statements of several banks',
		samples: [
			'ND:CT DEN:123456789012 DH1042; tai Napas',
			'CT DEN:123456789012 DH1042; thoi gian GD:26052026',
			'NGUYEN VAN AN DH1042; tai iPay',
		],
		keyword: ';',
		pattern: /;\s*(?:TAI\s*(?:NAPAS|IPAY)|THOI\s*GIAN\s*GD\s*:?[\d\s/:]*)/g,
	},
	{
		bank: 'Napas',
		form: 'reference',
		source: 'statements of BIDV and of Vietcombank',
		samples: [
			'TKThe :290228888001, tai MSCBVNVX. DH1042-020097042209181731032026QW8P197390',
			'TKThe :0357485001, tai MSCBVNVX. DH1042 -B2B020097042208092114262026S51Z828594',
			'020097041511201900452026s2L1210386.14358.190046.DH1042',
		],
		keyword: '02009704',
		pattern: /-?(?:B2B)?02009704\d{16}[A-Z0-9]{4}\d{6}(?:\.\d{1,6}\.\d{6}\.)?/g,
	},
	{
		bank: 'Techcombank and others',
		form: 'reference',
		source: 'statements of several banks',
		samples: ['DH1042 FT25123456789012', 'FT2530947771286003900000000000DH1042'],
		keyword: 'FT',
		pattern: /(?<![A-Z])FT\d{11,}/g,
	},
	{
		bank: 'any',
		form: 'head of a notification',
		source: 'notifications of banking apps',
		samples: ['TK 10xxx969|GD: +25,000VND 25/11/26 20:35 |SD: 140,002VND|ND: DH1042'],
		keyword: '|GD:',
		pattern:
			/(?<![A-Z])TK \d+X+\d+\|GD:\s*[+-][\d,]+VND [\d/]+ [\d:]+ ?\|(?:SD:\s*[\d,]+VND ?\|)?(?:\s*ND:)?/g,
	},
	{
		bank: 'any',
		form: 'transfer that was returned',
		source: 'statements of several banks',
		samples: ['HOAN TRA LCT SHGD 10012345 NGAY 260526 LY DO DO SAI TAI KHOAN NGUOI HUONG DH1042'],
		keyword: 'HOAN TRA',
		pattern: /(?<![A-Z])HOAN TRA LCT(?:\s*SHGD\s*:?\s*[\d.]+)?/g,
	},
];

/** A part of a text; the end is exclusive. */
interface TextRange {
	start: number;
	end: number;
}

/** What the bank wrote into a text. */
export interface Frames {
	ranges: TextRange[];
	/** True if one of them belongs to a bank that stores lines of 35 characters. */
	haveLines: boolean;
}

/** Finds what the bank wrote into a text, which is in upper case and has no accents. */
export function findFrames(text: string): Frames {
	const ranges: TextRange[] = [];
	let haveLines = false;
	for (const { keyword, pattern, hasLines } of BANK_FRAMES) {
		if (!text.includes(keyword)) continue;
		for (const match of text.matchAll(pattern)) {
			ranges.push({ start: match.index, end: match.index + match[0].length });
			haveLines ||= hasLines === true;
		}
	}
	const cut = findCutOpening(text);
	if (cut !== undefined) ranges.push(cut);
	return { ranges, haveLines };
}

function findCutOpening(text: string): TextRange | undefined {
	for (const opening of LAST_OPENINGS) {
		for (let { length } = opening; length >= MIN_OPENING; length--) {
			const start = text.length - length;
			if (text.endsWith(opening.slice(0, length))) return { start, end: text.length };
		}
	}
	return undefined;
}
