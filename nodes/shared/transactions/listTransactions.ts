import { NodeApiError } from 'n8n-workflow';

import { getFault } from '../http/errors';
import { requestLimits } from '../http/retry';
import { readSettings, type ServiceSettings } from '../http/settings';
import type { ServiceContext } from '../types';
import { PartReader } from './partReader';
import { getDay } from './time';
import type { TransactionRecord } from './transaction';
import {
	createTally,
	readTransactionPages,
	type Page,
	type TransactionQuery,
} from './transactionPages';

/** Without `fromDate`, the service lists this many days before today. */
export const DEFAULT_DAYS = 7;

/** A request for a whole list. */
export interface ListRequest {
	query: TransactionQuery;
	pageSize?: number;
	/** Maximum number of requests in flight. */
	maxConcurrency?: number;
	/** If not given, they are read from the credential. */
	settings?: ServiceSettings;
	/**
	 * Called for each page with invalid records, which are skipped. `count` leaves out those that were
	 * counted before.
	 */
	onUnreadable?: (count: number) => void;
	/** The invalid records counted so far, for lists that share one count. */
	countedUnreadable?: Set<string>;
	/** Called if the list has to be read again: what was missing follows, so that it is not in order. */
	onReadAgain?: () => void;
	/** Called at the end with the number of transactions that the service counts and does not list. */
	onMissing?: (count: number) => void;
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
 * are skipped. If the pages do not show as many records as the service counts, the list is read again in
 * parts, and what was missing follows (see `PartReader`).
 * @throws NodeApiError that says which page failed, and how many transactions were read before it; or that
 * the list is incomplete.
 */
export async function* listTransactions(
	context: ServiceContext,
	request: ListRequest & ListConsumer,
): AsyncGenerator<TransactionRecord[]> {
	const { onUnreadable, countedUnreadable = new Set(), query } = request;
	const settings = request.settings ?? (await readSettings(context));
	const tally = createTally();
	let count = 0;
	const toError = (error: unknown, page: number) => withProgress(error, page, count);
	const take = ({ records, unreadable }: Page) => {
		const skipped = countNew(countedUnreadable, unreadable);
		if (skipped > 0) onUnreadable?.(skipped);
		count += records.length;
		return records;
	};
	let firstDay: string | undefined;
	const pages = readTransactionPages(context, { ...request, settings, tally, toError });
	for await (const page of pages) {
		firstDay ??= page.firstDay;
		yield take(page);
	}
	if (tally.missing === 0) return;

	request.onReadAgain?.();
	const begin = query.sort === 'DESC' ? undefined : firstDay;
	const fromDate = query.fromDate ?? begin ?? getDay(settings.timeZone, DEFAULT_DAYS);
	const parts = new PartReader(context, {
		...request,
		query: { ...query, fromDate },
		settings,
		tally,
		toError,
	});
	for await (const page of parts.read()) yield take(page);
	if (parts.missing > 0) request.onMissing?.(parts.missing);
}

/** Returns a sentence about transactions that the service counts and does not list. */
export function describeMissing(count: number): string {
	return `The service counts ${count} more ${count === 1 ? 'transaction' : 'transactions'} than it lists.`;
}

/** Adds texts to a set. Returns how many of them are new. */
export function countNew(known: Set<string>, texts: string[]): number {
	const sizeBefore = known.size;
	for (const text of texts) known.add(text);
	return known.size - sizeBefore;
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
