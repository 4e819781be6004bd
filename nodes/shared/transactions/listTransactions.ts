import { NodeApiError } from 'n8n-workflow';

import { getFault } from '../http/errors';
import { getCancelSignal, invalidData, serviceRequest, type Outcome } from '../http/serviceRequest';
import { readPages, type PageCounts } from '../pagination/readPages';
import { requestLimits } from '../http/retry';
import { readSettings, type ServiceSettings } from '../http/settings';
import { getId, isTransactionRecord, type TransactionRecord } from './transaction';
import { isRecord, type ServiceContext } from '../types';

/** Default of the number of transactions on a page. */
export const DEFAULT_PAGE_SIZE = 100;

/** Query of `GET /v2/transactions`. Dates are `YYYY-MM-DD` in the service's time zone. */
export interface TransactionQuery {
	sort?: 'ASC' | 'DESC';
	fromDate?: string;
	toDate?: string;
}

/** A request for one page. */
export interface PageRequest {
	query: TransactionQuery;
	pageSize?: number;
	page: number;
	itemIndex?: number;
	/** True if the caller handles HTTP 429 itself. */
	isPaced?: boolean;
	/** If not given, they are read from the credential. */
	settings?: ServiceSettings;
}

/** A page whose records have been validated. */
export interface Page extends PageCounts {
	pageSize: number;
	records: TransactionRecord[];
	/** The records that are not valid transactions. */
	unreadable: unknown[];
	/** Day of the first record, even if that record is not valid. */
	firstDay?: string;
}

/**
 * Fetches one page of `GET /v2/transactions`. The service may reduce `pageSize`.
 * @throws NodeApiError if the request fails, or the response is not a page.
 */
export async function fetchPage(
	context: ServiceContext,
	{ page, pageSize = DEFAULT_PAGE_SIZE, query, itemIndex, isPaced, settings }: PageRequest,
): Promise<Page> {
	const request = {
		method: 'GET',
		path: '/v2/transactions',
		query: { ...query, page, pageSize },
		subject: `page ${page} of the transactions`,
		itemIndex,
		isPaced,
		settings,
	} as const;
	return await serviceRequest(context, request, parsePage);
}

/** A request for a whole list. */
export interface ListRequest {
	query: TransactionQuery;
	pageSize?: number;
	/** Maximum number of requests in flight. */
	maxConcurrency?: number;
	/**
	 * Called for each page with invalid records, which are skipped. `count` leaves out those that were
	 * counted before.
	 */
	onUnreadable?: (count: number) => void;
	/** The invalid records counted so far, for lists that share one count. */
	countedUnreadable?: Set<string>;
}

/** Who reads a list. */
export interface ListConsumer {
	/** Returns how many more pages the consumer probably needs. No others are prefetched. */
	expectedPages?: () => number;
	itemIndex?: number;
}

/**
 * Yields all transactions of the query, page by page in the order of the service, each once. Further
 * pages are prefetched, and read again if the list changes meanwhile (see `readPages`). Invalid records
 * are skipped.
 * @throws NodeApiError that says which page failed, and how many transactions were read before it.
 */
export async function* listTransactions(
	context: ServiceContext,
	request: ListRequest & ListConsumer,
): AsyncGenerator<TransactionRecord[]> {
	const { onUnreadable, countedUnreadable = new Set() } = request;
	const settings = await readSettings(context);
	const seen = new Set<number>();
	let { query } = request;
	let isFirst = true;
	const pages = readPages({
		fetchPage: async (page) => {
			if (page === 1) ({ query } = request);
			return await fetchPage(context, { ...request, query, page, isPaced: true, settings });
		},
		maxConcurrency: request.maxConcurrency,
		expectedPages: request.expectedPages,
		cancelled: getCancelSignal(context),
		toError: (error, page) => withProgress(error, page, seen.size),
	});
	for await (const { records, unreadable, firstDay } of pages) {
		if (isFirst) query = pinFirstDay(query, firstDay);
		isFirst = false;
		const count = addUnreadable(countedUnreadable, unreadable);
		if (count > 0) onUnreadable?.(count);
		yield records.filter((record) => isNew(seen, getId(record)));
	}
}

function isNew(seen: Set<number>, id: number): boolean {
	if (seen.has(id)) return false;
	seen.add(id);
	return true;
}

/**
 * Returns how many of the records were not counted before: a moving list shows a record on two
 * pages. Records are compared as text; equal ones are counted as often as a page holds them.
 */
function addUnreadable(counted: Set<string>, records: unknown[]): number {
	const sizeBefore = counted.size;
	const copies = new Map<string, number>();
	for (const record of records) {
		const text = JSON.stringify(record);
		const copy = (copies.get(text) ?? 0) + 1;
		copies.set(text, copy);
		counted.add(`${copy}:${text}`);
	}
	return counted.size - sizeBefore;
}

function withProgress(error: unknown, page: number, count: number): unknown {
	const fault = getFault(error);
	if (!(error instanceof NodeApiError) || fault === undefined) return error;
	const parts = [error.description ?? ''];
	if (fault.kind === 'rateLimited') {
		const seconds = requestLimits.maxSlowDownMs / 1000;
		parts.push(`This node slows down automatically and waits up to ${seconds} seconds.`);
	}
	if (count > 0) {
		parts.push(
			`Page ${page} failed. ${count} transactions were read before it and are not returned.`,
		);
	}
	error.description = parts.join(' ');
	return error;
}

/**
 * Without `fromDate` the service lists the last 7 days. At midnight the oldest transactions leave the
 * list, which moves every page in ascending order, and `totalRecords` may stay the same. So further
 * pages are requested from the day of the first transaction on.
 */
function pinFirstDay(query: TransactionQuery, day?: string): TransactionQuery {
	if (query.fromDate !== undefined || query.sort === 'DESC' || day === undefined) return query;
	return { ...query, fromDate: day };
}

/** Validates a page and its records. */
function parsePage(data: unknown): Outcome<Page> {
	const invalid = invalidData('unreadable', 'not a page of transactions');
	if (!isRecord(data) || !Array.isArray(data.records)) return invalid;
	const { pageSize, totalPages, totalRecords } = data;
	if (!isCount(totalPages) || !isCount(totalRecords)) return invalid;
	const records: TransactionRecord[] = [];
	const unreadable: unknown[] = [];
	for (const record of data.records as unknown[]) {
		if (isTransactionRecord(record)) records.push(record);
		else unreadable.push(record);
	}
	const firstDay = parseDay(data.records[0]);
	return {
		data: { pageSize: Number(pageSize), totalPages, totalRecords, records, unreadable, firstDay },
	};
}

function parseDay(record: unknown): string | undefined {
	return isRecord(record) ? /^\d{4}-\d{2}-\d{2}/.exec(String(record.when))?.[0] : undefined;
}

function isCount(value: unknown): value is number {
	return Number.isSafeInteger(value);
}
