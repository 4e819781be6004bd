import { faultOf } from './errors';
import { limits, wait, waitAfter } from './retry';

interface Entry<Page> {
	promise: Promise<Page>;
	settle: (page: Page) => void;
	fail: (error: unknown) => void;
}

/**
 * Fetches numbered pages ahead of the one who takes them, in order. It begins with one at a time,
 * and with each good answer dares one more, up to the most that is allowed. Where the service says
 * that it is too much (HTTP 429) it asks for half as many, after the pause that the service wants,
 * and then comes back up slowly; it gives up where nothing would succeed for
 * `limits.longestSlowDownMilliseconds`.
 */
export class PagesAhead<Page> {
	private readonly entries = new Map<number, Entry<Page>>();

	/** Pages to be sent again, before any further one; ascending. */
	private again: number[] = [];

	private next = 1;

	private taken = 0;

	/** The first page that cannot be fetched; those after it are of no use. */
	private failed = Infinity;

	private underWay = 0;

	private atATime = 1;

	private isStarting = true;

	private isStopped = false;

	private isPausing = false;

	private pausedUntil = 0;

	/** When the number at a time was last cut, and since when nothing but refusals came. */
	private cutAt = 0;

	private refusedSince: number | undefined;

	private refusals = 0;

	constructor(
		private readonly fetch: (page: number) => Promise<Page>,
		private readonly most: number,
		/** The last page that is wanted as far as known; asked again before each request. */
		private readonly last: () => number,
		private readonly cancelled?: AbortSignal,
	) {}

	/**
	 * Resolves with a page, and meanwhile fetches those after it, up to the last. Pages are taken in
	 * order.
	 * @throws what `fetch` throws, for the page that is taken alone.
	 */
	async take(page: number): Promise<Page> {
		this.taken = page;
		this.fill();
		const answer = await this.entryOf(page).promise;
		this.entries.delete(page);
		return answer;
	}

	/**
	 * Fetches this page and those after it anew, in order: what was fetched of them, or is under way,
	 * is older than the answer that comes now, and counts for nothing.
	 */
	beginAgainAt(page: number): void {
		this.entries.clear();
		this.again = [];
		this.next = page;
		this.failed = Infinity;
	}

	/** Starts no further request. */
	stop(): void {
		this.isStopped = true;
	}

	private entryOf(page: number): Entry<Page> {
		const known = this.entries.get(page);
		if (known) return known;
		const entry = {} as Entry<Page>;
		entry.promise = new Promise<Page>((settle, fail) => Object.assign(entry, { settle, fail }));
		// Nobody may ever take it: where the reader has enough, or failed on a page before.
		entry.promise.catch(() => undefined);
		this.entries.set(page, entry);
		return entry;
	}

	private fill(): void {
		if (this.isStopped || this.isPausing) return;
		if (this.hasToPause()) {
			void this.pause();
			return;
		}
		while (this.underWay < Math.floor(this.atATime)) {
			const page = this.nextPage();
			if (page === undefined) return;
			void this.send(page);
		}
	}

	private nextPage(): number | undefined {
		const [page = this.next] = this.again;
		const last = Math.max(this.taken, this.last());
		const isWanted = page <= last && page < this.taken + 2 * this.most && page < this.failed;
		if (!isWanted) return undefined;
		return this.again.shift() ?? this.next++;
	}

	private async send(page: number): Promise<void> {
		const entry = this.entryOf(page);
		const sentAt = Date.now();
		this.underWay += 1;
		try {
			const answer = await this.fetch(page);
			this.speedUp();
			entry.settle(answer);
		} catch (error) {
			const isTriedAgain = this.slowDown(error, sentAt);
			if (this.entries.get(page) === entry) this.takeBack(page, isTriedAgain);
			if (!isTriedAgain) entry.fail(error);
		} finally {
			this.underWay -= 1;
			this.fill();
		}
	}

	private takeBack(page: number, isTriedAgain: boolean): void {
		if (isTriedAgain) this.again = [...this.again, page].sort((one, other) => one - other);
		else this.failed = Math.min(this.failed, page);
	}

	private speedUp(): void {
		this.atATime = Math.min(this.most, this.atATime + (this.isStarting ? 1 : 1 / this.atATime));
		this.refusedSince = undefined;
		this.refusals = 0;
	}

	/** True where the request is to be sent again, after a pause and with fewer beside it. */
	private slowDown(error: unknown, sentAt: number): boolean {
		const fault = faultOf(error);
		if (fault?.kind !== 'rateLimited' || this.cancelled?.aborted) return false;
		const now = Date.now();
		this.refusedSince ??= now;
		// What was sent before the last cut is no new word of the service.
		if (sentAt >= this.cutAt) {
			this.atATime = Math.max(1, Math.floor(this.atATime / 2));
			this.isStarting = false;
			this.cutAt = now + 1;
			this.refusals += 1;
		}
		const pausedUntil = now + waitAfter(this.refusals, fault);
		if (pausedUntil - this.refusedSince > limits.longestSlowDownMilliseconds) return false;
		this.pausedUntil = Math.max(this.pausedUntil, pausedUntil);
		return true;
	}

	private hasToPause(): boolean {
		return this.pausedUntil > Date.now() && !this.cancelled?.aborted;
	}

	private async pause(): Promise<void> {
		this.isPausing = true;
		// Answers that were on their way may make the pause longer.
		while (this.hasToPause()) await wait(this.pausedUntil - Date.now(), this.cancelled);
		this.isPausing = false;
		this.fill();
	}
}
