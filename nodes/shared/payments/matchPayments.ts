import { sum } from './money';
import { findCandidates, isCode, toPattern, type Candidate, type CodePattern } from './paymentCode';
import type { Transaction } from '../transactions/transaction';

/** A payment to expect. Without `expectedAmount`, any amount counts as paid. */
export interface Order {
	paymentCode: string;
	expectedAmount?: number;
	/** How far the received amount may differ from the expected amount. */
	tolerance: number;
}

/** What was paid for an order (docs/operations.md#match-payments). */
export interface Payment {
	status: 'paid' | 'underpaid' | 'overpaid' | 'unpaid';
	paymentCode: string;
	expectedAmount: number | null;
	receivedAmount: number;
	/** Received amount minus expected amount; null without an expected amount. */
	difference: number | null;
	/** Transfers for this order, oldest first. */
	transactions: Transaction[];
	/** Transfers that contain the codes of several orders, so that a person must decide. */
	sharedTransactions: Transaction[];
}

/** The orders that share a code, and the transfers with that code. */
interface PaymentGroup {
	pattern: CodePattern;
	own: Transaction[];
	shared: Transaction[];
}

/**
 * Matches incoming transfers to orders. Returns one result for each order, in the same order. Of
 * overlapping codes in a description the longest counts. A transfer with the codes of several orders
 * counts for none of them and is listed as shared. Orders with the same code get the same transfers.
 * The cost grows with the number of codes plus the length of the text, not with their product.
 * @throws Error if a code contains no letter or digit.
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
	if (pattern === undefined) throw new Error(`'${paymentCode}' contains no letter or digit`);
	return pattern;
}

/** Finds the groups of orders that a transfer belongs to. */
class PaymentIndex {
	/** By the key and the joints of a code. */
	private readonly groups = new Map<string, PaymentGroup>();

	/** By the key of a code. Codes with different joints may share a key. */
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

/** `DH-12` and `dh12` are the same code, `DH-2024-001` and `DH2024001` are different codes. */
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
