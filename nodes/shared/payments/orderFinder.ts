import { isDigit } from './characters';
import { CodeIndex, type IndexedMatch } from './codeIndex';
import { toPattern } from './codePattern';
import { goesOnIn, type Description, type Reading } from './description';
import { judge, readListed, type Doubt, type Evidence } from './evidence';
import { SiblingFinder } from './siblings';

/** What a description says: it pays one order, names several, or may belong to some. */
export type Decision<T> =
	| { kind: 'none' }
	| { kind: 'counts'; order: T }
	| { kind: 'shared'; orders: Set<T> }
	| { kind: 'possible'; orders: Map<T, Doubt> };

/** An order with the spellings of its code. */
interface IndexedOrder<T> {
	order: T;
	keys: string[];
}

type OrderMatch<T> = IndexedMatch<IndexedOrder<T>> & { evidence: Evidence };

/** A part of a text; the end is exclusive. */
interface TextRange {
	start: number;
	end: number;
}

/** A decision that still knows the place of the code. */
type ReadingDecision<T> =
	| Exclude<Decision<T>, { kind: 'counts' }>
	| { kind: 'counts'; order: T; match: OrderMatch<T> };

interface DecidedReading<T> {
	reading: Reading;
	decision: ReadingDecision<T>;
}

/** No code is longer, with everything that banks and payers put between its characters. */
const MAX_CODE_TEXT = 100;

/** The first number of a list. */
const LIST_START = /(?<![0-9])[0-9]+(?=(?: +|\s*(?:[,;&+-]|VA(?![A-Z]))\s*)[0-9])/g;

/** Finds the orders that descriptions belong to, among many, in one pass. */
export class OrderFinder<T> {
	private readonly index = new CodeIndex<IndexedOrder<T>>();

	private readonly siblings: SiblingFinder;

	/** With `insideWords`, letters directly in front of a code do not matter. */
	constructor(private readonly insideWords: boolean) {
		this.siblings = new SiblingFinder(insideWords);
	}

	/** Adds an order with all spellings of its code. Each spelling belongs to one order only. */
	add(order: T, spellings: string[]): void {
		const patterns = spellings.map(toPattern).filter((pattern) => pattern !== undefined);
		const indexed = { order, keys: patterns.map(({ key }) => key) };
		for (const pattern of patterns) {
			this.index.add(pattern, indexed);
			this.siblings.add(pattern);
		}
	}

	/** Decides which orders a description belongs to (docs/bank-texts.md#what-counts). */
	decide({ readings, doubts }: Description): Decision<T> {
		const decisions = readings.map((reading) => ({
			reading,
			decision: this.decideReading(reading),
		}));
		// The only reading is certain, whatever it says.
		const certain = decisions.find((one) =>
			decisions.every((other) => one === other || isConfirmed(one, other)),
		);
		if (certain === undefined) return leaveToPerson(decisions.map(({ decision }) => decision));
		return doubts.reduce(
			(decision: Decision<T>, reading) => confirm(decision, this.decideReading(reading)),
			certain.decision,
		);
	}

	/** Returns true if a description holds a code that is made like that of any order. */
	holdsSimilarCode({ readings }: Description): boolean {
		return readings.some((reading) => this.siblings.hasSibling(reading));
	}

	private decideReading(reading: Reading): ReadingDecision<T> {
		const matches = this.findMatches(reading);
		const listed = this.findListed(reading, matches);
		if (matches.length === 0 && listed.size === 0) return { kind: 'none' };
		const counted = new Map<T, OrderMatch<T>>();
		const doubtful = new Map<T, Doubt>();
		for (const match of matches) {
			const { order } = match.value;
			if (match.evidence === 'counts') counted.set(order, match);
			else if (!doubtful.has(order)) doubtful.set(order, match.evidence);
		}
		const named = new Set([...counted.keys(), ...listed, ...findBrokenBeside(matches)]);
		if (named.size > 1) return { kind: 'shared', orders: named };
		for (const [order, match] of counted) {
			const isShared = this.siblings.hasSibling(reading, { keys: match.value.keys, match });
			return isShared ? { kind: 'shared', orders: named } : { kind: 'counts', order, match };
		}
		for (const order of listed) if (!doubtful.has(order)) doubtful.set(order, 'otherSpelling');
		return doubtful.size > 0 ? { kind: 'possible', orders: doubtful } : { kind: 'none' };
	}

	private findMatches(reading: Reading): Array<OrderMatch<T>> {
		const matches: Array<OrderMatch<T>> = [];
		for (const match of this.index.find(reading.text)) {
			const evidence = judge(match, match.pattern, reading, this.insideWords);
			if (evidence !== undefined) matches.push({ ...match, evidence });
		}
		return matches.length > 1 ? keepOutermost(matches) : matches;
	}

	/** Finds the orders whose numbers stand in a list behind one prefix, and not in a code that counts. */
	private findListed({ text }: Reading, matches: Array<OrderMatch<T>>): Set<T> {
		const counted = matches.filter(({ evidence }) => evidence === 'counts');
		const listed = new Set<T>();
		const numbers = [...text.matchAll(LIST_START)].map(({ index, 0: number }) => ({
			start: index,
			end: index + number.length,
		}));
		const ownNumbers = matches
			.map(({ end, pattern }) => ({ start: end - (pattern.runs.at(-1) ?? '').length, end }))
			.sort((one, other) => one.start - other.start || one.end - other.end);
		// A list may begin with the code of a given order, or of one that is not given.
		for (const starts of [ownNumbers, numbers]) {
			let listEnd = 0;
			for (const { start, end } of starts) {
				if (start < listEnd || !isDigit(text, start)) continue;
				const others = [...readListed(text, end, end - start)];
				listEnd = others.at(-1)?.end ?? end;
				if (others.length === 0 || counted.some((code) => isWithin({ start, end }, code))) continue;
				const before = text.slice(Math.max(0, start - MAX_CODE_TEXT), start);
				const all = [text.slice(start, end), ...others.map(({ number }) => number)];
				for (const number of new Set(all)) {
					for (const order of this.findEndingWith(before + number)) listed.add(order);
				}
			}
		}
		return listed;
	}

	/** Finds the orders whose code ends a text. */
	private findEndingWith(text: string): T[] {
		const reading = { text, positions: [], isCut: false, uncertainLineEnds: new Set<number>() };
		return this.findMatches(reading)
			.filter(({ end, evidence }) => end === text.length && evidence === 'counts')
			.map(({ value }) => value.order);
	}
}

/** Returns the orders that a description names or may mean. */
export function getOrders<T>(decision: Decision<T>): Iterable<T> {
	if (decision.kind === 'none') return [];
	if (decision.kind === 'counts') return [decision.order];
	return decision.orders.keys();
}

/** Returns what remains if the readings of a text contradict each other. */
function leaveToPerson<T>(decisions: Array<Decision<T>>): Decision<T> {
	const shared = decisions.find(({ kind }) => kind === 'shared');
	if (shared !== undefined) return shared;
	const orders = new Map<T, Doubt>();
	for (const order of new Set(decisions.flatMap((decision) => [...getOrders(decision)]))) {
		const doubts = new Set(decisions.map((decision) => getDoubt(decision, order)));
		doubts.delete(undefined);
		const [doubt] = doubts;
		orders.set(order, doubts.size === 1 && doubt !== undefined ? doubt : 'brokenCode');
	}
	return orders.size === 0 ? { kind: 'none' } : { kind: 'possible', orders };
}

function getDoubt<T>(decision: Decision<T>, order: T): Doubt | undefined {
	return decision.kind === 'possible' ? decision.orders.get(order) : undefined;
}

/** Confirms a decision for one order, unless another way to read the text says something else. */
function confirm<T>(decision: Decision<T>, other: Decision<T>): Decision<T> {
	if (decision.kind !== 'counts') return decision;
	const { order } = decision;
	const isListed = getDoubt(other, order) === 'otherSpelling';
	const isAnother = other.kind === 'counts' && other.order !== order;
	const isQuestioned = other.kind === 'shared' || isAnother || isListed;
	return isQuestioned ? leaveToPerson([other, decision]) : decision;
}

/** Returns the orders whose code the bank broke, if another code counts elsewhere in the text. */
function findBrokenBeside<T>(matches: Array<OrderMatch<T>>): T[] {
	const counted = matches.filter(({ evidence }) => evidence === 'counts');
	if (counted.length === 0) return [];
	return matches
		.filter(({ evidence }) => evidence === 'brokenCode')
		.filter(({ start, end }) => counted.every((other) => other.end <= start || end <= other.start))
		.map(({ value }) => value.order);
}

/**
 * Returns true if a decision for one order is not questioned by another reading of the line breaks: that
 * one names no other order, and no number of the code goes on there.
 */
function isConfirmed<T>(one: DecidedReading<T>, other: DecidedReading<T>): boolean {
	const { decision, reading } = one;
	if (decision.kind !== 'counts' || other.decision.kind === 'shared') return false;
	if ([...getOrders(other.decision)].some((order) => order !== decision.order)) return false;
	return other.decision.kind === 'counts' || !goesOnIn(decision.match, reading, other.reading);
}

/** Returns true if a code goes on behind its part. */
function isWithin(part: TextRange, code: TextRange): boolean {
	return code.start <= part.start && part.end < code.end;
}

/**
 * Of a code within a longer one, the longer one counts. If that is doubtful, so is the shorter one. Takes
 * time in proportion to the number of matches.
 */
function keepOutermost<T>(matches: Array<OrderMatch<T>>): Array<OrderMatch<T>> {
	const sorted = [...matches].sort((one, other) => one.start - other.start || other.end - one.end);
	// The largest end of the codes that begin before, or at the same place and are longer.
	const outerEnds = { counts: -1, doubt: -1 };
	let sameExtent: Array<OrderMatch<T>> = [];
	const kept: Array<OrderMatch<T>> = [];
	for (const match of sorted) {
		const [first] = sameExtent;
		if (first !== undefined && (first.start !== match.start || first.end !== match.end)) {
			for (const { end, evidence } of sameExtent) {
				const kind = evidence === 'counts' ? 'counts' : 'doubt';
				outerEnds[kind] = Math.max(outerEnds[kind], end);
			}
			sameExtent = [];
		}
		sameExtent.push(match);
		if (outerEnds.counts >= match.end) continue;
		const isDoubtful = match.evidence === 'counts' && outerEnds.doubt >= match.end;
		kept.push(isDoubtful ? { ...match, evidence: 'brokenCode' } : match);
	}
	return kept;
}
