import { normalizeText } from '../transactions/filter';

/**
 * Banks upper-case a description, strip accents, `#`, `-`, `_` and blanks, and wrap it in words of
 * their own. So a text and a code are read as runs of letters and runs of digits. Between two runs
 * of a code the text may hold separators or none; a run of the text is never cut at either end.
 */
const RUN = /[A-Z]+|[0-9]+/g;

/** What may stand between two runs of a code. */
const SEPARATORS = /^[#\-_./\s]*$/;

const DIGIT = /[0-9]/;

/** A part of a text that may be a code: some of its runs, one after the other. */
export interface Candidate {
	/** The runs, joined. */
	key: string;
	/** After how many characters of the key separators stand; ascending. */
	gaps: number[];
	/** Where it begins and ends in the folded text; the end is the first place after it. */
	start: number;
	end: number;
	/** True where a letter or digit stands right before it, or right after it. */
	isJoinedBefore: boolean;
	isJoinedAfter: boolean;
}

/** How long the codes are that are looked for. */
export interface CandidateBounds {
	maxRuns: number;
	maxCharacters: number;
	/** True where letters at the front of a candidate may be the end of a longer word. */
	insideWords?: boolean;
}

interface Run {
	text: string;
	start: number;
	end: number;
}

/** Everything in the text that may be a code within these bounds, by place, shorter ones first. */
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
		if (key !== '' && run.start > end) {
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

/** A code as it is looked for. */
export interface CodePattern {
	/** Its runs, joined. */
	key: string;
	runs: number;
	/** After how many characters of the key the text may hold separators: between the runs. */
	joints: Set<number>;
}

/** Reads a code into what is looked for, or undefined where it holds no letter and no digit. */
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

/** True where the candidate is this code: the same runs, and separators between runs alone. */
export function isCode(candidate: Candidate, { key, joints }: CodePattern): boolean {
	return candidate.key === key && candidate.gaps.every((gap) => joints.has(gap));
}

/** What a payment code looks like: a fixed prefix, then digits or letters and digits. */
export interface PaymentCodeShape {
	prefix: string;
	/** Length of what follows the prefix, separators not counted. */
	minimumLength: number;
	maximumLength: number;
	characters: 'digits' | 'alphanumeric';
}

/** Makes a reader that finds the first code of this shape in a description, or gives `''`. */
export function createPaymentCodeReader(shape: PaymentCodeShape): (description: string) => string {
	const prefix = shape.prefix.trim();
	const front = toPattern(prefix) ?? { key: '', runs: 0, joints: new Set<number>() };
	const { length } = front.key;
	const isNumber = shape.characters === 'digits';
	const bounds = {
		maxRuns: front.runs + (isNumber ? 1 : shape.maximumLength),
		maxCharacters: length + shape.maximumLength,
	};

	const matchesShape = ({ key, gaps, isJoinedBefore, isJoinedAfter }: Candidate) => {
		const body = key.slice(length);
		if (!key.startsWith(front.key) || body.length < shape.minimumLength) return false;
		if (!gaps.every((gap) => gap === length || front.joints.has(gap))) return false;
		if (length === 0 && isJoinedBefore) return false;
		// Two runs of digits without a separator would be one number.
		const isOneNumber = DIGIT.test(key.charAt(length - 1)) && DIGIT.test(body.charAt(0));
		if (isOneNumber && !gaps.includes(length)) return false;
		return isNumber ? /^[0-9]+$/.test(body) : DIGIT.test(body) && !isJoinedAfter;
	};

	return (description) => {
		for (const candidate of findCandidates(description, bounds)) {
			if (matchesShape(candidate)) return prefix + candidate.key.slice(length);
		}
		return '';
	};
}
