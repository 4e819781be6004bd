import { isDigit } from './characters';
import { dropLeadingZeros, type CodePattern } from './codePattern';

const SEPARATOR = /[#\-_./ ]/;

/** Separators in a code, as a description has them. */
interface Gap {
	/** Number of characters of the code in front of it. */
	position: number;
	/** True if it has only blanks, as between two lines of a bank. */
	isBlank: boolean;
}

/** A place at which a description has the characters of a code, whatever stands around it. */
export interface CodeMatch {
	/** The characters without separators. They may have other leading zeros than the code. */
	characters: string;
	gaps: Gap[];
	/** Position in the text; the end is exclusive. */
	start: number;
	end: number;
}

/** A code that was found. */
export interface IndexedMatch<T> extends CodeMatch {
	pattern: CodePattern;
	value: T;
}

interface IndexNode<T> {
	next: Map<string, IndexNode<T>>;
	codes: Array<{ pattern: CodePattern; value: T }>;
}

/**
 * Finds many codes in one pass. The codes are stored by their characters, without leading zeros, so that the
 * cost grows with the length of the text, and not with the number of codes.
 */
export class CodeIndex<T> {
	private readonly root: IndexNode<T> = createNode();

	add(pattern: CodePattern, value: T): void {
		let node = this.root;
		for (const character of dropLeadingZeros(pattern.key)) {
			let next = node.next.get(character);
			if (next === undefined) node.next.set(character, (next = createNode()));
			node = next;
		}
		node.codes.push({ pattern, value });
	}

	/** Returns all places in the text at which a code may stand. None begins or ends within a number. */
	find(text: string): Array<IndexedMatch<T>> {
		const matches: Array<IndexedMatch<T>> = [];
		for (let start = 0; start < text.length; start++) {
			if (!this.root.next.has(text[start]) && text[start] !== '0') continue;
			if (isDigit(text, start) && isDigit(text, start - 1)) continue;
			this.findAt(text, start, matches);
		}
		return matches;
	}

	private findAt(text: string, start: number, matches: Array<IndexedMatch<T>>): void {
		const gaps: Gap[] = [];
		let characters = '';
		let node = this.root;
		let isInNumber = false;
		for (let position = start; position < text.length; position++) {
			const character = text[position];
			if (SEPARATOR.test(character)) {
				const end = findGapEnd(text, position);
				gaps.push({ position: characters.length, isBlank: isBlank(text, position, end) });
				position = end - 1;
				continue;
			}
			characters += character;
			const next = node.next.get(character);
			const isCut = isDigit(text, position) && isDigit(text, position + 1);
			for (const code of isCut ? [] : (next?.codes ?? [])) {
				matches.push({ ...code, characters, gaps: [...gaps], start, end: position + 1 });
			}
			const isLeadingZero =
				character === '0' && !isInNumber && isDigit(text, findGapEnd(text, position + 1));
			if (isLeadingZero) continue;
			if (next === undefined) return;
			node = next;
			isInNumber = isDigit(text, position);
		}
	}
}

function createNode<T>(): IndexNode<T> {
	return { next: new Map(), codes: [] };
}

function findGapEnd(text: string, start: number): number {
	let end = start;
	while (SEPARATOR.test(text.charAt(end))) end++;
	return end;
}

function isBlank(text: string, start: number, end: number): boolean {
	return text.slice(start, end).trim() === '';
}
