import { isDigit, isLetter } from './characters';
import type { CodeMatch } from './codeIndex';
import { isSimilarLength, SEPARATORS, type CodePattern } from './codePattern';
import type { Reading } from './description';

/** Why a code that was found does not count (docs/bank-texts.md#what-counts). */
export type Doubt = 'brokenCode' | 'insideWord' | 'otherSpelling';

/** What a place in a description proves for a code. */
export type Evidence = 'counts' | Doubt;

/** A number of so many digits behind a code is a phone number or a date, and no part of the code. */
const MIN_FOREIGN_DIGITS = 8;

/** So many letters behind a code are the payer's next word. */
const MIN_WORD_LETTERS = 3;

/** Shorter numbers are more often a date or a number of pieces. */
const MIN_LISTED_DIGITS = 3;

const NUMBER_BEHIND = new RegExp(`([${SEPARATORS}]+)([0-9]+)`, 'y');
const LETTERS = /[A-Z]*/y;

/** No word in front of a code needs to be read further. */
const MAX_WORD = 40;

/** Numbers of several orders behind one prefix: `HD00043,00047`, `HD 12 va 13`, `HD 1067 1068`. */
const LISTED_NUMBER = /( +|\s*(?:[,;&+-]|VA(?![A-Z]))\s*)([0-9]+)(?![A-Z0-9])/y;

/**
 * Judges a place at which a description has the characters of a code (docs/bank-texts.md#what-counts).
 * Returns undefined if it is another code.
 */
export function judge(
	match: CodeMatch,
	pattern: CodePattern,
	reading: Reading,
	insideWords: boolean,
): Evidence | undefined {
	const { text } = reading;
	const isExact = match.characters === pattern.key;
	const brokenGaps = match.gaps.filter(({ position }) =>
		isExact ? !pattern.joints.has(position) : !isBetweenRuns(match.characters, position),
	);
	if (brokenGaps.length > 0) {
		const isBroken = brokenGaps.every(({ isBlank }) => isBlank) && pattern.kind !== 'digits';
		return isBroken && isWholeRuns(match, text, insideWords) ? 'brokenCode' : undefined;
	}
	if (mayContinue(match, reading)) return 'brokenCode';
	if (isJoinedBefore(match, pattern, text) && !insideWords) return 'insideWord';
	if (isJoinedBehind(match, pattern, text)) return 'insideWord';
	const isCode = isExact && !hasNumberBehind(match, text) && !isInList(match, pattern, text);
	return isCode ? 'counts' : 'otherSpelling';
}

/** The same for letters and digits: `NAP7K3Q2, 8M4R5`. */
const LISTED_REST = /(\s*(?:[,;&+]|VA(?![A-Z]))\s*| +)([A-Z0-9]+)/y;

/** A number that follows a code in a list. */
interface ListedNumber {
	number: string;
	/** Its end in the text. */
	end: number;
	/** True if only blanks separate it from the number in front, which also happens without a list. */
	followsBlank: boolean;
}

/**
 * Yields the numbers that follow another one in a list, and have about as many digits or stand behind `va`
 * (and) or `&`. They are read one by one, since lists may be long.
 */
export function* readListed(
	text: string,
	end: number,
	length: number,
): Generator<ListedNumber, undefined> {
	let position = end;
	for (;;) {
		LISTED_NUMBER.lastIndex = position;
		const match = LISTED_NUMBER.exec(text);
		if (match === null) return undefined;
		const [whole, separator, number] = match;
		const isShort = number.length >= MIN_LISTED_DIGITS && number.length < MIN_FOREIGN_DIGITS;
		const isNamed = isShort && /VA|&/.test(separator);
		if (!isNamed && !isSimilarLength(number.length, length)) return undefined;
		position += whole.length;
		yield { number, end: position, followsBlank: separator.trim() === '' };
	}
}

function isInList(match: CodeMatch, pattern: CodePattern, text: string): boolean {
	if (isListedRest(match, pattern, text)) return true;
	// Of `INV-2026-0884`, a list may go on with `0885` or, if the bank drops separators, with `20260885`.
	const lastRun = pattern.runs.at(-1) ?? '';
	const lastNumber = /[0-9]*$/.exec(match.characters)?.[0] ?? '';
	return lastNumber !== '' && [lastRun, lastNumber].some((run) => isListAt(text, match.end, run));
}

/** Returns true if numbers like this one follow it in a list: several, if only blanks separate them. */
function isListAt(text: string, end: number, { length }: string): boolean {
	const numbers = readListed(text, end, length);
	const [first, second] = [numbers.next().value, numbers.next().value];
	if (first === undefined || !first.followsBlank) return first !== undefined;
	return [first, second].every((listed) => (listed?.number.length ?? 0) >= MIN_LISTED_DIGITS);
}

/** Returns true if what follows could stand in place of everything behind the first letters of the code. */
function isListedRest(
	{ characters, end }: CodeMatch,
	{ kind, runs: [letters] }: CodePattern,
	text: string,
): boolean {
	LISTED_REST.lastIndex = end;
	const [, separator = '', rest = ''] = LISTED_REST.exec(text) ?? [];
	if (!/[0-9]/.test(rest) || rest.startsWith(letters)) return false;
	const isListed = separator.trim() !== '';
	// `DH12 2KG` is no list, but of `NAP7K3Q2 8M4R5` each part may be a code.
	if (kind !== 'mixed' && (!isListed || !isDigit(rest, 0))) return false;
	const difference = Math.abs(rest.length - (characters.length - letters.length));
	return /[A-Z]/.test(rest) ? difference <= 1 : isListed && difference === 0;
}

function isBetweenRuns(characters: string, position: number): boolean {
	return isDigit(characters, position - 1) !== isDigit(characters, position);
}

/** Returns true if no run of letters or of digits goes on in front of the code or behind it. */
function isWholeRuns({ start, end }: CodeMatch, text: string, insideWords: boolean): boolean {
	const isFrontWhole = (insideWords && isLetter(text, start)) || !isSameRun(text, start - 1, start);
	return isFrontWhole && !isSameRun(text, end - 1, end);
}

function isSameRun(text: string, one: number, other: number): boolean {
	const areLetters = isLetter(text, one) && isLetter(text, other);
	return areLetters || (isDigit(text, one) && isDigit(text, other));
}

/** Returns true if a number of the code may go on behind a line break of the bank or behind a cut. */
export function mayContinue(
	{ start, end }: { start: number; end: number },
	{ text, uncertainLineEnds, isCut }: Reading,
): boolean {
	const [before, behind] = [start - 1, end];
	return (
		(isCut && end === text.length) ||
		(uncertainLineEnds.has(behind) &&
			isDigit(text, end - 1) &&
			isDigit(text, skipBlanks(text, behind, 1))) ||
		(uncertainLineEnds.has(before) &&
			isDigit(text, start) &&
			isDigit(text, skipBlanks(text, before, -1)))
	);
}

function skipBlanks(text: string, start: number, step: number): number {
	let position = start;
	while (text[position] === ' ') position += step;
	return position;
}

/** A letter in front of letters is joined, and so is another code in front of one without a clear end. */
function isJoinedBefore({ start }: CodeMatch, { kind }: CodePattern, text: string): boolean {
	if (!isLetter(text, start)) return false;
	const word = /[A-Z0-9]*$/.exec(text.slice(Math.max(0, start - MAX_WORD), start))?.[0] ?? '';
	return isLetter(text, start - 1) || (kind === 'mixed' && /[A-Z]/.test(word));
}

function isJoinedBehind({ end }: CodeMatch, { kind, runs }: CodePattern, text: string): boolean {
	if (isDigit(text, end)) return true;
	if (!isLetter(text, end)) return false;
	if (kind !== 'lettersThenDigits') return true;
	LETTERS.lastIndex = end;
	const word = LETTERS.exec(text)?.[0] ?? '';
	const isNextNumber = isDigit(text, end + word.length);
	// `DH1042DH1043`: the second code ends the first one.
	if (isNextNumber && word === runs[0]) return false;
	return isNextNumber || word.length < MIN_WORD_LETTERS;
}

/** Returns true for `DH1042-2` and `DH1042/18`, which may be codes of their own. */
function hasNumberBehind({ end }: CodeMatch, text: string): boolean {
	NUMBER_BEHIND.lastIndex = end;
	const [, separators = '', number = ''] = NUMBER_BEHIND.exec(text) ?? [];
	return separators.trim() !== '' && number.length < MIN_FOREIGN_DIGITS;
}
