import { normalizeText } from '../transactions/filter';
import { findFrames, type Frames } from './bankFrames';
import { isDigit } from './characters';
import {
	findNameEnds,
	findUncertainLineEnds,
	joinLines,
	removeCharacters,
	type ShortenedText,
} from './bankLines';

/** Stands in place of what the bank wrote. No code contains it, and it separates like the end of the text. */
const WALL = '|';

/** A head that does not count towards the length of the first line. */
const CUSTOMER = /^CUSTOMER /;

/** A service that reads accounts cuts descriptions after so many characters. */
const CUT_LENGTH = 70;

/** Banks write it when they give back what the account had sent (docs/bank-texts.md#frames). */
const RETURNED = /(?<![A-Z])HOAN\s*TRA\s*LCT(?![A-Z])/;

/** One way to read a description. */
export interface Reading {
	/**
	 * The payer's text in upper case without accents. Line breaks of the bank are removed, and its own words
	 * are replaced by walls.
	 */
	text: string;
	/** For each character of the text, its position in the description. */
	positions: number[];
	/** True if the end of the text may be missing. */
	isCut: boolean;
	/** Positions of blanks at which the bank may have broken a line, so that a word may continue there. */
	uncertainLineEnds: Set<number>;
}

/** A description, read once for all who look for codes. */
export interface Description {
	/** Several if the line breaks can be read in several ways. */
	readings: Reading[];
	/** What else the text may say if its lines end elsewhere. Nothing counts that they question. */
	doubts: Reading[];
	/** True if the bank gave back a transfer of the account: incoming, but no payment. */
	isReturned: boolean;
}

/**
 * Reads a description: tells the bank's words and line breaks from the payer's text
 * (docs/bank-texts.md#how-a-description-is-read).
 */
export function readDescription(description: string): Description {
	const normalized = normalizeText(description).replace(/\s/g, ' ').trim();
	const isCustomer = CUSTOMER.test(normalized);
	const text = normalized.replace(CUSTOMER, '');
	const isReturned = RETURNED.test(text);
	const isCut = normalized.length === CUT_LENGTH;
	const readings = [joinLines(text, 2), joinLines(text, 1)]
		.filter((joined) => joined !== undefined)
		.map((joined) => ({ joined, frames: findBrokenFrames(joined.text) }))
		.filter(({ frames }) => frames.haveLines || isCustomer)
		.map(({ joined, frames }) => toReading(joined, frames, { isCut }));
	const asIs = readAsIs(text, { isCustomer, isCut });
	if (readings.length === 0) return { ...asIs, isReturned };
	// The first line may begin behind a name: then the blanks that fit are the payer's.
	const mayBeginWithName = !isCustomer && findNameEnds(text).length > 0;
	return { readings, doubts: mayBeginWithName ? asIs.readings : [], isReturned };
}

/**
 * Returns true if a number at the beginning or the end of a part of the text is longer in another reading
 * of the same description.
 */
export function goesOnIn(
	{ start, end }: { start: number; end: number },
	{ text, positions }: Reading,
	other: Reading,
): boolean {
	const first = other.positions.indexOf(positions[start]);
	const last = other.positions.indexOf(positions[end - 1]);
	const isLongerBehind = isDigit(text, end - 1) && isDigit(other.text, last + 1);
	return isLongerBehind || (isDigit(text, start) && isDigit(other.text, first - 1));
}

/** Reads a text without lines, or with lines whose ends cannot be told. */
function readAsIs(
	text: string,
	{ isCustomer, isCut }: { isCustomer: boolean; isCut: boolean },
): Omit<Description, 'isReturned'> {
	const lineEnds = findUncertainLineEnds(text);
	const frames = findBrokenFrames(text, lineEnds.all);
	const whole = removeCharacters(text, () => false);
	const hasLines = frames.haveLines || isCustomer;
	if (!hasLines || lineEnds.all.size === 0) {
		return { readings: [toReading(whole, frames, { isCut })], doubts: [] };
	}
	const doubts = [lineEnds.all, lineEnds.full].map((removed) => {
		const joined = removeCharacters(text, (position) => removed.has(position));
		return toReading(joined, findBrokenFrames(joined.text), { isCut });
	});
	return {
		readings: [toReading(whole, frames, { isCut, uncertainLineEnds: lineEnds.all })],
		doubts,
	};
}

/** Finds frames, also those that are broken by two blanks or at a possible end of a line. */
function findBrokenFrames(text: string, lineEnds?: Set<number>): Frames {
	const isBlank = (position: number) => text[position] === ' ';
	const variants = [findFrames(text)];
	if (text.includes('  ')) {
		variants.push(
			findFramesWithout(text, (at) => isBlank(at) && (isBlank(at - 1) || isBlank(at + 1))),
		);
	}
	if (lineEnds !== undefined && lineEnds.size > 0) {
		variants.push(findFramesWithout(text, (position) => lineEnds.has(position)));
	}
	return {
		ranges: variants.flatMap(({ ranges }) => ranges),
		haveLines: variants.some(({ haveLines }) => haveLines),
	};
}

function findFramesWithout(text: string, isRemoved: (position: number) => boolean): Frames {
	const shortened = removeCharacters(text, isRemoved);
	const { ranges, haveLines } = findFrames(shortened.text);
	const toOriginal = ({ start, end }: { start: number; end: number }) => ({
		start: shortened.positions[start],
		end: shortened.positions[end - 1] + 1,
	});
	return { ranges: ranges.map(toOriginal), haveLines };
}

function toReading(
	{ text, positions }: ShortenedText,
	{ ranges }: Frames,
	{ isCut, uncertainLineEnds = new Set() }: Pick<Reading, 'isCut'> & Partial<Reading>,
): Reading {
	const characters = text.split('');
	for (const { start, end } of ranges) characters.fill(WALL, start, end);
	return { text: characters.join(''), positions, isCut, uncertainLineEnds };
}
