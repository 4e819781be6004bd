import axios from 'axios';
import type { Bank } from '../bank/bank';
import type { ListRecord } from '../bank/types';

/** A page of the service's list. */
export interface Page {
	totalPages: number;
	records: ListRecord[];
}

/** Reads from the service as any client does, and returns the `data` of the answer. */
export async function readService<T>(
	{ url, apiKey }: Pick<Bank, 'url' | 'apiKey'>,
	path: string,
	params: object = {},
): Promise<T> {
	const headers = { Authorization: `Apikey ${apiKey}` };
	const { data } = await axios.get<{ data: T }>(url + path, { headers, params, proxy: false });
	return data.data;
}

/** Reads everything that the service lists, oldest first. */
export async function readRecords(bank: Bank): Promise<ListRecord[]> {
	const records: ListRecord[] = [];
	for (let page = 1, totalPages = 1; page <= totalPages; page++) {
		const params = { fromDate: '2020-01-01', pageSize: 100, page };
		const found = await readService<Page>(bank, '/v2/transactions', params);
		totalPages = found.totalPages;
		records.push(...found.records);
	}
	return records;
}
