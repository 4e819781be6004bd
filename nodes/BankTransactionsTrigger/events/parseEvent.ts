import { isTransactionRecord, type TransactionRecord } from '../../shared/transactions/transaction';
import { isRecord } from '../../shared/types';

/** The transactions of an event, and how many of its entries could not be read. */
export interface BankEvent {
	transactions: TransactionRecord[];
	unreadable: number;
}

/**
 * Parses an event. Its `data` is an array or one object, or absent in a test event. Invalid entries are
 * skipped. Returns undefined if the body is not an event of the service.
 */
export function parseEvent(body: unknown): BankEvent | undefined {
	if (!isRecord(body) || !('error' in body || 'data' in body)) return undefined;
	const data = body.data ?? [];
	const entries: unknown[] = Array.isArray(data) ? data : [data];
	const transactions = entries.filter(isTransactionRecord);
	if (transactions.length === 0 && entries.length > 0) return undefined;
	return { transactions, unreadable: entries.length - transactions.length };
}
