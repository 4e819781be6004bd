import type { Order, Payment } from '../../nodes/shared/payments/matchPayments';
import {
	createPaymentCodeReader,
	type PaymentCodeShape,
} from '../../nodes/shared/payments/paymentCode';
import type { Transaction } from '../../nodes/shared/transactions/transaction';
import { matchPayments } from '../support/matchPayments';

/** An incoming transfer of 1,000 with this text. */
export const createTransfer = (
	description: string,
	more: Partial<Transaction> = {},
): Transaction => ({
	id: 1,
	reference: '',
	amount: 1000,
	direction: 'incoming',
	description,
	time: '2026-01-31T10:20:30+07:00',
	balance: null,
	accountNumber: '123456789',
	virtualAccount: '',
	counterpartName: '',
	counterpartAccount: '',
	...more,
});

/** Transfers with these texts, one after the other. */
export const createTransfers = (...descriptions: string[]): Transaction[] =>
	descriptions.map((description, index) => createTransfer(description, { id: index + 1 }));

/** An order of any amount. */
export const createOrder = (paymentCode: string, more: Partial<Order> = {}): Order => ({
	paymentCode,
	tolerance: 0,
	...more,
});

/** Matches the codes against these texts. */
export function matched(
	codes: string[],
	descriptions: string[],
	options: { insideWords?: boolean } = {},
): Payment[] {
	const orders = codes.map((code) => createOrder(code));
	return matchPayments(orders, createTransfers(...descriptions), options);
}

/** Returns true if the code is found in the text when no other code is wanted. */
export function isFound(code: string, description: string, insideWords = false): boolean {
	const [{ status }] = matched([code], [description], { insideWords });
	return status === 'paid';
}

/** By code: positions of the texts that count for it, and of those that are shared. */
export function getPlaces(payments: Payment[]): Record<string, [number[], number[]]> {
	const places = (transactions: Transaction[]) => transactions.map(({ id }) => id - 1);
	return Object.fromEntries(
		payments.map(({ paymentCode, transactions, sharedTransactions }) => [
			paymentCode,
			[places(transactions), places(sharedTransactions)],
		]),
	);
}

/** Reads codes of 3 to 14 digits behind a prefix, unless told otherwise. */
export const createReader = (prefix: string, more: Partial<PaymentCodeShape> = {}) =>
	createPaymentCodeReader({
		...{ prefix, minimumLength: 3, maximumLength: 14, characters: 'digits' },
		...more,
	});
