import type { ErrorText } from '../http/errors';
import { normalizeText } from '../transactions/filter';
import { isFoundInAllFrames, isFoundInContent } from './findAgain';

/** VietQR transmits no more (docs/payment-requests.md#content). */
const MAX_CONTENT_LENGTH = 25;

/** Some banks transmit no more than this. */
export const SAFE_CONTENT_LENGTH = 19;

/** What a payer transmits. */
export interface TransferContent {
	/** Upper case, without accents and separators. */
	paymentCode: string;
	/** Capital letters from A to Z, digits and single spaces. */
	content: string;
	/** Number of characters of the content that a bank must transmit for the code to be whole. */
	codeEnd: number;
}

/** What a content may have besides the code. */
export interface ContentOptions {
	/** Follows the code. */
	note?: string;
	/** Some accounts need it at the start of each content. */
	textBeforeCode?: string;
}

/** Why a code, a note or a text before the code is not accepted. */
interface Refusal {
	refused: ErrorText;
}

/** Separators that users write inside codes. Banks drop them, so they are not transmitted. */
const SEPARATORS = /[#\-_./\s]/g;

/** A letter or digit that follows the code directly could be a part of it, unless it begins such a word. */
const MIN_NOTE_LETTERS = 3;

/**
 * Words that banks write in front of numbers, and that no frame covers for certain
 * (docs/bank-texts.md#frames).
 */
const BANK_WORDS = [
	// At the end of a text, which may be cut: what remains of the number may be a payer's code as well.
	...['BP', 'CKN', 'CRE', 'FT', 'GD', 'PMT', 'TRACE', 'TU'],
	// In front of account numbers, in many forms.
	'TK',
	// In place of digits that they hide.
	...['XX', 'XXX', 'XXXX', 'XXXXX', 'XXXXXX'],
];

/** A code whose end can be told even if letters follow directly. */
const LETTERS_THEN_DIGITS = /^[A-Z]+[0-9]+$/;

/**
 * Returns what the payer's bank transmits for a payment code. Refuses it if the code might not be found in
 * the bank's text (docs/payment-requests.md#payment-codes).
 */
export function createTransferContent(
	code: string,
	{ note = '', textBeforeCode = '' }: ContentOptions = {},
): TransferContent | Refusal {
	const paymentCode = toTransferCode(code);
	if (typeof paymentCode !== 'string') return paymentCode;
	const before = toTextBefore(paymentCode, textBeforeCode);
	if (typeof before !== 'string') return before;
	const behind = toNote(paymentCode, note);
	if (typeof behind !== 'string') return behind;
	const content = [before, paymentCode, behind].filter((part) => part !== '').join(' ');
	if (content.length > MAX_CONTENT_LENGTH) return refuseLength(content, before, behind);
	const codeEnd = before.length + Math.sign(before.length) + paymentCode.length;
	return { paymentCode, content, codeEnd };
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
	if (!/^[A-Z].*[0-9]/.test(code)) {
		return refuse(
			"'Payment Code' needs letters followed by digits",
			"The bank adds words and numbers of its own, some of them directly in front. A code that does not begin with letters, or has no digit, could be confused with them. Use a code such as DH1042, and enter the letters as 'Prefix' in the trigger.",
		);
	}
	const bankWord = findBankWord(code);
	if (bankWord !== undefined) {
		return refuse(
			`'Payment Code' begins like '${bankWord}', which banks write in front of their own numbers`,
			'Begin the code with other letters, e.g. DH1042.',
		);
	}
	if (isFoundInAllFrames(code)) return code;
	return refuse(
		`'Payment Code' looks like what banks write: ${code}`,
		'It would not be found in all transfers. Begin the code with other letters, e.g. DH1042.',
	);
}

/**
 * Returns the bank's word for which the beginning of the code could be taken. If letters follow the
 * first digit of the code, `F1A2` looks like `FT20288052`: both are letters and digits after an F.
 */
function findBankWord(code: string): string | undefined {
	const letters = /^[A-Z]+/.exec(code)?.[0] ?? '';
	return LETTERS_THEN_DIGITS.test(code)
		? BANK_WORDS.find((word) => word === letters)
		: BANK_WORDS.find((word) => word.startsWith(letters));
}

/** Returns the text in upper case. It may not be taken for a code. */
function toTextBefore(code: string, textBeforeCode: string): string | Refusal {
	const text = normalizeText(textBeforeCode).trim().replace(/\s+/g, ' ');
	const unusable = /[^A-Z0-9 ]/u.exec(text)?.[0];
	if (unusable !== undefined) {
		return refuse(
			`'Text Before Code' contains '${unusable}', which banks do not transmit`,
			'Enter only the letters and digits that your account needs, e.g. SEVQR.',
		);
	}
	if (text === '' || isFoundInContent(code, `${text} ${code}`)) return text;
	return refuse(
		`'Text Before Code' could be taken for a payment code: ${text}`,
		`The payment would not be found by its code '${code}'. Use other letters at the start of your codes.`,
	);
}

/** Returns the note in upper case, without accents and special characters. */
function toNote(code: string, note: string): string | Refusal {
	const words = normalizeText(note)
		.replace(/[^A-Z0-9]+/g, ' ')
		.trim();
	if (words === '') return words;
	if (!LETTERS_THEN_DIGITS.test(code)) {
		return refuse(
			`'Note' cannot follow the payment code '${code}'`,
			"Some banks remove spaces. Then nobody could tell where this code ends, because its digits are not all at the end. Leave 'Note' empty, or use a code such as DH1042.",
		);
	}
	if (/[0-9]/.test(words)) {
		return refuse(
			"'Note' contains a digit",
			'Some banks remove spaces. Then nobody could tell the payment code from the note, and the digits could be taken for another code. Use letters only.',
		);
	}
	if (words.replace(/ /g, '').length < MIN_NOTE_LETTERS) {
		return refuse(
			"'Note' has fewer than three letters",
			'Some banks remove spaces. Then a letter or two could belong to the payment code. Use a longer note, or leave it empty.',
		);
	}
	return words;
}

function refuseLength(content: string, before: string, behind: string): Refusal {
	const parts = [
		...(before === '' ? [] : ["'Text Before Code'"]),
		"'Payment Code'",
		...(behind === '' ? [] : ["'Note'"]),
	];
	const names = `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
	return refuse(
		`${names} have more than ${MAX_CONTENT_LENGTH} characters`,
		`Banks transmit at most ${MAX_CONTENT_LENGTH} characters. '${content}' has ${content.length}. Shorten it.`,
	);
}

function refuse(message: string, description: string): Refusal {
	return { refused: { message, description } };
}
