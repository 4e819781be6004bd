import { invalidData, serviceRequest, type Outcome } from '../http/serviceRequest';
import type { ServiceContext } from '../types';
import { isAccountRecord, simplifyAccount, type Account, type AccountRecord } from './account';

/** The linked accounts as the service sends them. */
export interface AccountList {
	records: AccountRecord[];
	/** The records that are not valid accounts. */
	unreadable: unknown[];
}

/**
 * Fetches the bank accounts that are linked to the business (`GET /v2/accounts`).
 * @throws NodeApiError if the request fails, or the response is not a list.
 */
export async function fetchAccounts(
	context: ServiceContext,
	itemIndex?: number,
): Promise<AccountList> {
	const request = {
		method: 'GET',
		path: '/v2/accounts',
		subject: 'the list of linked accounts',
		itemIndex,
	} as const;
	return await serviceRequest(context, request, parseAccounts);
}

/**
 * Returns the linked accounts in the order of the service, simplified. Invalid records are left out.
 * @throws NodeApiError if the request fails, or the response is not a list.
 */
export async function listAccounts(
	context: ServiceContext,
	itemIndex?: number,
): Promise<Account[]> {
	const { records } = await fetchAccounts(context, itemIndex);
	return records.map(simplifyAccount);
}

function parseAccounts(data: unknown): Outcome<AccountList> {
	if (!Array.isArray(data)) return invalidData('unreadable', 'not a list of accounts');
	const list: AccountList = { records: [], unreadable: [] };
	for (const record of data as unknown[]) {
		if (isAccountRecord(record)) list.records.push(record);
		else list.unreadable.push(record);
	}
	return { data: list };
}
