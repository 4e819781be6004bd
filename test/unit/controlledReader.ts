import type { INode } from 'n8n-workflow';

import { toNodeApiError, type Fault } from '../../nodes/shared/http/errors';
import { PagePrefetcher } from '../../nodes/shared/pagination/pagePrefetcher';

const node = { name: 'Bank', type: 'bank', typeVersion: 1 } as INode;

/** A page of this service, and how often it was requested. */
export interface Answer {
	page: number;
	version: number;
}

/** A reader of pages whose requests the test answers one by one. */
export class ControlledReader {
	/** Every requested page, in order. */
	requestedPages: number[] = [];

	taken: Answer[] = [];

	failed: unknown;

	/** The last page that the reader wants: it learns from the first how many there are. */
	last = 1;

	private readonly open = new Map<
		number,
		{ settle: (a: Answer) => void; fail: (e: unknown) => void }
	>();

	readonly prefetcher: PagePrefetcher<Answer>;

	constructor(
		maxConcurrency: number,
		private readonly pages: number,
	) {
		const fetch = async (page: number) =>
			await new Promise<Answer>((settle, fail) => {
				this.requestedPages.push(page);
				this.open.set(page, { settle, fail });
			});
		this.prefetcher = new PagePrefetcher(fetch, maxConcurrency, () => this.last);
	}

	get inFlight(): number[] {
		return [...this.open.keys()];
	}

	async read(): Promise<void> {
		try {
			for (let page = 1; page <= this.pages; page++) {
				this.taken.push(await this.prefetcher.take(page));
				this.last = this.pages;
			}
		} catch (error) {
			this.failed = error;
		}
	}

	async answer(...pages: number[]): Promise<void> {
		for (const page of pages) {
			const { settle } = this.close(page);
			settle({ page, version: this.requestedPages.filter((other) => other === page).length });
		}
		await advanceTime(0);
	}

	async fail(fault: Fault, ...pages: number[]): Promise<void> {
		for (const page of pages) {
			this.close(page).fail(toNodeApiError(node, fault, { subject: '', host: '' }));
		}
		await advanceTime(0);
	}

	private close(page: number) {
		const request = this.open.get(page);
		if (!request) throw new Error(`Page ${page} is not under way`);
		this.open.delete(page);
		return request;
	}
}

/** Advances the fake timers. */
export const advanceTime = async (milliseconds: number) =>
	await jest.advanceTimersByTimeAsync(milliseconds);

/** The fault of a service that receives too many requests. */
export const RATE_LIMITED: Fault = { kind: 'rateLimited', status: 429 };
