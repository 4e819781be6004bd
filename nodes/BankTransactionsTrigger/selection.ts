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

/** Returns a function that returns true for selected transactions. */
export function createSelector(selection: Selection): (record: TransactionRecord) => boolean {
	const passesFilter = createMatcher(selection);
	const { requiredCode } = selection;
	const readCode = requiredCode && createPaymentCodeReader(requiredCode);
	return (record) =>
		passesFilter(record) && (readCode === undefined || readCode(getDescription(record)) !== '');
}

/** Converts the selected transactions to items, in the same order, and leaves out all others. */
export type ItemMapper = (records: TransactionRecord[]) => INodeExecutionData[];

/** Creates an item mapper. It leaves out test events of the service unless `showTestEvents` is true. */
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
