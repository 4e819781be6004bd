/** One page of a list. */
export interface ListPage<T> {
	/** How many pages and records the list had when the page was read. */
	totalPages: number;
	totalRecords: number;
	records: T[];
	/** What identifies the records that could not be read. */
	unreadable: string[];
}

/**
 * Counts what a list has shown, over one or several passes, and so decides whether that is all of it:
 * the service says with each page how many records the list has.
 */
export class ListTally<T> {
	/** The pass that last showed a record, by its id, or by what identifies one that cannot be read. */
	private readonly lastPass = new Map<number | string, number>();

	private pass = 0;

	/** How many records the current pass has shown, and how often it has shown one again. */
	private found = 0;

	private repeats = 0;

	private totalBefore = 0;

	private total = 0;

	constructor(private readonly getId: (record: T) => number) {}

	/** Begins another pass over the same list. */
	beginPass(): void {
		this.pass += 1;
		this.found = 0;
		this.repeats = 0;
		this.total = 0;
	}

	/**
	 * Counts the next page of a pass. Returns the records that no page has shown before, and whether the
	 * pass can go on: not after a page that shows nothing new, unless as many records have arrived and moved
	 * the others, because the service may return such pages for ever.
	 */
	add({ records, unreadable, totalRecords }: ListPage<T>): { fresh: T[]; canGoOn: boolean } {
		const { found } = this;
		if (this.total === 0) this.totalBefore = totalRecords;
		this.total = totalRecords;
		const fresh = records.filter((record) => this.note(this.getId(record)));
		for (const text of unreadable) this.note(text);
		const isEmpty = records.length + unreadable.length === 0;
		return { fresh, canGoOn: !isEmpty && (this.found > found || this.repeats <= this.arrived) };
	}

	/** Notes a record. Returns true if no page has shown it before. */
	note(key: number | string): boolean {
		const lastPass = this.lastPass.get(key);
		if (lastPass === this.pass) this.repeats += 1;
		else {
			this.found += 1;
			this.lastPass.set(key, this.pass);
		}
		return lastPass === undefined;
	}

	/** How many different records all passes have shown together. */
	get size(): number {
		return this.lastPass.size;
	}

	/** How many records the service counted last. */
	get counted(): number {
		return this.total;
	}

	/** How many records have arrived since the current pass began. */
	private get arrived(): number {
		return Math.max(0, this.total - this.totalBefore);
	}

	/**
	 * How many of these the current pass has not shown. A record that arrives during the pass and moves
	 * others to later pages, which show them again, is not missing.
	 */
	get missing(): number {
		return Math.max(0, this.total - this.found - Math.min(this.repeats, this.arrived));
	}
}
