import { getCancelSignal, invalidData, serviceRequest, type Outcome } from '../http/serviceRequest';
import { readSettings, type ServiceSettings } from '../http/settings';
import { ListTally, type ListPage } from '../pagination/listTally';
import { readPages, type PageReading } from '../pagination/readPages';
import { isRecord, type ServiceContext } from '../types';
import {
	getId,
	getTransactionDay,
	isTransactionRecord,
	type TransactionRecord,
} from './transaction';

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
export interface Page extends ListPage<TransactionRecord> {
	pageSize: number;
	/** Day of the first record, even if that record is not valid. */
	firstDay?: string;
}

/**
 * Fetches one page of `GET /v2/transactions`. The service may reduce `pageSize`.
 * @throws NodeApiError if the request fails, or the response is not a page.
 */
export async function fetchPage(
	context: ServiceContext,
	{ page, pageSize = DEFAULT_PAGE_SIZE, query, itemIndex, isPaced, ...request }: PageRequest,
): Promise<Page> {
	const settings = request.settings ?? (await readSettings(context));
	return await serviceRequest(
		context,
		{
			method: 'GET',
			path: '/v2/transactions',
			query: { ...query, page, pageSize },
			subject: `page ${page} of the transactions`,
			itemIndex,
			isPaced,
			settings,
		},
		(data) => parsePage(data, settings.timeZone),
	);
}

/** A request for the pages of a list. */
export interface PagesRequest
	extends Omit<PageRequest, 'page' | 'isPaced'>,
		Pick<
			PageReading<TransactionRecord, Page>,
			'maxConcurrency' | 'expectedPages' | 'toError' | 'tally'
		> {
	settings: ServiceSettings;
}

/** Returns a tally for a list of transactions. */
export function createTally(): ListTally<TransactionRecord> {
	return new ListTally(getId);
}

/** Yields the pages of a list in the order of the service, each with the new records (see `readPages`). */
export function readTransactionPages(
	context: ServiceContext,
	{ tally, maxConcurrency, expectedPages, toError, ...request }: PagesRequest,
): AsyncGenerator<Page> {
	let query = request.query;
	return readPages<TransactionRecord, Page>({
		tally,
		fetchPage: async (page) => {
			if (page === 1) ({ query } = request);
			const answer = await fetchPage(context, { ...request, query, page, isPaced: true });
			if (page === 1) query = pinFirstDay(query, answer.firstDay);
			return answer;
		},
		maxConcurrency,
		expectedPages,
		cancelled: getCancelSignal(context),
		toError,
	});
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
function parsePage(data: unknown, timeZone: string): Outcome<Page> {
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
	const [first] = data.records as unknown[];
	return {
		data: {
			pageSize: Number(pageSize),
			totalPages,
			totalRecords,
			records,
			unreadable: identify(unreadable),
			firstDay: isRecord(first) ? getTransactionDay(first, timeZone) : undefined,
		},
	};
}

/** A record without an id is identified by its text. Equal ones count as often as a page holds them. */
function identify(records: unknown[]): string[] {
	const copies = new Map<string, number>();
	return records.map((record) => {
		const text = JSON.stringify(record);
		const copy = (copies.get(text) ?? 0) + 1;
		copies.set(text, copy);
		return `${copy}:${text}`;
	});
}

function isCount(value: unknown): value is number {
	return Number.isSafeInteger(value);
}
