import {
	getAccountNumber,
	getTransactionDay,
	type TransactionRecord,
} from '../shared/transactions/transaction';
import type { Begun } from './storedState';

/** Maps each linked bank account to the day from which its transactions count. */
export function toLinkedSince(
	bankAccounts: string[] | undefined,
	fromDay: string,
): Record<string, string> | undefined {
	return bankAccounts && Object.fromEntries(bankAccounts.map((number) => [number, fromDay]));
}

/** What a check finds out about the linked bank accounts. */
export interface LinkedAccounts {
	linkedSince: Record<string, string>;
	/** Those that the last check did not know. */
	added: string[];
}

/** Adds the bank accounts that were linked since the last complete check, on whose day they count from. */
export function addLinked(
	{ linkedSince, checkedOn, from }: Begun,
	bankAccounts: string[],
	today: string,
): LinkedAccounts {
	const known = linkedSince ?? toLinkedSince(bankAccounts, from) ?? {};
	const added = bankAccounts.filter((number) => known[number] === undefined);
	return { linkedSince: { ...known, ...toLinkedSince(added, checkedOn ?? today) }, added };
}

/**
 * Returns what is from before its bank account was linked, also if the service imports it later. On a
 * known bank account, such a transaction is new, and so is one without a day.
 */
export function findHistory(
	records: TransactionRecord[],
	{ linkedSince, added }: LinkedAccounts,
	timeZone: string,
): TransactionRecord[] {
	return records.filter((record) => {
		const number = getAccountNumber(record);
		const day = getTransactionDay(record, timeZone);
		return day === undefined ? added.includes(number) : day < (linkedSince[number] ?? '');
	});
}

/**
 * Returns true if the transaction is from before its bank account was linked. One that no check has seen
 * was linked since the last one. Returns false if the bank account was linked when the trigger began, if
 * the transaction has no readable day, or if the service does not list the bank accounts.
 */
export function isFromBeforeLink(
	record: TransactionRecord,
	{ linkedSince = {}, checkedOn, from }: Begun,
	timeZone: string,
): boolean {
	const number = getAccountNumber(record);
	const day = getTransactionDay(record, timeZone);
	if (number === '' || day === undefined || Object.keys(linkedSince).length === 0) return false;
	const linkedOn = linkedSince[number] ?? checkedOn ?? from;
	return linkedOn > from && day < linkedOn;
}
