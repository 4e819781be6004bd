import { toOperationError } from '../../shared/http/errors';
import type { ServiceSettings } from '../../shared/http/settings';
import { listTransactions } from '../../shared/transactions/listTransactions';
import type { TransactionRecord } from '../../shared/transactions/transaction';
import type { LifecycleContext } from '../contexts';
import { logWarning } from '../log';

/** Only tests change it. */
export const windowLimits = {
	/** n8n's store could not hold what is settled of more. */
	maxListed: 50_000,
};

/** All transactions that the service lists from a day on. */
export interface Listing {
	/** `YYYY-MM-DD` in the service's zone. */
	fromDate: string;
	records: TransactionRecord[];
	/** What identifies the records that could not be read. */
	unreadable: Set<string>;
	/** How many transactions the service counts and does not list. */
	missing: number;
}

/**
 * Lists all transactions from a day on.
 * @throws NodeApiError if a page cannot be read, or the list stays incomplete.
 * @throws NodeOperationError if there are more than the trigger can keep apart.
 */
export async function listSince(
	context: LifecycleContext,
	settings: ServiceSettings,
	fromDate: string,
): Promise<Listing> {
	let missing = 0;
	const unreadable = new Set<string>();
	const records: TransactionRecord[] = [];
	const request = {
		query: { sort: 'ASC', fromDate },
		settings,
		countedUnreadable: unreadable,
		onMissing: (count: number) => {
			missing = count;
		},
	} as const;
	for await (const page of listTransactions(context, request)) {
		for (const record of page) records.push(record);
		assertNotTooMany(context, records.length);
	}
	if (unreadable.size > 0) {
		logWarning(
			context,
			`${unreadable.size} transactions could not be read and were skipped by the bank transactions trigger.`,
		);
	}
	return { fromDate, records, unreadable, missing };
}

/** @throws NodeOperationError if the window lists more transactions than the trigger can keep apart. */
export function assertNotTooMany(context: LifecycleContext, listed: number): void {
	const { maxListed } = windowLimits;
	if (listed <= maxListed) return;
	throw toOperationError(context.getNode(), {
		message: `The catch-up window lists more than ${maxListed} transactions`,
		description: "Choose a shorter 'Catch Up Window', and publish the workflow again.",
	});
}
