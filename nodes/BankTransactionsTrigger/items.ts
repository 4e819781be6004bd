import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { createPaymentCodeReader } from '../shared/payments/paymentCode';
import {
	isTestTransaction,
	simplify,
	type TransactionRecord,
} from '../shared/transactions/transaction';
import type { TriggerParameters } from './parameters';
import { createSelector, getDescription } from './selection';

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
		const code = readCode && { paymentCode: readCode(getDescription(record)) };
		if (!parameters.simplify) return { json: { ...record, ...code } as IDataObject };
		const { id, ...transaction } = simplify(record, timeZone);
		return { json: { id, ...code, ...transaction } };
	};
	return (records) =>
		records
			.filter((record) => (isTestTransaction(record) ? showTestEvents : isSelected(record)))
			.map(toItem);
}
