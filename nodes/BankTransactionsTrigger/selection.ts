import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { createMatcher } from '../shared/transactions/filter';
import { createPaymentCodeReader, type PaymentCodeShape } from '../shared/payments/paymentCode';
import {
	isTestTransaction,
	simplify,
	type TransactionRecord,
} from '../shared/transactions/transaction';
import type { TriggerParameters } from './parameters';

/** Which transactions start the workflow, as plain data that can be stored and compared. */
export interface Selection {
	direction?: 'incoming' | 'outgoing';
	/** Empty: all accounts. */
	accountNumber: string;
	minimumAmount?: number;
	/** Only transactions whose description holds a code of this shape. */
	requiredCode?: PaymentCodeShape;
}

/** Returns a function that tells whether a transaction is selected. */
export function createSelector(selection: Selection): (record: TransactionRecord) => boolean {
	const passesFilter = createMatcher(selection);
	const { requiredCode } = selection;
	const readCode = requiredCode && createPaymentCodeReader(requiredCode);
	return (record) =>
		passesFilter(record) && (readCode === undefined || readCode(getDescription(record)) !== '');
}

/** Turns the selected ones of some transactions into items, in the same order. */
export type ItemMapper = (records: TransactionRecord[]) => INodeExecutionData[];

/** Creates an item mapper. Test events of the service pass only if `showTestEvents` is set. */
export function createItemMapper(
	parameters: TriggerParameters,
	timeZone: string,
	showTestEvents: boolean,
): ItemMapper {
	const isSelected = createSelector(parameters.selection);
	const readCode = parameters.paymentCode && createPaymentCodeReader(parameters.paymentCode);
	const toItem = (record: TransactionRecord): INodeExecutionData => {
		const json = (parameters.simplify ? simplify(record, timeZone) : { ...record }) as IDataObject;
		if (readCode) json.paymentCode = readCode(getDescription(record));
		return { json };
	};
	return (records) =>
		records
			.filter((record) => (isTestTransaction(record) ? showTestEvents : isSelected(record)))
			.map(toItem);
}

function getDescription(record: TransactionRecord): string {
	return String(record.description ?? '');
}
