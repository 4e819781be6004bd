import type { IDataObject } from 'n8n-workflow';

import type { Payment } from '../../../shared/payments/matchPayments';

/** What was paid for an order, in one row of a table. */
export interface SimplifiedPayment {
	status: Payment['status'];
	paymentCode: string;
	expectedAmount: number | null;
	receivedAmount: number;
	difference: number | null;
	/** Time of the last transfer that counts, or `''`. */
	paidAt: string;
	/** Who sent that transfer, or `''`. */
	payer: string;
	/** The bank's references of the transfers that count, joined with commas. */
	references: string;
	/** True if a transfer may belong to this order and does not count, so that a person must decide. */
	needsReview: boolean;
}

/** How the output of an item looks. */
export interface OutputOptions {
	isSimplified: boolean;
	includesOtherFields: boolean;
}

/** Returns the output for an input item. Of fields with the same name, the result's counts. */
export function toMatchOutput(
	payment: Payment,
	input: IDataObject,
	{ isSimplified, includesOtherFields }: OutputOptions,
): object {
	const result = isSimplified ? simplifyPayment(payment) : payment;
	return includesOtherFields ? { ...result, ...input, ...result } : result;
}

function simplifyPayment(payment: Payment): SimplifiedPayment {
	const { transactions, sharedTransactions, possibleTransactions, ...totals } = payment;
	const last = transactions.at(-1);
	const references = transactions.map(({ reference }) => reference).filter((text) => text !== '');
	return {
		...totals,
		paidAt: last?.time ?? '',
		payer: last?.counterpartName ?? '',
		references: references.join(', '),
		needsReview: sharedTransactions.length + possibleTransactions.length > 0,
	};
}
