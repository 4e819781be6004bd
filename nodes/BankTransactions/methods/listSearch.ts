import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { createMatcher } from '../../shared/transactions/filter';
import { readSettings } from '../../shared/http/settings';
import { getDay } from '../../shared/transactions/time';
import { getId, simplify, type Transaction } from '../../shared/transactions/transaction';
import { fetchPage } from '../../shared/transactions/transactionPages';

/** Number of days that the list goes back. Older transactions are selected by ID. */
const MAX_AGE_DAYS = 90;
/** Further pages are fetched until there are this many results, because a search drops most records. */
const MIN_RESULTS = 20;
const MAX_PAGES = 5;

/**
 * Returns the transactions of the last 90 days, newest first, whose description contains the search
 * text (as in Get Many) or whose ID equals it. The pagination token is the number of the next page.
 * @throws NodeApiError if a page cannot be read.
 */
export async function searchTransactions(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const { timeZone } = await readSettings(this);
	const query = { sort: 'DESC', fromDate: getDay(timeZone, MAX_AGE_DAYS) } as const;
	const matches = createMatcher({ description: filter });
	const firstPage = Number(paginationToken ?? 1);
	const results: INodeListSearchResult['results'] = [];
	for (let page = firstPage; ; page++) {
		const { records, totalPages } = await fetchPage(this, { query, page });
		for (const record of records) {
			if (!matches(record) && String(getId(record)) !== filter?.trim()) continue;
			results.push({ name: toLabel(simplify(record, timeZone)), value: getId(record) });
		}
		if (page >= totalPages) return { results };
		if (results.length >= MIN_RESULTS || page - firstPage + 1 >= MAX_PAGES) {
			return { results, paginationToken: String(page + 1) };
		}
	}
}

function toLabel({ time, amount, description, reference }: Transaction): string {
	const signed = new Intl.NumberFormat('en', { signDisplay: 'always' }).format(amount);
	return `${time.slice(0, 10)}  ${signed}  ${description || reference}`;
}
