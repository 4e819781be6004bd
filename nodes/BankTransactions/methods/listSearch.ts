import { DateTime } from 'luxon';
import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { passes } from '../../service/filter';
import { fetchPage } from '../../service/pages';
import { readSettings } from '../../service/settings';
import { idOf, simplify, type Transaction } from '../../service/transaction';

const PAGE_SIZE = 100;
/** How far back the list reaches: older transactions are chosen by ID. */
const DAYS = 90;
/** How many results one scroll of the list should bring, where a search leaves few of each page. */
const ENOUGH = 20;
const MOST_PAGES = 5;

/**
 * The transactions of the last 90 days for the editor's list, newest first, as far as their
 * description holds the search text. The pagination token is the number of the next page.
 * @throws NodeApiError where the service does not answer with transactions.
 */
export async function searchTransactions(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const { timeZone } = await readSettings(this);
	const fromDate = DateTime.now().setZone(timeZone).minus({ days: DAYS }).toFormat('yyyy-MM-dd');
	const query = { sort: 'DESC', fromDate } as const;
	const passing = passes({ description: filter });
	const first = Number(paginationToken ?? 1);
	const results: INodeListSearchResult['results'] = [];
	for (let page = first; ; page++) {
		const { records, totalPages } = await fetchPage(this, { query, page, pageSize: PAGE_SIZE });
		for (const record of records) {
			if (!passing(record) && String(idOf(record)) !== filter?.trim()) continue;
			results.push({ name: nameOf(simplify(record, timeZone)), value: idOf(record) });
		}
		if (page >= totalPages) return { results };
		if (results.length >= ENOUGH || page - first + 1 >= MOST_PAGES) {
			return { results, paginationToken: String(page + 1) };
		}
	}
}

function nameOf({ time, amount, description, reference }: Transaction): string {
	const signed = new Intl.NumberFormat('en', { signDisplay: 'always' }).format(amount);
	return `${time.slice(0, 10)}  ${signed}  ${description || reference}`;
}
