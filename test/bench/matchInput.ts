import type { Order } from '../../nodes/shared/payments/matchPayments';
import type { Transaction } from '../../nodes/shared/transactions/transaction';
import type { OpenOrder } from './textOrders';

/** The order, as Match Payments takes it. */
export const toOrder = ({ code, amount }: OpenOrder): Order => ({
	paymentCode: code,
	expectedAmount: amount,
	tolerance: 0,
});

/** The transfer, as Match Payments takes it, with its place in the list as its ID. */
export const toTransaction = (
	{ description, amount }: { description: string; amount: number },
	id: number,
): Transaction => ({
	id,
	reference: '',
	amount,
	direction: 'incoming',
	description,
	time: '2026-09-25T10:34:57+07:00',
	balance: null,
	accountNumber: '123456789',
	virtualAccount: '',
	counterpartName: '',
	counterpartAccount: '',
});
