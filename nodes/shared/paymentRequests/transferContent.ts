import type { ErrorText } from '../http/errors';
import { normalizeText } from '../transactions/filter';

/** VietQR transmits no more (docs/payment-requests.md#content). */
const MAX_CONTENT_LENGTH = 25;

/** Some banks transmit no more than this. */
export const SAFE_CONTENT_LENGTH = 19;

/** What a payer transmits. */
export interface TransferContent {
	/** Upper case, without accents and separators. The content begins with it. */
	paymentCode: string;
	/** Capital letters from A to Z, digits and single spaces. */
	content: string;
}

/** Why a code or a note is not accepted. */
interface Refusal {
	refused: ErrorText;
}

/** Separators that users write inside codes. Banks drop them, so they are not transmitted. */
const SEPARATORS = /[#\-_./\s]/g;

/**
 * Words that banks write in front of numbers of their own, which would be taken for codes, and `X` in
 * place of digits that they hide.
 */
const BANK_WORDS = [
	'A',
	'FT',
	'GD',
	'IBFT',
	'L',
	'MBVCB',
	'MOMO',
	'OQCH',
	'TK',
	'TO',
	'TOI',
	'TRACE',
	'TU',
	'XX',
	'XXX',
	'XXXX',
	'XXXXX',
	'XXXXXX',
];

/** What comes before the number of a code, and a number at the end. */
const PREFIX_AND_NUMBER = /^(\d*[A-Z]+)\d+$/;

/**
 * Returns what the payer's bank transmits for a payment code and a note. Refuses them if the code
 * might not be found in the bank's text (docs/payment-requests.md#payment-codes).
 */
export function createTransferContent(code: string, note: string): TransferContent | Refusal {
	const paymentCode = toTransferCode(code);
	if (typeof paymentCode !== 'string') return paymentCode;
	const content = addNote(paymentCode, note);
	return typeof content === 'string' ? { paymentCode, content } : content;
}

function toTransferCode(text: string): string | Refusal {
	const normalized = normalizeText(text.trim());
	const code = normalized.replace(SEPARATORS, '');
	if (normalized === '') {
		return refuse(
			"'Payment Code' is empty",
			'Enter the code by which the payment is recognized, e.g. DH1042.',
		);
	}
	if (code === '') {
		return refuse(
			"'Payment Code' contains no letters or digits",
			'Enter the code by which the payment is recognized, e.g. DH1042.',
		);
	}
	const unusable = /[^A-Z0-9]/u.exec(code)?.[0];
	if (unusable !== undefined) {
		return refuse(
			`'Payment Code' contains '${unusable}', which banks do not transmit`,
			'Use letters from A to Z and digits, e.g. DH1042.',
		);
	}
	if (code.length > MAX_CONTENT_LENGTH) {
		return refuse(
			`'Payment Code' has more than ${MAX_CONTENT_LENGTH} characters`,
			`Banks transmit at most ${MAX_CONTENT_LENGTH} characters. Use a shorter code.`,
		);
	}
	if (!/[A-Z].*[0-9]/.test(code)) {
		return refuse(
			"'Payment Code' needs letters followed by digits",
			"The bank adds words and numbers of its own. A code without letters before a digit could be confused with them. Use a code such as DH1042, and enter the letters as 'Prefix' in the trigger.",
		);
	}
	const bankWord = findBankWord(code);
	if (bankWord !== undefined) {
		return refuse(
			`'Payment Code' begins like '${bankWord}', which banks write in front of their own numbers`,
			'Begin the code with other letters, e.g. DH1042.',
		);
	}
	return code;
}

/**
 * Returns the bank's word for which the beginning of the code could be taken. If letters follow the
 * first digit of the code, `F1A2` looks like `FT20288052`: both are letters and digits after an F.
 */
function findBankWord(code: string): string | undefined {
	const letters = /^[A-Z]+/.exec(code)?.[0];
	if (letters === undefined) return undefined;
	return PREFIX_AND_NUMBER.test(code)
		? BANK_WORDS.find((word) => word === letters)
		: BANK_WORDS.find((word) => word.startsWith(letters));
}

/** Appends the note in upper case, without accents and special characters. */
function addNote(code: string, note: string): string | Refusal {
	const words = normalizeText(note)
		.replace(/[^A-Z0-9]+/g, ' ')
		.trim();
	if (words === '') return code;
	const prefix = PREFIX_AND_NUMBER.exec(code)?.[1];
	if (prefix === undefined) {
		return refuse(
			`'Note' cannot follow the payment code '${code}'`,
			"Some banks remove spaces. Then nobody could tell where this code ends, because its digits are not all at the end. Leave 'Note' empty, or use a code such as DH1042.",
		);
	}
	if (/^[0-9]/.test(words)) {
		return refuse(
			"'Note' begins with a digit",
			'Some banks remove spaces. Then the digit would become part of the payment code. Begin with a letter.',
		);
	}
	const otherCode = new RegExp(`${prefix}\\d+`).exec(words.replace(/ /g, ''))?.[0];
	if (otherCode !== undefined) {
		return refuse(
			`'Note' contains '${otherCode}', which looks like another payment code`,
			'The payment could be taken for that of another order. Remove it from the note.',
		);
	}
	const content = `${code} ${words}`;
	if (content.length > MAX_CONTENT_LENGTH) {
		return refuse(
			`'Payment Code' and 'Note' have more than ${MAX_CONTENT_LENGTH} characters`,
			`Banks transmit at most ${MAX_CONTENT_LENGTH} characters. '${content}' has ${content.length}. Shorten the note.`,
		);
	}
	return content;
}

function refuse(message: string, description: string): Refusal {
	return { refused: { message, description } };
}
