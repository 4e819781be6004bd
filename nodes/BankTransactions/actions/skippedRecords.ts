import type { IExecuteFunctions } from 'n8n-workflow';

import {
	describeMissing,
	listTransactions,
	type ListConsumer,
	type ListRequest,
} from '../../shared/transactions/listTransactions';
import type { TransactionRecord } from '../../shared/transactions/transaction';
import { memoizePerRun } from './memoizePerRun';

/** How a listing describes the records that it skips. */
interface SkippedKind {
	/** Singular and plural of what is skipped, e.g. `transaction`. */
	one: string;
	many: string;
	/** What could not be read, e.g. `ID or amount`. */
	unreadable: string;
	/** What this means for the output. */
	consequence: string;
}

/** The records that the listings of one run of the node skipped, or did not find. */
interface SkippedRecords {
	count: number;
	/** How many the service counts and does not list. Listings may overlap, so the highest counts. */
	missing: number;
	/** Identifies the counted records, so that several listings count each once. */
	counted: Set<string>;
	kind?: SkippedKind;
}

/** Describes transactions without a readable ID or amount. */
const UNREADABLE_TRANSACTIONS = {
	one: 'transaction',
	many: 'transactions',
	unreadable: 'ID or amount',
};

/**
 * Returns the options of a listing that count the records it skips. All listings of one run of the
 * node share one count, because a run has one operation.
 */
export function trackSkippedRecords(context: IExecuteFunctions, kind: SkippedKind) {
	const skipped = getSkippedRecords(context);
	skipped.kind = kind;
	return {
		countedUnreadable: skipped.counted,
		onUnreadable: (count: number) => {
			skipped.count += count;
		},
	};
}

/**
 * Yields all transactions of the query, page by page (see `listTransactions`), and counts what it skips
 * and does not find for the warnings.
 */
export function listWithWarnings(
	context: IExecuteFunctions,
	request: ListRequest & ListConsumer,
	consequence: string,
): AsyncGenerator<TransactionRecord[]> {
	const kind = { ...UNREADABLE_TRANSACTIONS, consequence };
	const skipped = getSkippedRecords(context);
	const onMissing = (count: number) => {
		skipped.missing = Math.max(skipped.missing, count);
	};
	const tracking = trackSkippedRecords(context, kind);
	return listTransactions(context, { ...request, ...tracking, onMissing });
}

/** Adds warnings to the execution if this run of the node skipped records, or did not find all. */
export function warnAboutSkippedRecords(context: IExecuteFunctions): void {
	const { count, missing, kind } = getSkippedRecords(context);
	if (missing > 0) warn(context, `${describeMissing(missing)} The output may lack them.`);
	if (count === 0 || kind === undefined) return;
	const skipped =
		count === 1
			? `1 ${kind.one} was skipped because its`
			: `${count} ${kind.many} were skipped because their`;
	warn(context, `${skipped} ${kind.unreadable} could not be read. ${kind.consequence}`);
}

function warn(context: IExecuteFunctions, text: string): void {
	const message = `${text} Check your account at the service, or contact its support.`;
	context.addExecutionHints({ type: 'warning', location: 'outputPane', message });
}

function getSkippedRecords(context: IExecuteFunctions): SkippedRecords {
	return memoizePerRun(context, 'skipped', () => ({ count: 0, missing: 0, counted: new Set() }));
}
