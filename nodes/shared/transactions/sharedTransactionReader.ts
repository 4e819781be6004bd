import { NodeApiError } from 'n8n-workflow';

import { listTransactions, type ListRequest } from './listTransactions';
import type { TransactionRecord } from './transaction';
import type { ServiceContext } from '../types';

/** What one reader wants of a listing. */
export interface ReadOptions {
	/** Which transactions count; the others are left out. */
	isSelected: (record: TransactionRecord) => boolean;
	/** How many of them at most; `Infinity` for all. */
	limit: number;
	/** The input item that the reader works for, if any, for the words of an error. */
	itemIndex?: number;
}

/**
 * The transactions that a query names, for one reader or for several in turn: where it is shared,
 * what one has read is kept for the next, and nothing is asked for twice.
 */
export class SharedTransactionReader {
	private readonly pages: TransactionRecord[][] = [];

	private source: AsyncGenerator<TransactionRecord[]> | undefined;

	private expectedPages = Infinity;

	constructor(
		private readonly context: ServiceContext,
		private readonly request: Omit<ListRequest, 'expectedPages' | 'itemIndex'>,
		private readonly options: { isShared: boolean },
	) {}

	/**
	 * Yields what passes, a page at a time, and ends as soon as the limit is met: no page is asked
	 * for that is not likely to be needed.
	 * @throws NodeApiError where a page cannot be read; the next reader begins anew.
	 */
	async *read({ isSelected, limit, itemIndex }: ReadOptions): AsyncGenerator<TransactionRecord[]> {
		let count = 0;
		try {
			for (let page = 1; count < limit; page++) {
				const records = await this.getPage(page);
				if (records === undefined) return;
				const selected = records.filter(isSelected).slice(0, limit - count);
				count += selected.length;
				this.expectedPages = Math.ceil((limit - count) / (count / page));
				yield selected;
			}
		} catch (error) {
			throw withItemIndex(error, itemIndex);
		} finally {
			if (!this.options.isShared) await this.source?.return(undefined);
		}
	}

	private async getPage(page: number): Promise<TransactionRecord[] | undefined> {
		if (page <= this.pages.length) return this.pages[page - 1];
		this.source ??= listTransactions(this.context, {
			...this.request,
			expectedPages: () => this.expectedPages,
		});
		let hasAnswer = false;
		try {
			const { value, done } = await this.source.next();
			hasAnswer = true;
			if (done) return undefined;
			if (this.options.isShared) this.pages.push(value);
			return value;
		} finally {
			if (!hasAnswer) this.reset();
		}
	}

	private reset(): void {
		this.pages.length = 0;
		this.source = undefined;
	}
}

/** What failed for all readers failed for the one that came to it. */
function withItemIndex(error: unknown, itemIndex?: number): unknown {
	if (error instanceof NodeApiError) error.context.itemIndex = itemIndex;
	return error;
}
