import { NodeApiError } from 'n8n-workflow';

import { getCancelSignal, serviceRequest } from '../http/serviceRequest';
import { getFault, toNodeApiError } from '../http/errors';
import { PagePrefetcher } from '../pagination/pagePrefetcher';
import { requestLimits } from '../http/retry';
import { readSettings, type ServiceSettings } from '../http/settings';
import { getId, isTransactionRecord, type TransactionRecord } from './transaction';
import { isRecord, type ServiceContext } from '../types';

/** Query of `GET /v2/transactions`. Dates are `YYYY-MM-DD` in the service's time zone. */
export interface TransactionQuery {
	sort?: 'ASC' | 'DESC';
	fromDate?: string;
	toDate?: string;
}

/** A request for one page. */
export interface PageRequest {
	query: TransactionQuery;
	pageSize: number;
	page: number;
	itemIndex?: number;
	/** True if the caller handles HTTP 429 itself. */
	isPaced?: boolean;
	/** If not given, they are read from the credential. */
	settings?: ServiceSettings;
}

/** A page whose records have been validated. */
export interface Page {
	pageSize: number;
	totalPages: number;
	totalRecords: number;
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
export async function fetchPage(context: ServiceContext, request: PageRequest): Promise<Page> {
	const { page, pageSize, itemIndex, isPaced, settings } = request;
	const subject = `page ${page} of the transactions`;
	const data = await serviceRequest(context, {
		method: 'GET',
		path: '/v2/transactions',
		query: { ...request.query, page, pageSize },
		subject,
		itemIndex,
		isPaced,
		settings,
	});
	const answer = parsePage(data);
	if (answer === undefined) {
		throw toNodeApiError(
			context.getNode(),
			{ kind: 'unreadable', status: 200, text: 'not a page of transactions' },
			{ subject, host: 'the service', itemIndex },
		);
	}
	return answer;
}

export const DEFAULT_CONCURRENCY = 8;

/** How often a list is read from the start if records leave it meanwhile. */
const MAX_PASSES = 5;

/** A request for a whole list. */
export interface ListRequest {
	query: TransactionQuery;
	pageSize: number;
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
 * pages are prefetched. Invalid records are skipped.
 *
 * The list may change while it is read:
 * - New transactions move others to later pages. A record that comes up again is dropped. None is
 *   missed if each page was read after the one before it. Otherwise its `totalRecords` is lower, and
 *   the page and all later ones are requested again.
 * - If `totalRecords` is still lower, records have left the list, and others may have moved to pages
 *   that were read before. The list is then read again from the first page.
 * @throws NodeApiError that says which page failed, and how many transactions were read before it.
 */
export async function* listTransactions(
	context: ServiceContext,
	request: ListRequest & ListConsumer,
): AsyncGenerator<TransactionRecord[]> {
	const { maxConcurrency = DEFAULT_CONCURRENCY, expectedPages = () => Infinity } = request;
	const { onUnreadable, countedUnreadable = new Set() } = request;
	const settings = await readSettings(context);
	const seen = new Set<number>();
	let totalRecords = 0;
	for (let pass = 1; pass <= MAX_PASSES; pass++) {
		let { query } = request;
		let page = 1;
		let totalPages = 1;
		const prefetcher = new PagePrefetcher(
			async (number) =>
				await fetchPage(context, { ...request, query, page: number, isPaced: true, settings }),
			maxConcurrency,
			() => Math.min(totalPages, page + expectedPages() - 1),
			getCancelSignal(context),
		);
		let hasShrunk = false;
		try {
			for (; page <= totalPages; page++) {
				const isOlder = (answer: Page) =>
					page > 1 && pass < MAX_PASSES && answer.totalRecords < totalRecords;
				let answer = await prefetcher.take(page);
				if (isOlder(answer)) {
					prefetcher.restartFrom(page);
					answer = await prefetcher.take(page);
				}
				hasShrunk = isOlder(answer);
				({ totalRecords, totalPages } = answer);
				if (hasShrunk) break;
				if (page === 1 && pass === 1) query = pinFirstDay(query, answer.firstDay);
				const unreadable = addUnreadable(countedUnreadable, answer.unreadable);
				if (unreadable > 0) onUnreadable?.(unreadable);
				yield answer.records.filter((record) => isNew(seen, getId(record)));
			}
		} catch (error) {
			throw withProgress(error, page, seen.size);
		} finally {
			prefetcher.stop();
		}
		if (!hasShrunk) return;
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
		parts.push(`Page ${page} failed. The ${count} transactions read before it are not returned.`);
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

/** Validates a page and its records. Returns undefined if it is not a page. */
function parsePage(data: unknown): Page | undefined {
	if (!isRecord(data) || !Array.isArray(data.records)) return undefined;
	const { pageSize, totalPages, totalRecords } = data;
	if (!isCount(totalPages) || !isCount(totalRecords)) return undefined;
	const records: TransactionRecord[] = [];
	const unreadable: unknown[] = [];
	for (const record of data.records as unknown[]) {
		if (isTransactionRecord(record)) records.push(record);
		else unreadable.push(record);
	}
	const firstDay = getDay(data.records[0]);
	return { pageSize: Number(pageSize), totalPages, totalRecords, records, unreadable, firstDay };
}

function getDay(record: unknown): string | undefined {
	return isRecord(record) ? /^\d{4}-\d{2}-\d{2}/.exec(String(record.when))?.[0] : undefined;
}

function isCount(value: unknown): value is number {
	return Number.isSafeInteger(value);
}
