import {
	PaymentMatcher,
	type Order,
	type Payment,
} from '../../nodes/shared/payments/matchPayments';
import type { Transaction } from '../../nodes/shared/transactions/transaction';

/** Matches all these transfers to the orders, and returns one result for each order. */
export function matchPayments(
	orders: Order[],
	transactions: Transaction[],
	options?: { insideWords?: boolean },
): Payment[] {
	const matcher = new PaymentMatcher(orders, options);
	for (const transaction of transactions) matcher.add(transaction);
	return matcher.getPayments();
}
