import { normalizeText } from '../transactions/filter';

/** The characters that the payer may write between two runs of a code. */
export const SEPARATORS = '#\\-_./ ';

const RUN = /[A-Z]+|[0-9]+/g;

/** Letters and digits that no bank transmits: what remains of them in a description is not known. */
const NOT_TRANSMITTED = /[^\P{L}A-Z]|[^\P{N}0-9]/u;

/**
 * A code in the form that is compared. Banks change case, accents and separators, so only runs of letters
 * and runs of digits count, and separators between two runs are optional.
 */
export interface CodePattern {
	/** The runs, joined. */
	key: string;
	/** Runs of letters and runs of digits as the code was written, such as `DH`, `2024` and `001`. */
	runs: string[];
	/** Positions in the key at which a description may have separators: between the runs. */
	joints: Set<number>;
	kind: 'letters' | 'digits' | 'lettersThenDigits' | 'mixed';
}

/** Converts a code to a pattern. Returns undefined if it contains no letter or digit. */
export function toPattern(code: string): CodePattern | undefined {
	const runs = normalizeText(code).match(RUN);
	if (runs === null) return undefined;
	const joints = new Set<number>();
	let key = '';
	for (const run of runs) {
		if (key !== '') joints.add(key.length);
		key += run;
	}
	return { key, runs: [...runs], joints, kind: getKind(key) };
}

function getKind(key: string): CodePattern['kind'] {
	if (/^[A-Z]+$/.test(key)) return 'letters';
	if (/^[0-9]+$/.test(key)) return 'digits';
	return /^[A-Z]+[0-9]+$/.test(key) ? 'lettersThenDigits' : 'mixed';
}

/** Returns the key without leading zeros in its numbers: `HD00042` and `HD42` are spellings of one code. */
export function dropLeadingZeros(key: string): string {
	return key.replace(/(?<![0-9])0+(?=[0-9])/g, '');
}

/** Numbers of at least so many digits may differ in length within one series: `DH999`, `DH1000`. */
const MIN_GROWING_DIGITS = 4;

/** Returns true if numbers with so many digits may belong to one series of codes. */
export function isSimilarLength(length: number, other: number): boolean {
	const isGrowing = Math.max(length, other) >= MIN_GROWING_DIGITS;
	return Math.abs(length - other) <= (isGrowing ? 1 : 0);
}

/** Splits the spellings of one order: `HD 36, hoa don so 36`. */
export function splitSpellings(paymentCode: string): string[] {
	return paymentCode
		.split(',')
		.map((spelling) => spelling.trim())
		.filter((spelling) => spelling !== '');
}

/** Returns the first letter or digit that no bank transmits, if the code contains one. */
export function findUntransmitted(code: string): string | undefined {
	return NOT_TRANSMITTED.exec(normalizeText(code))?.[0];
}
