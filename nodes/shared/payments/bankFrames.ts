/** What a bank, not the payer, writes into a description (docs/bank-texts.md#frames). */
interface BankFrame {
	bank: string;
	/** Tells the rows of one bank apart. */
	form: string;
	/** What recorded descriptions of this form come from (docs/bank-texts.md#sources). */
	source: string;
	/** Descriptions of this form, with invented names and numbers. */
	samples: string[];
	/** Text in upper case without which the pattern cannot match: most descriptions hold none of them. */
	keyword: string;
	/** Matches in upper case without accents. */
	pattern: RegExp;
	/** True if the bank stores lines of 35 characters. */
	hasLines?: true;
}

/** The openings of frames that end a description, so that a bank that shortens the text may cut them. */
const LAST_OPENINGS = ['- MA GD ACSP/ ', '- MA GIAO DICH/ TRACE ', '.CT TU ', '-CHUYEN TIEN-OQCH'];

/** Shorter beginnings of an opening may be the payer's. */
const MIN_OPENING = 4;

/** Rows may overlap: whatever one of them covers is the bank's. */
export const BANK_FRAMES: BankFrame[] = [
	{
		bank: 'MB',
		form: 'tail of a transfer from another bank',
		source: 'statements of MB',
		samples: ['NGUYEN VAN AN thanh toan DH1042- Ma GD ACSP/ Xj161808'],
		keyword: 'ACSP',
		pattern: /-?\s*MA\s*GD\s*ACSP\/\s*(?:[A-Z0-9]{2}\s*\d{0,6})?/g,
		hasLines: true,
	},
	{
		bank: 'MB',
		form: 'tail of a transfer inside the bank',
		source: 'statements of MB',
		samples: [
			'CUSTOMER NAP 9730   Ma giao dich  Trace541044 Trace 541044',
			'CUSTOMER NAP 9730- Ma giao dich/ Trace 656400',
		],
		keyword: 'DICH',
		pattern: /-?\s*MA\s*GIAO\s*DICH\s*\/?(?:\s*TRACE\s*\d+)*/g,
		hasLines: true,
	},
	{
		bank: 'MB',
		form: 'trace number',
		source: 'statements of MB',
		samples: ['NAPTIEN379 Trace 483754', 'NHAN TU 0123456789 TRACE 483754 ND DH1042'],
		keyword: 'TRACE',
		pattern: /(?:(?<![A-Z])NHAN\s*TU\s*\d{6,}\s*)?(?<![A-Z])TRACE\s*\d{4,}/g,
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
		samples: ['CTY HOA SEN thanh toan hd 2187 hW8WK3GF/948047'],
		keyword: '/',
		// Letters followed by digits would be a payment code in front of a date.
		pattern: /(?<![A-Z0-9])(?![A-Z]+\d+\/)(?=\d*[A-Z])[A-Z0-9]{8}\/\d{6}(?![A-Z0-9])/g,
		hasLines: true,
	},
	{
		bank: 'Vietcombank',
		form: 'head',
		source: 'statements of Vietcombank and of MB',
		samples: [
			'MBVCB.11876304648.447013.DH1042.CT tu 0123456789 NGUYEN VAN AN toi 0900000001 CUA HANG',
			'MBVCB.11876304648.6218BFTVGL256UBX.DH1042.CT tu 0123456789 NGUYEN VAN AN',
			'IBVCB.2420648919.339176.DH1042.CT tu 0123456789 NGUYEN VAN AN',
		],
		keyword: 'BVCB',
		pattern: /(?<![A-Z])[MI]BVCB\.\s*\d+\.(?:\d{5,7}\.|\d{4}[A-Z0-9]{12}\.)?/g,
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
		samples: ['CT DEN:123456789012 DH1042; tai Napas', 'ND:CT DEN:123456789012 DH1042; tai Napas'],
		keyword: 'CT DEN',
		pattern: /(?:(?<![A-Z])ND:\s*)?(?<![A-Z])CT DEN:\s*\d{9,}/g,
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
		samples: ['DH1042 GD 931139-102322 13:18:51'],
		keyword: 'GD',
		pattern: /(?<![A-Z])GD\s*\d{6}-\d{6}(?:\s*\d{2}:\d{2}:\d{2})?/g,
	},
	{
		bank: 'ACB',
		form: 'head with the account',
		source: 'statements of ACB',
		samples: ['ACB;12345678;DH1042'],
		keyword: 'ACB;',
		pattern: /(?<![A-Z])ACB;\s*\d+;/g,
	},
	{
		bank: 'ACB',
		form: 'head with account and phone',
		source: 'statements of ACB',
		samples: ['12345678-0901234567-DH1042'],
		keyword: '-0',
		pattern: /^\d{6,16}-0\d{9,10}-/g,
	},
	{
		bank: 'Sacombank',
		form: 'head',
		source: 'statements of Sacombank',
		samples: ['ACC-GD 640669-2022-09-19T19:30:37-180906-/CTR/DH1042/MAC/970403'],
		keyword: 'ACC-GD',
		pattern: /(?<![A-Z])ACC-GD\s*\d+-\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}-\d+-(?:\/CTR\/)?/g,
	},
	{
		bank: 'Sacombank',
		form: 'tail',
		source: 'statements of Sacombank',
		samples: ['ACC-GD 640669-2022-09-19T19:30:37-180906-/CTR/DH1042/MAC/970403'],
		keyword: '/MAC/',
		pattern: /\/MAC\/.*$/g,
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
		],
		keyword: 'CTLNHIDI',
		pattern: /-?CTLNHIDI\d+(?:-\d+\/\d+)?(?:-(?:CRE|PMT)-\d+)?/g,
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
		],
		keyword: ':',
		pattern:
			/(?<![A-Z])(?:(?:REM\s*)?TFR\s*AC:\s*\d+(?:\s*O@L_\d+(?:_\d+)*)?|TKTHE\s*:\s*\d+,\s*TAI\s[A-Z0-9 ]{2,40}\.)/g,
	},
	{
		bank: 'MoMo',
		form: 'tail',
		source: 'statements of several banks',
		samples: ['0901234567-DH1042-CHUYEN TIEN-OQCH0004jnPx-MOMO0901234567MOMO'],
		keyword: '-OQCH',
		pattern: /(?:-CHUYEN\s*TIEN)?-OQCH[A-Z0-9]{8}(?:-MOMO\d*(?:MOMO)?)?/g,
	},
	{
		bank: 'MoMo',
		form: 'head',
		source: 'statements of several banks',
		samples: ['0901234567-DH1042-CHUYEN TIEN-OQCH0004jnPx-MOMO0901234567MOMO'],
		keyword: '-OQCH',
		pattern: /^0\d{9,10}-/g,
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
		],
		keyword: ';',
		pattern: /;\s*(?:TAI\s*NAPAS|THOI\s*GIAN\s*GD\s*:?[\d\s/:]*)/g,
	},
	{
		bank: 'Techcombank and others',
		form: 'reference',
		source: 'statements of several banks',
		samples: ['DH1042 FT25123456789012', 'FT2530947771286003900000000000TBS41476'],
		keyword: 'FT',
		pattern: /(?<![A-Z])FT\d{11,}/g,
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
