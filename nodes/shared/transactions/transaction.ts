import { parseDay, toIsoTime } from './time';
import { isRecord, type ServiceRecord } from '../types';
import { toFiniteNumber, toId, toText } from '../values';

/** A transaction in the one shape that both nodes return (docs/service-api.md#transactions). */
export interface Transaction {
	id: number;
	/** Negative for outgoing money. */
	amount: number;
	direction: 'incoming' | 'outgoing';
	/** ISO 8601 with an offset, or only the date if the service sends no time or exactly midnight. */
	time: string;
	description: string;
	/** The bank's reference. It may repeat, and is empty for some banks. */
	reference: string;
	balance: number | null;
	accountNumber: string;
	/** Number of the virtual account that the payer used, or `''`. */
	virtualAccount: string;
	counterpartName: string;
	counterpartAccount: string;
}

/** A record whose ID and amount have been validated. */
export type TransactionRecord = ServiceRecord & { id: number | string; amount: number | string };

/** The names of a field in the different forms of a transaction. */
const FIELD_NAMES = {
	reference: ['tid', 'reference'],
	description: ['description'],
	counterpartName: ['corresponsiveName', 'counterAccountName'],
	counterpartAccount: ['corresponsiveAccount', 'counterAccountNumber'],
	accountNumber: ['bankSubAccId', 'bank_sub_acc_id', 'subAccId', 'accountNumber'],
	virtualAccount: ['virtualAccount', 'virtualAccountNumber'],
};

const TEST_REFERENCE = 'MA_GIAO_DICH_THU_NGHIEM';

/** Returns true if the value has a numeric ID and a numeric amount. */
export function isTransactionRecord(value: unknown): value is TransactionRecord {
	return (
		isRecord(value) && toId(value.id) !== undefined && toFiniteNumber(value.amount) !== undefined
	);
}

/** Returns the ID of a transaction, which is unique within the service. */
export function getId(record: TransactionRecord): number {
	return Number(record.id);
}

/**
 * Converts a transaction to one shape. The service uses four: in a list, as a single record, in an
 * event and in a signed event (docs/service-api.md#transactions).
 */
export function simplify(record: TransactionRecord, timeZone: string): Transaction {
	const amount = Number(record.amount);
	return {
		id: getId(record),
		amount,
		direction: amount >= 0 ? 'incoming' : 'outgoing',
		time: getTime(record, timeZone),
		description: firstText(record, FIELD_NAMES.description),
		reference: firstText(record, FIELD_NAMES.reference),
		balance: getBalance(record),
		accountNumber: getAccountNumber(record),
		virtualAccount: getVirtualAccount(record),
		counterpartName: firstText(record, FIELD_NAMES.counterpartName),
		counterpartAccount: firstText(record, FIELD_NAMES.counterpartAccount),
	};
}

/** Returns the time of a transaction in the form that `toIsoTime` describes. */
export function getTime(record: ServiceRecord, timeZone: string): string {
	const { when, transactionDateTime } = record;
	const isGiven = typeof when === 'string' && when.trim() !== '';
	return toIsoTime(isGiven ? when : transactionDateTime, timeZone);
}

/**
 * Returns the day of a transaction (`YYYY-MM-DD`) in the service's time zone, or undefined if it cannot
 * be read. Without a day, nothing is known about the age of a transaction.
 */
export function getTransactionDay(record: ServiceRecord, timeZone: string): string | undefined {
	return parseDay(getTime(record, timeZone));
}

/** Returns the number of the bank account. */
export function getAccountNumber(record: ServiceRecord): string {
	return firstText(record, FIELD_NAMES.accountNumber);
}

/** Returns the number of the virtual account that the payer used, or `''`. */
export function getVirtualAccount(record: ServiceRecord): string {
	return firstText(record, FIELD_NAMES.virtualAccount);
}

/**
 * Returns true for the test event of the service, which is not a payment. Only its ID and its
 * reference identify it: anyone can write the description of a test event into a transfer.
 */
export function isTestTransaction(record: TransactionRecord): boolean {
	return getId(record) === 0 || firstText(record, FIELD_NAMES.reference) === TEST_REFERENCE;
}

function firstText(record: ServiceRecord, keys: readonly string[]): string {
	for (const key of keys) {
		const text = toText(record[key]);
		if (text !== '') return text;
	}
	return '';
}

function getBalance(record: ServiceRecord): number | null {
	const balance = record.cusum_balance ?? record.cusumBalance ?? record.runningBalance;
	return toFiniteNumber(balance) ?? null;
}
