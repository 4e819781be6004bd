import {
	getAccountNumber,
	getTransactionDay,
	type TransactionRecord,
} from '../shared/transactions/transaction';
import type { SourceHint } from './storedState';

/**
 * Returns true if the transaction is from before its account was linked. An account that no check has
 * seen was linked since the last one. Returns false if the account was linked when the trigger began, if
 * the transaction has no readable day, or if the service does not list the accounts.
 */
export function isFromBeforeLink(
	record: TransactionRecord,
	{ accounts = {}, checkedOn, coveredFrom }: SourceHint,
	timeZone: string,
): boolean {
	const number = getAccountNumber(record);
	const day = getTransactionDay(record, timeZone);
	if (number === '' || day === undefined || Object.keys(accounts).length === 0) return false;
	const linkedOn = accounts[number] ?? checkedOn ?? coveredFrom;
	return linkedOn > coveredFrom && day < linkedOn;
}
