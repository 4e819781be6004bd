import type { IExecuteFunctions } from 'n8n-workflow';

import {
	listTransactions,
	type ListConsumer,
	type ListRequest,
} from '../../shared/transactions/listTransactions';
import type { TransactionRecord } from '../../shared/transactions/transaction';
import { memoizePerRun } from './memoizePerRun';

/** The records that the listings of one run of the node skipped. */
interface SkippedRecords {
	count: number;
	/** Identifies the counted records, so that several listings count each once. */
	counted: Set<string>;
	/** What this means for the output, as shown to the user. */
	consequence: string;
}

/**
 * Yields all transactions of the query, page by page (see `listTransactions`), and counts the skipped
 * records for the warning. All listings of one run of the node share one count.
 */
export function listAndCountSkipped(
	context: IExecuteFunctions,
	request: ListRequest & ListConsumer,
	consequence: string,
): AsyncGenerator<TransactionRecord[]> {
	const skipped = getSkippedRecords(context);
	skipped.consequence = consequence;
	return listTransactions(context, {
		...request,
		countedUnreadable: skipped.counted,
		onUnreadable: (count) => {
			skipped.count += count;
		},
	});
}

/** Adds a warning to the execution if this run of the node skipped records. */
export function warnAboutSkippedRecords(context: IExecuteFunctions): void {
	const { count, consequence } = getSkippedRecords(context);
	if (count === 0) return;
	const skipped =
		count === 1
			? '1 transaction was skipped because its'
			: `${count} transactions were skipped because their`;
	context.addExecutionHints({
		type: 'warning',
		location: 'outputPane',
		message: `${skipped} ID or amount could not be read. ${consequence} Check your account at the service, or contact its support.`,
	});
}

function getSkippedRecords(context: IExecuteFunctions): SkippedRecords {
	return memoizePerRun(context, 'skipped', () => ({
		count: 0,
		counted: new Set(),
		consequence: '',
	}));
}
