import { isRecord, type ServiceRecord } from '../types';
import { isSet, toFiniteNumber, toId, toText } from '../values';

/** A linked bank account in the one shape that the node returns (docs/service-api.md#accounts). */
export interface Account {
	id: number;
	accountNumber: string;
	/** Name of the holder. */
	accountName: string;
	bankName: string;
	/** The service's short name of the bank, e.g. `acb_digi`. */
	bankCode: string;
	/** Six digits that identify the bank in transfers. */
	bankBin: string;
	balance: number | null;
	currency: string;
	/** False if the service receives no transactions of this account. */
	connected: boolean;
}

/** A record whose ID and account number have been validated. */
export type AccountRecord = ServiceRecord & {
	id: number | string;
	accountNumber: number | string;
};

/** Returns true if the value has a numeric ID and an account number. */
export function isAccountRecord(value: unknown): value is AccountRecord {
	return isRecord(value) && toId(value.id) !== undefined && getNumber(value) !== '';
}

/** Converts a record of the service to an account. Absent texts are `''`. */
export function simplifyAccount(record: AccountRecord): Account {
	return {
		id: Number(record.id),
		accountNumber: getNumber(record),
		accountName: toText(record.accountName),
		bankName: toText(record.bankName),
		bankCode: toText(record.bankCodeName),
		bankBin: toText(record.BIN),
		balance: toFiniteNumber(record.balance) ?? null,
		currency: toText(record.currency),
		connected: isConnected(record.connectStatus),
	};
}

/** An account whose status the service does not tell counts as connected, so that it can be used. */
function isConnected(status: unknown): boolean {
	return status === undefined || status === null || status === '' || isSet(status);
}

function getNumber(record: ServiceRecord): string {
	return toText(record.accountNumber).trim();
}
