import { sum } from './money';
import { findCandidates, isCode, toPattern, type Candidate, type CodePattern } from './paymentCode';
import type { Transaction } from '../transactions/transaction';

/** What was to be paid: `expectedAmount` undefined where any amount will do. */
export interface Order {
	paymentCode: string;
	expectedAmount?: number;
	/** How far the sum may be from the amount on either side. */
	tolerance: number;
}

/** What was paid for an order (docs/operations.md#match-payments). */
export interface Payment {
	status: 'paid' | 'underpaid' | 'overpaid' | 'unpaid';
	paymentCode: string;
	expectedAmount: number | null;
	receivedAmount: number;
	/** Received less expected; null without an expected amount. */
	difference: number | null;
	/** The transfers that count for this order, oldest first. */
	transactions: Transaction[];
	/** Those that hold codes of other orders as well, so that a person must decide. */
	sharedTransactions: Transaction[];
}

/** All orders with one code, and what was found for it. */
interface PaymentGroup {
	pattern: CodePattern;
	own: Transaction[];
	shared: Transaction[];
}

/**
 * Finds the incoming transfers that pay for these orders, one result for each, in the same order.
 * A transfer counts for the longest code at its place; where codes of several orders are left, it
 * counts for none and is listed as shared by each. Orders with the same code are one and get the
 * same transfers. The cost grows with the codes plus the text, not with their product.
 * @throws Error where a code holds no letter and no digit: see `patternOf`.
 */
export function matchPayments(
	orders: Order[],
	transactions: Transaction[],
	{ insideWords = false }: { insideWords?: boolean } = {},
): Payment[] {
	const patterns = orders.map(({ paymentCode }) => toRequiredPattern(paymentCode));
	const paymentIndex = new PaymentIndex(patterns, insideWords);
	for (const transaction of [...transactions].sort(compareTime)) {
		if (transaction.amount > 0) paymentIndex.add(transaction);
	}
	return orders.map((order, index) => toPayment(order, paymentIndex.getGroup(patterns[index])));
}

function toRequiredPattern(paymentCode: string): CodePattern {
	const pattern = toPattern(paymentCode);
	if (pattern === undefined) throw new Error(`'${paymentCode}' holds no letter and no digit`);
	return pattern;
}

/** The accounts of all codes, and where in them a transfer belongs. */
class PaymentIndex {
	/** By the runs of a code. */
	private readonly groups = new Map<string, PaymentGroup>();

	/** By the key of a code: codes may differ in their joints alone. */
	private readonly byKey = new Map<string, PaymentGroup[]>();

	private readonly bounds;

	constructor(patterns: CodePattern[], insideWords: boolean) {
		let maxRuns = 0;
		let maxCharacters = 0;
		for (const pattern of patterns) {
			maxRuns = Math.max(maxRuns, pattern.runs);
			maxCharacters = Math.max(maxCharacters, pattern.key.length);
			this.addGroup(pattern);
		}
		this.bounds = { maxRuns, maxCharacters, insideWords };
	}

	getGroup(pattern: CodePattern): PaymentGroup {
		return this.groups.get(toGroupKey(pattern)) as PaymentGroup;
	}

	add(transaction: Transaction): void {
		const groups = this.findGroups(transaction.description);
		if (groups.size === 1) for (const group of groups) group.own.push(transaction);
		else for (const group of groups) group.shared.push(transaction);
	}

	private addGroup(pattern: CodePattern): void {
		const name = toGroupKey(pattern);
		if (this.groups.has(name)) return;
		const group = { pattern, own: [], shared: [] };
		this.groups.set(name, group);
		this.byKey.set(pattern.key, [...(this.byKey.get(pattern.key) ?? []), group]);
	}

	private findGroups(description: string): Set<PaymentGroup> {
		const found: Array<{ candidate: Candidate; group: PaymentGroup }> = [];
		for (const candidate of findCandidates(description, this.bounds)) {
			for (const group of this.byKey.get(candidate.key) ?? []) {
				if (isCode(candidate, group.pattern)) found.push({ candidate, group });
			}
		}
		const longest = found.filter(
			({ candidate }) => !found.some((other) => contains(other.candidate, candidate)),
		);
		return new Set(longest.map(({ group }) => group));
	}
}

/** Tells codes apart: `DH-12` and `dh12` are one, `DH-2024-001` and `DH2024001` are two. */
function toGroupKey({ key, joints }: CodePattern): string {
	return [key, ...joints].join(' ');
}

function contains(outer: Candidate, inner: Candidate): boolean {
	const isWithin = outer.start <= inner.start && inner.end <= outer.end;
	return isWithin && inner.end - inner.start < outer.end - outer.start;
}

function compareTime(one: Transaction, other: Transaction): number {
	if (one.time !== other.time) return one.time < other.time ? -1 : 1;
	return one.id - other.id;
}

function toPayment(order: Order, { own, shared }: PaymentGroup): Payment {
	const { paymentCode, expectedAmount, tolerance } = order;
	const receivedAmount = sum(own.map(({ amount }) => amount));
	const difference = expectedAmount === undefined ? null : sum([receivedAmount, -expectedAmount]);
	return {
		status: getStatus(own.length > 0 || expectedAmount === 0, difference ?? 0, tolerance),
		paymentCode,
		expectedAmount: expectedAmount ?? null,
		receivedAmount,
		difference,
		transactions: own,
		sharedTransactions: shared,
	};
}

function getStatus(isPaidAtAll: boolean, difference: number, tolerance: number) {
	if (!isPaidAtAll) return 'unpaid';
	if (difference < -tolerance) return 'underpaid';
	return difference > tolerance ? 'overpaid' : 'paid';
}
