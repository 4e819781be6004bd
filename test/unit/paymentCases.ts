import { matchPayments, type Order, type Payment } from '../../nodes/service/payments';
import type { Transaction } from '../../nodes/service/transaction';

/** An incoming transfer of 1,000 with this text. */
export const transferOf = (description: string, more: Partial<Transaction> = {}): Transaction => ({
	id: 1,
	reference: '',
	amount: 1000,
	direction: 'incoming',
	description,
	time: '2026-01-31T10:20:30+07:00',
	balance: null,
	accountNumber: '123456789',
	counterpartName: '',
	counterpartAccount: '',
	...more,
});

/** Transfers with these texts, one after the other. */
export const transfersOf = (...descriptions: string[]): Transaction[] =>
	descriptions.map((description, index) => transferOf(description, { id: index + 1 }));

/** An order of any amount. */
export const orderOf = (paymentCode: string, more: Partial<Order> = {}): Order => ({
	paymentCode,
	tolerance: 0,
	...more,
});

/** What the codes get of these texts. */
export function matched(
	codes: string[],
	descriptions: string[],
	options: { insideWords?: boolean } = {},
): Payment[] {
	const orders = codes.map((code) => orderOf(code));
	return matchPayments(orders, transfersOf(...descriptions), options);
}

/** True where the code is found in the text, with no other code about. */
export function isFound(code: string, description: string, insideWords = false): boolean {
	const [{ status }] = matched([code], [description], { insideWords });
	return status === 'paid';
}

/** By code: positions of the texts that count for it, and of those that are shared. */
export function placesOf(payments: Payment[]): Record<string, [number[], number[]]> {
	const places = (transactions: Transaction[]) => transactions.map(({ id }) => id - 1);
	return Object.fromEntries(
		payments.map(({ paymentCode, transactions, sharedTransactions }) => [
			paymentCode,
			[places(transactions), places(sharedTransactions)],
		]),
	);
}
