import { isTransactionRecord, type TransactionRecord } from '../../shared/transactions/transaction';
import { isRecord } from '../../shared/types';

/** What an event holds: its transactions, and how many entries could not be read. */
export interface BankEvent {
	transactions: TransactionRecord[];
	unreadable: number;
}

/**
 * Parses an event, whose `data` is an array, one object, or absent in a test event. One broken entry
 * does not cost the others. Returns undefined if the body is no event of the service.
 */
export function parseEvent(body: unknown): BankEvent | undefined {
	if (!isRecord(body) || !('error' in body || 'data' in body)) return undefined;
	const data = body.data ?? [];
	const entries: unknown[] = Array.isArray(data) ? data : [data];
	const transactions = entries.filter(isTransactionRecord);
	if (transactions.length === 0 && entries.length > 0) return undefined;
	return { transactions, unreadable: entries.length - transactions.length };
}
