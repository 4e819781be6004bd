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

/** What the codes of one series have in common: the kind and the length of each run. */
interface CodeMake {
	/** Runs of letters and of digits of one code, joined as far as separators do not matter. */
	runs: string[];
	isMixed: boolean;
}

/** Makes that one expression finds, so that the time does not grow with the number of codes. */
interface MakeFamily {
	/** Matches what may be a code of these makes. Its groups are the letters behind the first ones. */
	search: RegExp;
	/** By what the groups hold, then by the lengths of the runs. */
	makes: Map<string, Map<string, CodeMake>>;
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
	private readonly byFirstLetters = new Map<string, Map<string, MakeFamily>>();

	private maxLetters = 0;

	constructor(private readonly insideWords: boolean) {}

	/** Adds the make of a code. A code that begins with a digit or has none is like no other. */
	add({ key, runs, kind }: CodePattern): void {
		if (kind === 'digits' || kind === 'letters' || isDigit(key, 0)) return;
		const keyRuns = splitRuns(key);
		const [letters] = keyRuns;
		const make = { runs: keyRuns, isMixed: kind === 'mixed' };
		for (const written of [runs, keyRuns]) {
			this.addMake(letters, make, toSource(written), joinLetters(written.slice(1)));
		}
		if (make.isMixed) {
			const rest = key.length - letters.length;
			const lengths = `${Math.max(1, rest - MAX_LENGTH_DIFFERENCE)},${rest + MAX_LENGTH_DIFFERENCE}`;
			this.addMake(letters, make, `${letters}${GAP}[A-Z0-9]{${lengths}}(?![A-Z0-9])`, '');
		}
		this.maxLetters = Math.max(this.maxLetters, letters.length);
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
				const families = this.byFirstLetters.get(text.slice(start, start + length));
				for (const family of families?.values() ?? []) {
					if (this.isSibling(family, start, reading, found)) return true;
				}
			}
		}
		return false;
	}

	private addMake(firstLetters: string, make: CodeMake, source: string, letters: string): void {
		const families = this.byFirstLetters.get(firstLetters) ?? new Map<string, MakeFamily>();
		this.byFirstLetters.set(firstLetters, families);
		const family = families.get(source) ?? { search: new RegExp(source, 'y'), makes: new Map() };
		families.set(source, family);
		const makes = family.makes.get(letters) ?? new Map<string, CodeMake>();
		family.makes.set(letters, makes);
		const lengths = make.runs.map(({ length }) => length).join(' ');
		if (!makes.has(lengths)) makes.set(lengths, make);
	}

	private isSibling(
		{ search, makes }: MakeFamily,
		start: number,
		reading: Reading,
		found?: FoundCode,
	): boolean {
		const { text } = reading;
		search.lastIndex = start;
		const [sibling, ...groups] = search.exec(text) ?? [];
		const pattern = sibling === undefined ? undefined : toPattern(sibling);
		const candidates = makes.get(groups.join(' '));
		if (sibling === undefined || pattern === undefined || candidates === undefined) return false;
		const end = start + sibling.length;
		if (found !== undefined && isSameCode({ start, end, key: pattern.key }, found, text))
			return false;
		if (![...candidates.values()].some((make) => isSameMake(make, pattern))) return false;
		const match = { characters: pattern.key, gaps: [], start, end };
		const evidence = judge(match, pattern, reading, this.insideWords);
		// `HD1041DH1042`: the code that was found ends the one in front of it.
		return evidence === 'counts' || (evidence === 'insideWord' && end === found?.match.start);
	}
}

function splitRuns(key: string): string[] {
	return key.match(/[A-Z]+|[0-9]+/g) ?? [];
}

/** The letters behind the first ones become groups, so that codes which differ in them have one source. */
function toSource([first, ...rest]: string[]): string {
	const sources = rest.map((run) => (isDigit(run, 0) ? '[0-9]+' : `([A-Z]{${run.length}})`));
	return [first, ...sources].join(GAP);
}

function joinLetters(runs: string[]): string {
	return runs.filter((run) => isLetter(run, 0)).join(' ');
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
