import type { CodeMatch } from './codeIndex';
import {
	dropLeadingZeros,
	isSimilarLength,
	SEPARATORS,
	toPattern,
	type CodePattern,
} from './codePattern';
import type { Reading } from './description';
import { judge } from './evidence';

const GAP = `[${SEPARATORS}]*`;

/** What the codes of one series have in common. */
export interface CodeMake {
	/** Equal for codes of one make. */
	name: string;
	/** Finds texts that may be codes of this make. */
	search: RegExp[];
	numbers: string[];
	length: number;
	isMixed: boolean;
}

/**
 * Describes which other codes are made like this one: the same letters and numbers of the same length, or,
 * if letters and digits are mixed, the same first letters and the same length. Returns undefined if that
 * cannot be told, because the code begins with a digit or has none.
 */
export function toMake({ key, runs, kind }: CodePattern): CodeMake | undefined {
	if (kind === 'digits' || kind === 'letters' || /^[0-9]/.test(key)) return undefined;
	const keyRuns = key.match(/[A-Z]+|[0-9]+/g) as string[];
	const sources = new Set([toSource(runs), toSource(keyRuns)]);
	if (kind === 'mixed') {
		const [word] = keyRuns;
		sources.add(`${word}${GAP}[A-Z0-9]{${key.length - word.length}}(?![A-Z0-9])`);
	}
	const numbers = keyRuns.filter((run) => /[0-9]/.test(run));
	return {
		name: [...sources, ...numbers.map(({ length }) => length), key.length].join(' '),
		search: [...sources].map((source) => new RegExp(source, 'g')),
		numbers,
		length: key.length,
		isMixed: kind === 'mixed',
	};
}

function toSource(runs: string[]): string {
	return runs.map((run) => (/[0-9]/.test(run) ? '[0-9]+' : run)).join(GAP);
}

/** What is known about a code in whose place a sibling is sought. */
interface FoundCode {
	/** The codes of one order: none is a sibling of another. */
	keys: string[];
	/** The place of the code, if it was found. */
	match?: CodeMatch;
}

/**
 * Returns true if the text holds another code of the same make: an order that is closed, or that nobody
 * gave to the node. A second copy of the code that is cut by the end of the text is none.
 */
export function hasSibling(
	make: CodeMake,
	reading: Reading,
	{ keys, match: own }: FoundCode,
	insideWords: boolean,
): boolean {
	const { text } = reading;
	return make.search.some((search) =>
		[...text.matchAll(search)].some(({ index: start, 0: found }) => {
			const end = start + found.length;
			if (own !== undefined && start < own.end && own.start < end) return false;
			const pattern = toPattern(found);
			if (pattern === undefined || !isSameMake(make, pattern)) return false;
			const { key } = pattern;
			if (keys.some((other) => dropLeadingZeros(other) === dropLeadingZeros(key))) return false;
			if (own !== undefined && own.characters.startsWith(key) && isAtEnd(text, end)) return false;
			const match = { characters: key, gaps: [], start, end };
			return judge(match, pattern, reading, insideWords) === 'counts';
		}),
	);
}

function isSameMake({ numbers, length, isMixed }: CodeMake, { key }: CodePattern): boolean {
	const others = key.match(/[0-9]+/g) ?? [];
	const haveSameDigits =
		others.length === numbers.length &&
		numbers.every((number, index) => isSameLength(number, others[index]));
	return haveSameDigits || (isMixed && key.length === length && others.length > 0);
}

function isSameLength(one: string, other: string): boolean {
	return (
		isSimilarLength(one.length, other.length) ||
		isSimilarLength(significant(one), significant(other))
	);
}

function significant(number: string): number {
	return dropLeadingZeros(number).length;
}

function isAtEnd(text: string, end: number): boolean {
	return /^(?:\s*$|\s*\|)/.test(text.slice(end));
}
