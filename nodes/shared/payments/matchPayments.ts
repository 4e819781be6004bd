import type { Transaction } from '../transactions/transaction';
import { splitSpellings, toPattern } from './codePattern';
import { readDescription, type Description } from './description';
import type { Doubt } from './evidence';
import { sum } from './money';
import { getOrders, OrderFinder, type Decision } from './orderFinder';

/** A payment to expect. Without `expectedAmount`, any amount counts as paid. */
export interface Order {
	/** One code, or several spellings of it, separated by commas. */
	paymentCode: string;
	expectedAmount?: number;
	/** How far the received amount may differ from the expected amount. */
	tolerance: number;
	/** A transfer to this virtual account belongs to the order, with or without a code. */
	virtualAccount?: string;
}

/**
 * Why a transfer that may belong to an order does not count: evidence that is too weak, the missing amount
 * without any code, a transfer that the bank sent back, or outgoing money with the code.
 */
export type PossibleReason = Doubt | 'sameAmount' | 'returned' | 'refund';

/** A transfer that may belong to an order. */
export type PossibleTransaction = Transaction & { reason: PossibleReason };

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
	/** Transfers that name several orders, so that a person must decide. */
	sharedTransactions: Transaction[];
	/** Transfers that may belong to this order, but are not counted. */
	possibleTransactions: PossibleTransaction[];
}

/** The orders with one code, and the transfers that belong to them. */
interface PaymentGroup {
	spellings: string[];
	orders: Order[];
	own: Transaction[];
	shared: Transaction[];
	possible: PossibleTransaction[];
}

/** Returns the spellings of a code in a form that is equal for equal codes: `dh-12` and `DH12`. */
export function normalizeSpellings(paymentCode: string): string[] {
	const names = splitSpellings(paymentCode).map((spelling) => {
		const pattern = toPattern(spelling);
		if (pattern !== undefined) return [pattern.key, ...pattern.joints].join(' ');
		throw new Error(`'${spelling}' contains no letter or digit`);
	});
	return [...new Set(names)].sort();
}

/**
 * Matches transfers to orders, as the transfers come. Only certain evidence counts. A transfer that names
 * several orders counts for none of them, whether they are all given or not. Orders with the same code get
 * the same transfers (docs/bank-texts.md#what-counts). Holds only the transfers that belong to an order or
 * may do so. The cost grows with the number of codes plus the length of the text, not with their product.
 */
export class PaymentMatcher {
	private readonly finder: OrderFinder<PaymentGroup>;

	private readonly bySpelling = new Map<string, PaymentGroup>();

	private readonly byVirtualAccount = new Map<string, Set<PaymentGroup>>();

	/** The group of each order, in the same order. */
	private readonly groups: PaymentGroup[];

	/** Incoming transfers that name no order, given or not. */
	private readonly unnamed: Transaction[] = [];

	private count = 0;

	/**
	 * With `insideWords`, letters directly in front of a code do not matter.
	 * @throws Error if a code contains no letter or digit, or two orders share some of their spellings only.
	 */
	constructor(
		private readonly orders: Order[],
		{ insideWords = false }: { insideWords?: boolean } = {},
	) {
		this.finder = new OrderFinder(insideWords);
		this.groups = orders.map((order) => this.addOrder(order));
	}

	/** How many transfers count for an order. */
	get counted(): number {
		return this.count;
	}

	/** Matches a transfer. The transfers may come in any order, each once. */
	add(transaction: Transaction): void {
		const { amount } = transaction;
		const description = readDescription(transaction.description);
		const decision = this.finder.decide(description);
		if (amount < 0) addPossible(transaction, getNamed(decision), 'refund');
		else if (description.isReturned) addPossible(transaction, getOrders(decision), 'returned');
		else if (amount > 0) this.addIncoming(transaction, description, decision);
	}

	/** Returns one result for each order, in the same order, after all transfers were added. */
	getPayments(): Payment[] {
		for (const { own, shared, possible } of new Set(this.groups)) {
			for (const transactions of [own, shared, possible]) transactions.sort(compareTime);
		}
		this.addSameAmounts();
		return this.orders.map((order, index) => toPayment(order, this.groups[index]));
	}

	private addOrder(order: Order): PaymentGroup {
		const group = this.getGroup(order.paymentCode);
		group.orders.push(order);
		const virtualAccount = order.virtualAccount?.trim() ?? '';
		if (virtualAccount !== '') {
			const groups = this.byVirtualAccount.get(virtualAccount) ?? new Set();
			this.byVirtualAccount.set(virtualAccount, groups.add(group));
		}
		return group;
	}

	/** Adds the transfers that name no order and have exactly the amount that one order still needs. */
	private addSameAmounts(): void {
		const byAmount = this.groupByMissingAmount();
		for (const transaction of this.unnamed.sort(compareTime)) {
			const groups = byAmount.get(transaction.amount) ?? new Set();
			if (groups.size === 1) addPossible(transaction, groups, 'sameAmount');
		}
	}

	private getGroup(paymentCode: string): PaymentGroup {
		const spellings = normalizeSpellings(paymentCode);
		if (spellings.length === 0) throw new Error(`'${paymentCode}' contains no letter or digit`);
		const known = spellings.map((spelling) => this.bySpelling.get(spelling));
		const [first] = known;
		if (known.every((group) => group === undefined))
			return this.createGroup(paymentCode, spellings);
		const isSame = known.every((group) => group === first);
		if (first !== undefined && isSame && first.spellings.length === spellings.length) return first;
		throw new Error(`'${paymentCode}' shares a spelling with another order`);
	}

	private createGroup(paymentCode: string, spellings: string[]): PaymentGroup {
		const group = { spellings, orders: [], own: [], shared: [], possible: [] };
		for (const spelling of spellings) this.bySpelling.set(spelling, group);
		this.finder.add(group, splitSpellings(paymentCode));
		return group;
	}

	private addIncoming(
		transaction: Transaction,
		description: Description,
		decision: Decision<PaymentGroup>,
	): void {
		const addressed = this.byVirtualAccount.get(transaction.virtualAccount) ?? [];
		const named = new Set([...getNamed(decision), ...addressed]);
		const [first] = named;
		const namesNone = decision.kind === 'none' || decision.kind === 'possible';
		// The virtual account is that of one order, and the text names one that nobody gave to the node.
		const namesAnother =
			first !== undefined && namesNone && this.finder.holdsSimilarCode(description);
		if (named.size > 1 || decision.kind === 'shared' || namesAnother) {
			for (const group of named) group.shared.push(transaction);
		} else if (first !== undefined) {
			first.own.push(transaction);
			this.count += 1;
		} else if (decision.kind === 'possible') {
			for (const [group, reason] of decision.orders) addPossible(transaction, [group], reason);
		} else if (!this.finder.holdsSimilarCode(description)) {
			this.unnamed.push(transaction);
		}
	}

	private groupByMissingAmount(): Map<number, Set<PaymentGroup>> {
		const byAmount = new Map<number, Set<PaymentGroup>>();
		for (const group of new Set(this.bySpelling.values())) {
			for (const { expectedAmount } of group.orders) {
				if (expectedAmount === undefined) continue;
				const missing = sum([expectedAmount, ...group.own.map(({ amount }) => -amount)]);
				if (missing <= 0) continue;
				byAmount.set(missing, (byAmount.get(missing) ?? new Set()).add(group));
			}
		}
		return byAmount;
	}
}

function addPossible(
	transaction: Transaction,
	groups: Iterable<PaymentGroup>,
	reason: PossibleReason,
): void {
	for (const group of groups) group.possible.push({ ...transaction, reason });
}

/** Returns the orders that a description names, not those that it may mean. */
function getNamed(decision: Decision<PaymentGroup>): Iterable<PaymentGroup> {
	return decision.kind === 'possible' ? [] : getOrders(decision);
}

function compareTime(one: Transaction, other: Transaction): number {
	if (one.time !== other.time) return one.time < other.time ? -1 : 1;
	return one.id - other.id;
}

function toPayment(order: Order, { own, shared, possible }: PaymentGroup): Payment {
	const { paymentCode, expectedAmount, tolerance } = order;
	const receivedAmount = sum(own.map(({ amount }) => amount));
	const difference = expectedAmount === undefined ? null : sum([receivedAmount, -expectedAmount]);
	return {
		status: getStatus(own.length > 0, difference ?? 0, tolerance),
		paymentCode,
		expectedAmount: expectedAmount ?? null,
		receivedAmount,
		difference,
		transactions: own,
		sharedTransactions: shared,
		possibleTransactions: possible,
	};
}

function getStatus(isPaidAtAll: boolean, difference: number, tolerance: number) {
	if (!isPaidAtAll) return 'unpaid';
	if (difference < -tolerance) return 'underpaid';
	return difference > tolerance ? 'overpaid' : 'paid';
}
