import { NodeApiError } from 'n8n-workflow';

/** Which records one consumer reads. */
export interface ReadOptions<T> {
	isSelected: (record: T) => boolean;
	/** Maximum number of records; `Infinity` for all. */
	limit: number;
	/** Input item of the consumer, for errors. */
	itemIndex?: number;
}

/**
 * Reads one list for one consumer, or for several in turn. If it is shared, the pages are kept, so that
 * no page is requested twice.
 */
export class SharedReader<T> {
	private readonly pages: T[][] = [];

	private source: AsyncGenerator<T[]> | undefined;

	private expectedPages = Infinity;

	constructor(
		/** Lists all records; no more pages are prefetched than the function returns. */
		private readonly list: (expectedPages: () => number) => AsyncGenerator<T[]>,
		private readonly options: { isShared: boolean },
	) {}

	/**
	 * Yields the selected records page by page until the limit is reached. Only pages that are
	 * probably needed are requested.
	 * @throws NodeApiError if a page cannot be read. The next consumer starts from the first page.
	 */
	async *read({ isSelected, limit, itemIndex }: ReadOptions<T>): AsyncGenerator<T[]> {
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

	private async getPage(page: number): Promise<T[] | undefined> {
		if (page <= this.pages.length) return this.pages[page - 1];
		this.source ??= this.list(() => this.expectedPages);
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

/** The error names the item of the consumer that met it. */
function withItemIndex(error: unknown, itemIndex?: number): unknown {
	if (error instanceof NodeApiError) error.context.itemIndex = itemIndex;
	return error;
}
