import { createMatcher } from '../shared/transactions/filter';
import { createPaymentCodeReader, type PaymentCodeShape } from '../shared/payments/paymentCode';
import type { TransactionRecord } from '../shared/transactions/transaction';

/** Which transactions start the workflow, as plain data that can be stored and compared. */
export interface Selection {
	direction?: 'incoming' | 'outgoing';
	/** Empty: all accounts. */
	accountNumber: string;
	minimumAmount?: number;
	/** Only transactions whose description holds a code of this shape. */
	requiredCode?: PaymentCodeShape;
}

/** Returns a function that returns true for selected transactions. */
export function createSelector(selection: Selection): (record: TransactionRecord) => boolean {
	const passesFilter = createMatcher(selection);
	const { requiredCode } = selection;
	const readCode = requiredCode && createPaymentCodeReader(requiredCode);
	return (record) =>
		passesFilter(record) && (readCode === undefined || readCode(getDescription(record)) !== '');
}

/** Returns the text of the payer and the bank. */
export function getDescription(record: TransactionRecord): string {
	return String(record.description ?? '');
}
