import type { ITriggerFunctions } from 'n8n-workflow';

import type { ServiceSettings } from '../../shared/http/settings';
import {
	getId,
	getTime,
	getTransactionDay,
	type TransactionRecord,
} from '../../shared/transactions/transaction';
import { fetchPage } from '../../shared/transactions/transactionPages';

/**
 * Returns true if these settings list some of the known transactions, with the same amounts and times: a
 * service may not say to whom a renewed key belongs, or have got another address.
 * @throws NodeApiError if the list cannot be read.
 */
export async function listsSame(
	context: ITriggerFunctions,
	settings: ServiceSettings,
	known: readonly TransactionRecord[],
): Promise<boolean> {
	const { timeZone } = settings;
	const [first] = known;
	const fromDate = first && getTransactionDay(first, timeZone);
	if (fromDate === undefined) return false;
	const query = { sort: 'ASC', fromDate } as const;
	const { records } = await fetchPage(context, { query, page: 1, settings });
	const describe = (record: TransactionRecord) =>
		`${Number(record.amount)} ${getTime(record, timeZone)}`;
	const knownById = new Map(known.map((record) => [getId(record), describe(record)]));
	const common = records.filter((record) => knownById.has(getId(record)));
	return (
		common.length > 0 && common.every((record) => knownById.get(getId(record)) === describe(record))
	);
}
