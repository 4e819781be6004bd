import { isDigit, isLetter } from './characters';
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

/** The codes of one make may differ so much in length if they alternate letters and digits alike. */
const MAX_LENGTH_DIFFERENCE = 2;

/** What the codes of one series have in common. */
interface CodeMake {
	/** Matches what may be a code of this make. */
	search: RegExp;
	/** Runs of letters and of digits of one code, joined as far as separators do not matter. */
	runs: string[];
	isMixed: boolean;
}

/** What is known about the code in whose place a sibling is sought. */
export interface FoundCode {
	/** The codes of one order: none is a sibling of another. */
	keys: string[];
	match: CodeMatch;
}

/**
 * Finds codes that are made like those of given orders: orders that are closed, or that nobody gave to the
 * node. The same letters and numbers of the same length make a code alike. If letters and digits are mixed,
 * so do the same first letters and the same length, or the same alternation of letters and digits.
 */
export class SiblingFinder {
	private readonly makes = new Map<string, CodeMake>();

	private readonly byFirstLetters = new Map<string, CodeMake[]>();

	private maxLetters = 0;

	constructor(private readonly insideWords: boolean) {}

	/** Adds the make of a code. A code that begins with a digit or has none is like no other. */
	add({ key, runs, kind }: CodePattern): void {
		if (kind === 'digits' || kind === 'letters' || isDigit(key, 0)) return;
		const keyRuns = splitRuns(key);
		const [letters] = keyRuns;
		const sources = [toSource(runs), toSource(keyRuns)];
		if (kind === 'mixed') {
			const rest = key.length - letters.length;
			const lengths = `${Math.max(1, rest - MAX_LENGTH_DIFFERENCE)},${rest + MAX_LENGTH_DIFFERENCE}`;
			sources.push(`${letters}${GAP}[A-Z0-9]{${lengths}}(?![A-Z0-9])`);
		}
		for (const source of new Set(sources)) {
			const name = [source, ...keyRuns.map(({ length }) => length)].join(' ');
			if (this.makes.has(name)) continue;
			const make = { search: new RegExp(source, 'y'), runs: keyRuns, isMixed: kind === 'mixed' };
			this.makes.set(name, make);
			this.byFirstLetters.set(letters, [...(this.byFirstLetters.get(letters) ?? []), make]);
			this.maxLetters = Math.max(this.maxLetters, letters.length);
		}
	}

	/**
	 * Returns true if the text holds a code of any make that would count, other than the code that was found.
	 * A second copy of that code, cut by the end of the text, is none.
	 */
	hasSibling(reading: Reading, found?: FoundCode): boolean {
		const { text } = reading;
		for (let start = 0; start < text.length; start++) {
			if (!isLetter(text, start) || (!this.insideWords && isLetter(text, start - 1))) continue;
			for (let length = 1; length <= this.maxLetters; length++) {
				if (!isLetter(text, start + length - 1)) break;
				const makes = this.byFirstLetters.get(text.slice(start, start + length)) ?? [];
				if (makes.some((make) => this.isSibling(make, start, reading, found))) return true;
			}
		}
		return false;
	}

	private isSibling(make: CodeMake, start: number, reading: Reading, found?: FoundCode): boolean {
		const { text } = reading;
		make.search.lastIndex = start;
		const [sibling] = make.search.exec(text) ?? [];
		const pattern = sibling === undefined ? undefined : toPattern(sibling);
		if (sibling === undefined || pattern === undefined || !isSameMake(make, pattern)) return false;
		const end = start + sibling.length;
		if (found !== undefined && isSameCode({ start, end, key: pattern.key }, found, text))
			return false;
		const match = { characters: pattern.key, gaps: [], start, end };
		const evidence = judge(match, pattern, reading, this.insideWords);
		// `HD1041DH1042`: the code that was found ends the one in front of it.
		return evidence === 'counts' || (evidence === 'insideWord' && end === found?.match.start);
	}
}

function splitRuns(key: string): string[] {
	return key.match(/[A-Z]+|[0-9]+/g) ?? [];
}

function toSource(runs: string[]): string {
	return runs.map((run) => (isDigit(run, 0) ? '[0-9]+' : run)).join(GAP);
}

function isSameMake({ runs, isMixed }: CodeMake, { key }: CodePattern): boolean {
	const others = splitRuns(key);
	const isAlike =
		others.length === runs.length && runs.every((run, at) => isRunAlike(run, others[at], isMixed));
	const haveSameLength = key.length === runs.join('').length && others.length > 1;
	return isAlike || (isMixed && haveSameLength);
}

function isRunAlike(one: string, other: string, isMixed: boolean): boolean {
	if (isDigit(one, 0) !== isDigit(other, 0)) return false;
	if (!isDigit(one, 0)) return one.length === other.length;
	const [significant, otherSignificant] = [one, other].map((run) => dropLeadingZeros(run).length);
	return (
		isSimilarLength(one.length, other.length) ||
		isSimilarLength(significant, otherSignificant) ||
		(isMixed && Math.abs(one.length - other.length) === 1)
	);
}

/** Returns true for the code that was found, another spelling of it, and a copy that the text's end cuts. */
function isSameCode(
	{ start, end, key }: { start: number; end: number; key: string },
	{ keys, match }: FoundCode,
	text: string,
): boolean {
	if (start < match.end && match.start < end) return true;
	if (keys.some((own) => dropLeadingZeros(own) === dropLeadingZeros(key))) return true;
	return match.characters.startsWith(key) && /^\s*(?:\||$)/.test(text.slice(end));
}
