import { normalizeText } from '../transactions/filter';

/**
 * Banks convert a description to upper case, remove accents, separators and spaces, and add text of
 * their own. So descriptions and codes are compared as runs of letters and runs of digits. Separators
 * between two runs are optional. A match never starts or ends within a run of digits.
 */
const RUN = /[A-Z]+|[0-9]+/g;

/** The characters allowed between two runs of a code. */
const SEPARATORS = /^[#\-_./\s]*$/;

const DIGIT = /[0-9]/;

/** A sequence of runs in a text that may be a code. */
export interface Candidate {
	/** The runs, joined. */
	key: string;
	/** Positions in the key at which the text has separators, in ascending order. */
	gaps: number[];
	/** Position in the normalized text; the end is exclusive. */
	start: number;
	end: number;
	/** True if a letter or digit comes directly before or after it. */
	isJoinedBefore: boolean;
	isJoinedAfter: boolean;
}

/** Limits of the codes to find. */
export interface CandidateBounds {
	maxRuns: number;
	maxCharacters: number;
	/** True if a candidate may start within a run of letters. */
	insideWords?: boolean;
}

interface Run {
	text: string;
	start: number;
	end: number;
}

/** Yields all candidates in the text by position, shorter ones first. */
export function* findCandidates(text: string, bounds: CandidateBounds): Generator<Candidate> {
	const normalized = normalizeText(text);
	const runs = splitIntoRuns(normalized);
	for (let first = 0; first < runs.length; first++) {
		const { text: word, start, end } = runs[first];
		const maxCut = bounds.insideWords && !DIGIT.test(word) ? word.length - 1 : 0;
		const minCut = Math.max(0, word.length - bounds.maxCharacters);
		for (let cut = minCut; cut <= maxCut; cut++) {
			const front = { text: word.slice(cut), start: start + cut, end };
			yield* findCandidatesFrom(
				normalized,
				[front, ...runs.slice(first + 1, first + bounds.maxRuns)],
				{
					...bounds,
					isJoinedBefore: cut > 0 || runs[first - 1]?.end === start,
				},
			);
		}
	}
}

function* findCandidatesFrom(
	normalized: string,
	runs: Run[],
	bounds: CandidateBounds & { isJoinedBefore: boolean },
): Generator<Candidate> {
	const { isJoinedBefore, maxCharacters } = bounds;
	const [{ start }] = runs;
	const gaps: number[] = [];
	let key = '';
	let end = start;
	for (const run of runs) {
		if (key.length + run.text.length > maxCharacters) return;
		if (run.start > end) {
			if (!SEPARATORS.test(normalized.slice(end, run.start))) return;
			gaps.push(key.length);
		}
		key += run.text;
		end = run.end;
		const isJoinedAfter = /[A-Z0-9]/.test(normalized.charAt(end));
		yield { key, gaps: [...gaps], start, end, isJoinedBefore, isJoinedAfter };
	}
}

function splitIntoRuns(normalized: string): Run[] {
	return [...normalized.matchAll(RUN)].map((match) => ({
		text: match[0],
		start: match.index,
		end: match.index + match[0].length,
	}));
}

/** A code in the form that is compared. */
export interface CodePattern {
	/** The runs, joined. */
	key: string;
	runs: number;
	/** Positions in the key at which the text may have separators: between the runs. */
	joints: Set<number>;
}

/** Converts a code to a pattern. Returns undefined if it contains no letter or digit. */
export function toPattern(code: string): CodePattern | undefined {
	const runs = splitIntoRuns(normalizeText(code));
	if (runs.length === 0) return undefined;
	const joints = new Set<number>();
	let key = '';
	for (const { text } of runs) {
		if (key !== '') joints.add(key.length);
		key += text;
	}
	return { key, runs: runs.length, joints };
}

/** Returns true if the candidate has the same runs, and separators only between runs. */
export function isCode(candidate: Candidate, { key, joints }: CodePattern): boolean {
	return candidate.key === key && candidate.gaps.every((gap) => joints.has(gap));
}

/** The format of payment codes: a prefix, then digits or letters and digits. */
export interface PaymentCodeShape {
	/** One prefix, or several, separated by commas. Empty: the code is what follows. */
	prefix: string;
	/** Number of characters after the prefix, without separators. */
	minimumLength: number;
	maximumLength: number;
	characters: 'digits' | 'alphanumeric';
}

/**
 * Returns a function that finds the code of this shape in a description, or `''`. Of several possible
 * codes the longest counts, of equally long ones the first. None begins inside another: the end of
 * `DH1DH` and the bank's next word are no code.
 */
export function createPaymentCodeReader(shape: PaymentCodeShape): (description: string) => string {
	const prefixes = splitPrefixes(shape.prefix);
	const readers = prefixes.map((prefix) => createCandidateReader(prefix, shape));
	const bounds = {
		maxRuns: Math.max(...readers.map(({ maxRuns }) => maxRuns)),
		maxCharacters: Math.max(...readers.map(({ maxCharacters }) => maxCharacters)),
	};

	return (description) => {
		let longest = { code: '', start: 0, end: 0, length: 0 };
		for (const candidate of findCandidates(description, bounds)) {
			const { start, end, key } = candidate;
			const isInside = start > longest.start && start < longest.end;
			if (isInside || key.length <= longest.length) continue;
			const code = readers.map(({ read }) => read(candidate)).find((found) => found !== undefined);
			if (code !== undefined) longest = { code, start, end, length: key.length };
		}
		return longest.code;
	};
}

/** Returns the prefixes, the longest first, because it describes a code best. */
function splitPrefixes(text: string): string[] {
	const prefixes = text
		.split(',')
		.map((prefix) => prefix.trim())
		.filter((prefix) => prefix !== '');
	const getLength = (prefix: string) => toPattern(prefix)?.key.length ?? 0;
	return prefixes.length === 0
		? ['']
		: prefixes.sort((one, other) => getLength(other) - getLength(one));
}

/** Reads the codes with one prefix. */
interface CandidateReader extends CandidateBounds {
	/** Returns the code, which begins with the prefix as it was entered, or undefined. */
	read: (candidate: Candidate) => string | undefined;
}

function createCandidateReader(prefix: string, shape: PaymentCodeShape): CandidateReader {
	const { minimumLength, maximumLength, characters } = shape;
	const front = toPattern(prefix) ?? { key: '', runs: 0, joints: new Set<number>() };
	const { length } = front.key;
	const isNumber = characters === 'digits';

	const hasShape = ({ key, gaps, isJoinedBefore, isJoinedAfter }: Candidate) => {
		const body = key.slice(length);
		if (!key.startsWith(front.key)) return false;
		if (body.length < minimumLength || body.length > maximumLength) return false;
		if (!gaps.every((gap) => gap === length || front.joints.has(gap))) return false;
		if (length === 0 && isJoinedBefore) return false;
		// Without a separator, prefix and body would be one number.
		const isOneNumber = DIGIT.test(key.charAt(length - 1)) && DIGIT.test(body.charAt(0));
		if (isOneNumber && !gaps.includes(length)) return false;
		return isNumber ? /^[0-9]+$/.test(body) : DIGIT.test(body) && !isJoinedAfter;
	};

	return {
		maxRuns: front.runs + (isNumber ? 1 : maximumLength),
		maxCharacters: length + maximumLength,
		read: (candidate) => (hasShape(candidate) ? prefix + candidate.key.slice(length) : undefined),
	};
}
