import { sum } from './money';
import { candidatesIn, isCode, patternOf, type Candidate, type CodePattern } from './paymentCode';
import type { Transaction } from './transaction';

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
interface Account {
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
	const accounts = orders.map(({ paymentCode }) => patternFor(paymentCode));
	const ledger = new Ledger(accounts, insideWords);
	for (const transaction of [...transactions].sort(byTime)) {
		if (transaction.amount > 0) ledger.enter(transaction);
	}
	return orders.map((order, index) => paymentOf(order, ledger.accountOf(accounts[index])));
}

function patternFor(paymentCode: string): CodePattern {
	const pattern = patternOf(paymentCode);
	if (pattern === undefined) throw new Error(`'${paymentCode}' holds no letter and no digit`);
	return pattern;
}

/** The accounts of all codes, and where in them a transfer belongs. */
class Ledger {
	/** By the runs of a code. */
	private readonly accounts = new Map<string, Account>();

	/** By the key of a code: codes may differ in their joints alone. */
	private readonly byKey = new Map<string, Account[]>();

	private readonly bounds;

	constructor(patterns: CodePattern[], insideWords: boolean) {
		let mostRuns = 0;
		let mostCharacters = 0;
		for (const pattern of patterns) {
			mostRuns = Math.max(mostRuns, pattern.runs);
			mostCharacters = Math.max(mostCharacters, pattern.key.length);
			this.open(pattern);
		}
		this.bounds = { mostRuns, mostCharacters, insideWords };
	}

	accountOf(pattern: CodePattern): Account {
		return this.accounts.get(nameOf(pattern)) as Account;
	}

	enter(transaction: Transaction): void {
		const accounts = this.accountsIn(transaction.description);
		if (accounts.size === 1) for (const account of accounts) account.own.push(transaction);
		else for (const account of accounts) account.shared.push(transaction);
	}

	private open(pattern: CodePattern): void {
		const name = nameOf(pattern);
		if (this.accounts.has(name)) return;
		const account = { pattern, own: [], shared: [] };
		this.accounts.set(name, account);
		this.byKey.set(pattern.key, [...(this.byKey.get(pattern.key) ?? []), account]);
	}

	private accountsIn(description: string): Set<Account> {
		const found: Array<{ candidate: Candidate; account: Account }> = [];
		for (const candidate of candidatesIn(description, this.bounds)) {
			for (const account of this.byKey.get(candidate.key) ?? []) {
				if (isCode(candidate, account.pattern)) found.push({ candidate, account });
			}
		}
		const longest = found.filter(
			({ candidate }) => !found.some((other) => holds(other.candidate, candidate)),
		);
		return new Set(longest.map(({ account }) => account));
	}
}

/** Tells codes apart: `DH-12` and `dh12` are one, `DH-2024-001` and `DH2024001` are two. */
function nameOf({ key, joints }: CodePattern): string {
	return [key, ...joints].join(' ');
}

function holds(outer: Candidate, inner: Candidate): boolean {
	const isWithin = outer.start <= inner.start && inner.end <= outer.end;
	return isWithin && inner.end - inner.start < outer.end - outer.start;
}

function byTime(one: Transaction, other: Transaction): number {
	if (one.time !== other.time) return one.time < other.time ? -1 : 1;
	return one.id - other.id;
}

function paymentOf(order: Order, { own, shared }: Account): Payment {
	const { paymentCode, expectedAmount, tolerance } = order;
	const receivedAmount = sum(own.map(({ amount }) => amount));
	const difference = expectedAmount === undefined ? null : sum([receivedAmount, -expectedAmount]);
	return {
		status: statusOf(own.length > 0 || expectedAmount === 0, difference ?? 0, tolerance),
		paymentCode,
		expectedAmount: expectedAmount ?? null,
		receivedAmount,
		difference,
		transactions: own,
		sharedTransactions: shared,
	};
}

function statusOf(isPaidAtAll: boolean, difference: number, tolerance: number) {
	if (!isPaidAtAll) return 'unpaid';
	if (difference < -tolerance) return 'underpaid';
	return difference > tolerance ? 'overpaid' : 'paid';
}
