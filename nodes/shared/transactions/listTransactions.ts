import { NodeApiError } from 'n8n-workflow';

import { getCancelSignal, serviceRequest } from '../http/serviceRequest';
import { getFault, toNodeApiError } from '../http/errors';
import { PagePrefetcher } from '../pagination/pagePrefetcher';
import { requestLimits } from '../http/retry';
import { readSettings, type ServiceSettings } from '../http/settings';
import { getId, isTransactionRecord, type TransactionRecord } from './transaction';
import {
	isRecord,
	type ServiceContext,
	type TransactionPage,
	type TransactionQuery,
} from '../types';

/** How one page is asked for. */
export interface PageRequest {
	query: TransactionQuery;
	pageSize: number;
	page: number;
	itemIndex?: number;
	/** True where the caller slows down by itself when the service gets too many requests. */
	isPaced?: boolean;
	/** Where the caller has read them already. */
	settings?: ServiceSettings;
}

/** A page whose records have been validated. */
export interface Page extends Omit<TransactionPage, 'records'> {
	records: TransactionRecord[];
	/** The records that cannot be read as transactions. */
	unreadable: unknown[];
	/** Day of the first record, whether that record can be read or not. */
	firstDay?: string;
}

/**
 * One page of `GET /v2/transactions`, as the service counts it: it may cut `pageSize` down.
 * @throws NodeApiError if the answer is no page.
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
			{ kind: 'unreadable', status: 200, text: 'no page of transactions' },
			{ subject, host: 'the service', itemIndex },
		);
	}
	return answer;
}

/** How many pages are fetched at a time at most, where the user does not say. */
export const DEFAULT_CONCURRENCY = 8;

/** How often the pages are read at most where they move under the reader. */
const MAX_PASSES = 5;

/** How many pages are asked for. */
export interface ListRequest extends Omit<PageRequest, 'page' | 'isPaced' | 'settings'> {
	/** How many pages are fetched at a time at most. */
	maxConcurrency?: number;
	/** How many pages more the reader is likely to need; no more than these are fetched ahead. */
	expectedPages?: () => number;
	/**
	 * Called for each page with records that cannot be read, with the number of those that were not
	 * counted before. They are skipped.
	 */
	onUnreadable?: (count: number) => void;
	/** What was counted already, for several listings that share one count. */
	countedUnreadable?: Set<string>;
}

/**
 * Every transaction that the query names, each once, in the order of the service, a page at a time.
 * Further pages are fetched while the first are taken. A record that cannot be read is skipped.
 *
 * New transactions push the others to later places while pages are read, so a record that moved is
 * met twice and dropped the second time. None is missed as long as each page was read after the one
 * before it, which their counts tell: the count never falls. A page whose count is lower than that
 * of the page before is read again, and so are those after it, in order. Where it is lower still,
 * records left the list, and later ones may have moved to pages that were read already: then all is
 * read again from the first page, and what was missed is yielded then.
 * @throws NodeApiError that tells which page failed, and how many transactions were read before it.
 */
export async function* listTransactions(
	context: ServiceContext,
	request: ListRequest,
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
 * Counts the records that were not counted before: a list that moves shows a record on two pages.
 * They are told apart by their text, and equal ones by how many of them a page holds.
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
		parts.push(`This node slows down by itself, and waits up to ${seconds} seconds.`);
	}
	if (count > 0) {
		parts.push(
			`This was page ${page}; ${count} transactions were read before, and none is given out.`,
		);
	}
	error.description = parts.join(' ');
	return error;
}

/**
 * Without a first day the service lists the last 7 days: at midnight its oldest transactions leave,
 * which in ascending order moves every page, and where as many new ones come no count tells of it.
 * So the further pages are asked for from the day of the first transaction on, which stands still.
 */
function pinFirstDay(query: TransactionQuery, day?: string): TransactionQuery {
	if (query.fromDate !== undefined || query.sort === 'DESC' || day === undefined) return query;
	return { ...query, fromDate: day };
}

/** Validates a page and its records; undefined if it is no page. */
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
