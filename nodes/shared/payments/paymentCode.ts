import { isDigit, isLetter } from './characters';
import { SEPARATORS, splitSpellings, toPattern } from './codePattern';
import { goesOnIn, readDescription, type Description, type Reading } from './description';
import { mayContinue } from './evidence';

/** The format of payment codes: a prefix, then digits or letters and digits. */
export interface PaymentCodeShape {
	/** One prefix, or several, separated by commas. Empty: the code is what follows. */
	prefix: string;
	/** Number of characters after the prefix, without separators. */
	minimumLength: number;
	maximumLength: number;
	characters: 'digits' | 'alphanumeric';
	/** True if letters directly in front of the prefix do not matter. */
	matchInsideWords?: boolean;
}

/** A code in a text. */
interface FoundCode {
	/** Begins with the prefix as it was entered. */
	code: string;
	/** Without separators. */
	length: number;
	/** Position in the text; the end is exclusive. */
	start: number;
	end: number;
}

type CodeFinder = (text: string) => FoundCode[];

const GAP = `[${SEPARATORS}]`;

/** Joins a number without a prefix to a date, an account number or a reference. */
const JOINED_BEFORE = /[A-Z0-9][#\-_./]+$/;
const JOINED_BEHIND = /[#\-_./]+[A-Z0-9]/y;

/** Returns a function that finds the code of this shape in the text of a transfer; see `createPaymentCodeFinder`. */
export function createPaymentCodeReader(shape: PaymentCodeShape): (text: string) => string {
	const find = createPaymentCodeFinder(shape);
	return (text) => find(readDescription(text));
}

/**
 * Returns a function that finds the code of this shape in a description, or `''`. Of several possible
 * codes the longest counts, of equally long ones the first. There is none if the bank may have cut it
 * (docs/bank-texts.md#codes-in-the-trigger).
 */
export function createPaymentCodeFinder(
	shape: PaymentCodeShape,
): (description: Description) => string {
	const finders = splitPrefixes(shape.prefix).map((prefix) => createFinder(prefix, shape));
	return ({ readings, isReturned }) => {
		if (isReturned) return '';
		const found = readings.map((reading) => findLongest(finders, reading, shape));
		const position = found.findIndex((code) => code !== undefined);
		const code = found[position];
		if (code === undefined) return '';
		const isCertain = readings.every((reading, other) =>
			found[other] === undefined
				? !goesOnIn(code, readings[position], reading)
				: found[other].code === code.code,
		);
		return isCertain ? code.code : '';
	};
}

/** Returns true if every code of this shape begins with a prefix. */
export function hasPrefix({ prefix }: PaymentCodeShape): boolean {
	return splitPrefixes(prefix).every((one) => toPattern(one) !== undefined);
}

/** Returns the prefixes, the longest first, because it describes a code best. */
function splitPrefixes(text: string): string[] {
	const prefixes = splitSpellings(text);
	const getLength = (prefix: string) => toPattern(prefix)?.key.length ?? 0;
	return prefixes.length === 0
		? ['']
		: prefixes.sort((one, other) => getLength(other) - getLength(one));
}

/** Returns undefined if there is no code, or if the bank may have cut one. */
function findLongest(
	finders: CodeFinder[],
	reading: Reading,
	shape: PaymentCodeShape,
): FoundCode | undefined {
	const found = finders.flatMap((find) => find(reading.text));
	if (found.some((code) => mayBeCut(code, reading, shape))) return undefined;
	let longest: FoundCode | undefined;
	for (const code of found.sort((first, second) => first.start - second.start)) {
		// None begins inside another: the end of `DH1DH` and the bank's next word are no code.
		const isInside =
			longest !== undefined && code.start > longest.start && code.start < longest.end;
		if (!isInside && code.length > (longest?.length ?? 0)) longest = code;
	}
	return longest;
}

/** Returns true if the code ends at a possible end of a line, and what follows may be its other half. */
function mayBeCut(
	{ start, end, length }: FoundCode,
	reading: Reading,
	{ characters, minimumLength, maximumLength }: PaymentCodeShape,
): boolean {
	if (mayContinue({ start, end }, reading)) return true;
	if (characters === 'digits' || minimumLength === maximumLength) return false;
	const { text, uncertainLineEnds } = reading;
	return uncertainLineEnds.has(end) && /^ +[A-Z0-9]/.test(text.slice(end, end + length));
}

/** Returns a function that finds the codes with one prefix, in the order of the text. */
function createFinder(prefix: string, shape: PaymentCodeShape): CodeFinder {
	const search = createSearch(prefix, shape);
	const { length } = toPattern(prefix)?.key ?? '';
	return (text) => {
		const found: FoundCode[] = [];
		for (const { index: start, 0: whole, 1: body } of text.matchAll(search)) {
			const end = start + whole.length;
			if (!/[0-9]/.test(body) || (length === 0 && !standsAlone(text, start, end))) continue;
			found.push({ code: prefix + body, length: length + body.length, start, end });
		}
		return found;
	};
}

/** Returns an expression that matches a code, with what follows the prefix as its group. */
function createSearch(prefix: string, shape: PaymentCodeShape): RegExp {
	const front = toPattern(prefix);
	if (front === undefined) return new RegExp(`(?<![A-Z0-9])(${toBody(shape)})(?![A-Z0-9])`, 'g');
	const isAnywhere = shape.matchInsideWords === true && isLetter(front.key, 0);
	const before = isDigit(front.key, 0) ? '(?<![0-9])' : isAnywhere ? '' : '(?<![A-Z])';
	// Without a separator, a number at the end of the prefix would go on.
	const joint = isDigit(front.key, front.key.length - 1) ? `(?:${GAP}+|(?=[A-Z]))` : `${GAP}*`;
	const words = front.runs.join(`${GAP}*`);
	return new RegExp(`${before}${words}${joint}(${toBody(shape)})${toBoundary(shape)}`, 'g');
}

function toBody({ characters, minimumLength, maximumLength }: PaymentCodeShape): string {
	const characterClass = characters === 'digits' ? '[0-9]' : '[A-Z0-9]';
	return `${characterClass}{${Math.ceil(minimumLength)},${Math.floor(maximumLength)}}`;
}

/** What may follow a code directly: letters, if the end of the code is certain. */
function toBoundary({ characters, minimumLength, maximumLength }: PaymentCodeShape): string {
	if (characters === 'digits') return '(?![A-Z0-9]*[0-9])';
	return minimumLength === maximumLength ? '(?![A-Z]*[0-9])' : '(?![A-Z0-9])';
}

/** Returns true if a code without a prefix is not a part of something longer. */
function standsAlone(text: string, start: number, end: number): boolean {
	JOINED_BEHIND.lastIndex = end;
	return (
		!JOINED_BEFORE.test(text.slice(Math.max(0, start - 10), start)) && !JOINED_BEHIND.test(text)
	);
}
