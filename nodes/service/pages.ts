import { serviceRequest } from './client';
import { toNodeApiError } from './errors';
import { idOf, isTransactionRecord, type TransactionRecord } from './transaction';
import {
	isRecord,
	type ServiceContext,
	type TransactionPage,
	type TransactionQuery,
} from './types';

/** How one page is asked for. */
export interface PageRequest {
	query: TransactionQuery;
	pageSize: number;
	page: number;
	itemIndex?: number;
}

/**
 * One page of `GET /v2/transactions`, as the service counts it: it may cut `pageSize` down.
 * @throws NodeApiError where the answer is no page, or one of its records no transaction.
 */
export async function fetchPage(
	context: ServiceContext,
	request: PageRequest,
): Promise<TransactionPage & { records: TransactionRecord[] }> {
	const { page, pageSize, itemIndex } = request;
	const subject = `page ${page} of the transactions`;
	const data = await serviceRequest(context, {
		method: 'GET',
		path: '/v2/transactions',
		query: { ...request.query, page, pageSize },
		subject,
		itemIndex,
	});
	if (!isPage(data)) {
		throw toNodeApiError(
			context.getNode(),
			{ kind: 'unreadable', status: 200, text: 'no page of transactions' },
			{ subject, host: 'the service', itemIndex },
		);
	}
	return data;
}

/** How often the pages are read at most where they move under the reader. */
const MOST_PASSES = 5;

/**
 * Every transaction that the query names, each once, in the order of the service, page by page.
 * Ends with the last page that the newest answer tells of; no page is asked for before the ones
 * before it were taken.
 *
 * New transactions push the others to later places while pages are read, so a record that moved is
 * met twice and dropped the second time. Where records leave the list, later ones move to pages that
 * were read already: the pages are read again from the first, and what was missed is yielded then.
 */
export async function* listTransactions(
	context: ServiceContext,
	request: Omit<PageRequest, 'page'>,
): AsyncGenerator<TransactionRecord> {
	const seen = new Set<number>();
	let totalRecords = 0;
	for (let pass = 1; pass <= MOST_PASSES; pass++) {
		let { query } = request;
		let hasShrunk = false;
		for (let page = 1, totalPages = 1; page <= totalPages && !hasShrunk; page++) {
			const answer = await fetchPage(context, { ...request, query, page });
			hasShrunk = answer.totalRecords < totalRecords && page > 1 && pass < MOST_PASSES;
			({ totalRecords, totalPages } = answer);
			if (hasShrunk) break;
			if (page === 1 && pass === 1) query = pinned(query, answer.records);
			for (const record of answer.records) {
				const id = idOf(record);
				if (seen.has(id)) continue;
				seen.add(id);
				yield record;
			}
		}
		if (!hasShrunk) return;
	}
}

/**
 * Without a first day the service lists the last 7 days: at midnight its oldest transactions leave,
 * which in ascending order moves every page, and where as many new ones come no count tells of it.
 * So the further pages are asked for from the day of the first transaction on, which stands still.
 */
function pinned(query: TransactionQuery, [first]: TransactionRecord[]): TransactionQuery {
	const day = /^\d{4}-\d{2}-\d{2}/.exec(String(first?.when ?? ''))?.[0];
	if (query.fromDate !== undefined || query.sort === 'DESC' || day === undefined) return query;
	return { ...query, fromDate: day };
}

function isPage(data: unknown): data is TransactionPage & { records: TransactionRecord[] } {
	return (
		isRecord(data) &&
		Number.isSafeInteger(data.totalPages) &&
		Number.isSafeInteger(data.totalRecords) &&
		Array.isArray(data.records) &&
		data.records.every(isTransactionRecord)
	);
}
