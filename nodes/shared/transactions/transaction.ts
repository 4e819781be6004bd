import { toIsoTime } from './time';
import { isRecord, type ServiceRecord } from '../types';

/** A transaction in the one shape that both nodes return (docs/service-api.md#transactions). */
export interface Transaction {
	id: number;
	/** The bank's code; it may repeat, and some banks give none. */
	reference: string;
	/** Signed: negative for outgoing money. */
	amount: number;
	direction: 'incoming' | 'outgoing';
	description: string;
	/** ISO 8601 with the zone's offset, or a bare day where the service gives no more. */
	time: string;
	balance: number | null;
	accountNumber: string;
	counterpartName: string;
	counterpartAccount: string;
}

/** A record of which it is sure that it is a transaction. */
export type TransactionRecord = ServiceRecord & { id: number | string; amount: number | string };

/** What the forms of a transaction call the same thing. */
const FIELD_NAMES = {
	reference: ['tid', 'reference'],
	description: ['description'],
	counterpartName: ['corresponsiveName', 'counterAccountName'],
	counterpartAccount: ['corresponsiveAccount', 'counterAccountNumber'],
	accountNumber: ['bankSubAccId', 'bank_sub_acc_id', 'subAccId', 'accountNumber'],
	virtualAccount: ['virtualAccount', 'virtualAccountNumber'],
};

const TEST_REFERENCE = 'MA_GIAO_DICH_THU_NGHIEM';

/** True where the value has what every form of a transaction has: a numeric id and an amount. */
export function isTransactionRecord(value: unknown): value is TransactionRecord {
	return (
		isRecord(value) && toId(value.id) !== undefined && toFiniteNumber(value.amount) !== undefined
	);
}

/** The id of a transaction, which is unique over the whole service. */
export function getId(record: TransactionRecord): number {
	return Number(record.id);
}

/** Reads an id of the service: a whole number from 0, or such a number as text. */
export function toId(value: unknown): number | undefined {
	const number = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
	return Number.isSafeInteger(number) && (number as number) >= 0 ? (number as number) : undefined;
}

/**
 * One shape from the four in which the service tells of a transaction: in a list, in detail, in an
 * event and in a signed event, each with names of its own.
 */
export function simplify(record: TransactionRecord, timeZone: string): Transaction {
	const amount = Number(record.amount);
	return {
		id: getId(record),
		reference: firstText(record, FIELD_NAMES.reference),
		amount,
		direction: amount >= 0 ? 'incoming' : 'outgoing',
		description: firstText(record, FIELD_NAMES.description),
		time: toIsoTime(record.when ?? record.transactionDateTime, timeZone),
		balance: getBalance(record),
		accountNumber: getAccountNumber(record),
		counterpartName: firstText(record, FIELD_NAMES.counterpartName),
		counterpartAccount: firstText(record, FIELD_NAMES.counterpartAccount),
	};
}

/** The number of the account that was moved, whatever the form of the record. */
export function getAccountNumber(record: ServiceRecord): string {
	return firstText(record, FIELD_NAMES.accountNumber);
}

/** The account whose number the payer saw, where the bank gave the business virtual ones. */
export function getVirtualAccount(record: ServiceRecord): string {
	return firstText(record, FIELD_NAMES.virtualAccount);
}

/**
 * Returns true for the service's test event, which is no money. It is told by what only the service
 * can write, its id or its own reference: anybody may write the text of a test into a transfer.
 */
export function isTestTransaction(record: TransactionRecord): boolean {
	return getId(record) === 0 || firstText(record, FIELD_NAMES.reference) === TEST_REFERENCE;
}

function firstText(record: ServiceRecord, keys: readonly string[]): string {
	for (const key of keys) {
		const value = record[key];
		if (typeof value === 'string' && value !== '') return value;
		if (typeof value === 'number') return String(value);
	}
	return '';
}

function getBalance(record: ServiceRecord): number | null {
	const balance = record.cusum_balance ?? record.cusumBalance ?? record.runningBalance;
	return toFiniteNumber(balance) ?? null;
}

function toFiniteNumber(value: unknown): number | undefined {
	if (typeof value === 'number' && Number.isFinite(value)) return value;
	if (typeof value !== 'string' || !/^\s*[+-]?\d+(\.\d+)?\s*$/.test(value)) return undefined;
	return Number(value);
}
