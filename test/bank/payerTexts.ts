import { personOrCompany } from './names';
import type { Random } from './random';

/** The codes to write, as the orders have them, and the payer's name. */
export interface PayerWords {
	/** As many as the way of writing asks for. */
	codes: string[];
	payerName: string;
}

/** A way in which payers write codes. */
export interface PayerText {
	name: string;
	/** How common it is, compared to the others of its kind. */
	weight: number;
	/** Ordinary: the code stands alone, with separators at most. Hard: anything else. */
	isHard: boolean;
	/** How many codes it names. */
	codes: number;
	write: (words: PayerWords, random: Random) => string;
}

/** Returns the runs of letters and digits of a code. */
const getRuns = (code: string) => code.match(/\p{L}+|\d+/gu) ?? [];

/** Writes the first code with this between its letters and its number, or as it is if it has none. */
const separate = (code: string, separator: string) => {
	const [letters, ...rest] = getRuns(code);
	return rest.length === 1 ? letters + separator + rest[0] : code;
};

/** Returns what follows the letters at the start of a code. */
const getNumber = (code: string) => code.replace(/^\p{L}+[#\-_./ ]*/u, '');

const date = (random: Random, separator: string) => {
	const twoDigits = (most: number) => String(random.integer(1, most)).padStart(2, '0');
	return [twoDigits(28), twoDigits(12), '26'].join(separator);
};
const phone = (random: Random) => `09${random.digits(8)}`;

const ordinary = (
	name: string,
	weight: number,
	write: (code: string, payerName: string, random: Random) => string,
): PayerText => ({
	name,
	weight,
	isHard: false,
	codes: 1,
	write: ({ codes: [code], payerName }, random) => write(code, payerName, random),
});

const hard = (
	name: string,
	weight: number,
	codes: number,
	write: (words: PayerWords, random: Random) => string,
): PayerText => ({ name, weight, isHard: true, codes, write });

/** What payers write, in the forms of recorded statements. */
export const payerTexts: PayerText[] = [
	ordinary('alone', 30, (code) => code),
	ordinary(
		'behindWords',
		20,
		(code, _name, random) =>
			random.pick(['thanh toan don hang ', 'TT don ', 'mua hang ', 'ck ', 'QR ']) + code,
	),
	ordinary('behindName', 12, (code, payerName) => `${payerName} thanh toan ${code}`),
	ordinary('inFrontOfName', 12, (code, payerName) => `${code} ${payerName} chuyen tien`),
	ordinary('behindFreeText', 12, (code, payerName, random) =>
		[
			...random.pick([[], [payerName], [phone(random)], [payerName, phone(random)]]),
			random.pick(['ck', 'mua hang', 'thanh toan tien hang', 'chuyen khoan mua san pham']),
			code,
		].join(' '),
	),
	ordinary('inFrontOfWords', 8, (code) => `${code} thanh toan don hang`),
	ordinary('small', 8, (code) => `ck ${code.toLowerCase()}`),
	ordinary('separated', 6, (code, _name, random) => separate(code, random.pick(['-', '#', '.']))),
	ordinary('apart', 6, (code, _name, random) =>
		random.pick(['ck ', 'thanh toan ']).concat(separate(code, ' ')),
	),
	ordinary('accented', 6, (code) => `Thanh toán đơn hàng ${code}, cảm ơn shop`),

	hard('gluedInFront', 8, 1, ({ codes: [code] }, random) =>
		random.pick(['CK', 'TT', 'NAP', 'THANHTOAN']).concat(code),
	),
	hard('gluedBehind', 8, 1, ({ codes: [code] }, random) =>
		code.concat(random.pick(['thanh toan', 'chuyen tien', 'CK', 'T', 'A1'])),
	),
	hard(
		'withPhone',
		8,
		1,
		({ codes: [code] }, random) => code + random.pick(['-', ' ', ' sdt ']) + phone(random),
	),
	hard(
		'withDate',
		8,
		1,
		({ codes: [code] }, random) =>
			code +
			random.pick([
				() => ` ngay ${date(random, ' ')}`,
				() => ` ${date(random, '/')}`,
				() => `/${date(random, '')}`,
				() => ` ${date(random, '')}`,
			])(),
	),
	hard(
		'withNumber',
		8,
		1,
		({ codes: [code] }, random) =>
			code + random.pick(['-', '/', ' ', ' lan ', ' x']) + random.integer(1, 12),
	),
	hard('several', 6, 2, ({ codes }, random) => codes.join(random.pick([' ', ', ', ' va ', '-']))),
	hard('threeCodes', 2, 3, ({ codes }) => codes.join(' ')),
	hard('list', 6, 3, ({ codes: [first, ...others] }, random) =>
		[first, ...others.map(getNumber)].join(random.pick([',', '-', ', ', ' va ', '&'])),
	),
	hard('blankInside', 8, 1, ({ codes: [code] }, random) => {
		const place = random.integer(1, code.length - 1);
		return `thanh toan ${code.slice(0, place)} ${code.slice(place)}`;
	}),
	hard('noCode', 8, 0, ({ payerName }, random) =>
		random.pick([
			() => `${payerName} chuyen tien`,
			() => 'thanh toan tien hang',
			() => `ck cho ${personOrCompany(random)}`,
			() => `${phone(random)} mua hang`,
			() => `thanh toan ngay ${date(random, '/')}`,
		])(),
	),
];

export const ordinaryTexts = payerTexts.filter(({ isHard }) => !isHard);
