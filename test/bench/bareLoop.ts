/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a program of its own beside n8n */
import { Agent } from 'node:http';
import axios from 'axios';
import { runAsProgram } from './runAsProgram';

interface Page {
	totalPages: number;
	records: unknown[];
}

/** What the loop prints. */
export interface LoopResult {
	milliseconds: number;
	transactions: number;
}

/**
 * The least that a program must do to read the whole list: requests every page, `concurrency` at a
 * time, over connections that stay open, and keeps the records. No checks, no retries.
 */
async function readAll(url: string, apiKey: string, concurrency: number): Promise<unknown[]> {
	const httpAgent = new Agent({ keepAlive: true, maxSockets: concurrency });
	const http = axios.create({
		baseURL: `${url}/v2`,
		proxy: false,
		httpAgent,
		headers: { Authorization: `Apikey ${apiKey}` },
	});
	const pages: unknown[][] = [];
	const readPage = async (page: number) => {
		const params = { fromDate: '2020-01-01', pageSize: 100, page };
		const { data } = await http.get<{ data: Page }>('/transactions', { params });
		pages[page - 1] = data.data.records;
		return data.data.totalPages;
	};
	try {
		const totalPages = await readPage(1);
		const waiting = Array.from({ length: totalPages - 1 }, (_, index) => index + 2).values();
		const work = async () => {
			for (const page of waiting) await readPage(page);
		};
		await Promise.all(Array.from({ length: concurrency }, work));
	} finally {
		httpAgent.destroy();
	}
	return pages.flat();
}

async function main([url, apiKey, concurrency]: string[]): Promise<LoopResult> {
	// n8n is warm when it is measured, and so is the loop.
	await readAll(url, apiKey, 8);
	const started = performance.now();
	const records = await readAll(url, apiKey, Number(concurrency));
	const milliseconds = performance.now() - started;
	return { milliseconds, transactions: records.length };
}

runAsProgram(main);
