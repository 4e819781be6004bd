/** Some banks store a description in lines of this length (docs/bank-texts.md#lines-of-35-characters). */
const LINE_LENGTH = 35;

/** A bank that trims its lines leaves out up to this many blanks at the end of one. */
const MAX_TRIMMED = 2;

/** The name of the payer or of the receiving company, which may stand in front of the first line. */
const NAME = /^[A-Z ]{1,60}(?= )/;

/** A text from which characters were removed. */
export interface ShortenedText {
	text: string;
	/** For each character of the text, its position in the text it was made from. */
	positions: number[];
}

/** Removes characters from a text, if `isRemoved` returns true for their position. */
export function removeCharacters(
	text: string,
	isRemoved: (position: number) => boolean,
): ShortenedText {
	const positions: number[] = [];
	let kept = '';
	for (let position = 0; position < text.length; position++) {
		if (isRemoved(position)) continue;
		kept += text[position];
		positions.push(position);
	}
	return { text: kept, positions };
}

/**
 * Returns the text without its line breaks, or undefined if it does not consist of lines of 35 characters
 * that are separated by this many blanks. A further blank at the end of a line is the payer's and stays.
 */
export function joinLines(text: string, blanks: number): ShortenedText | undefined {
	if (text.length <= LINE_LENGTH) return undefined;
	const pitch = LINE_LENGTH + blanks;
	for (let start = LINE_LENGTH; start < text.length; start += pitch) {
		for (let position = start; position < start + blanks; position++) {
			if (text[position] !== ' ') return undefined;
		}
	}
	return removeCharacters(text, (position) => position % pitch >= LINE_LENGTH);
}

/** Positions of blanks that may be the bank's. */
export interface LineEnds {
	all: Set<number>;
	/** Those behind a line of full length, at which no blank of the payer was left out. */
	full: Set<number>;
}

/**
 * Finds possible ends of lines that the bank trimmed: each blank behind a line of 33 to 35 characters.
 * The first line may begin behind a name.
 */
export function findUncertainLineEnds(text: string): LineEnds {
	const lineEnds: LineEnds = { all: new Set(), full: new Set() };
	const starts = new Set([0, ...findNameEnds(text)]);
	// Line starts that are added in the loop are visited as well.
	for (const start of starts) {
		for (let length = LINE_LENGTH - MAX_TRIMMED; length <= LINE_LENGTH; length++) {
			const end = start + length;
			if (text[end] !== ' ' || text[end - 1] === ' ') continue;
			if (length === LINE_LENGTH) lineEnds.full.add(end);
			let next = end;
			while (text[next] === ' ') lineEnds.all.add(next++);
			starts.add(next);
		}
	}
	return lineEnds;
}

/** Returns the positions behind each word at the beginning of the text that may end a name. */
export function findNameEnds(text: string): number[] {
	const [name] = NAME.exec(text) ?? [];
	if (name === undefined) return [];
	return [...name, ' '].flatMap((character, at) => (character === ' ' ? [at + 1] : []));
}
