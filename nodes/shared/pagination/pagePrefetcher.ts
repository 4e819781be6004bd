import { getFault } from '../http/errors';
import { requestLimits, wait, getRetryDelayMs } from '../http/retry';

interface PendingPage<Page> {
	promise: Promise<Page>;
	resolve: (page: Page) => void;
	fail: (error: unknown) => void;
}

/**
 * Fetches numbered pages ahead of the one who takes them, in order. It begins with one at a time,
 * and with each good answer dares one more, up to the most that is allowed. Where the service says
 * that it is too much (HTTP 429) it asks for half as many, after the pause that the service wants,
 * and then comes back up slowly; it gives up where nothing would succeed for
 * `limits.longestSlowDownMilliseconds`.
 */
export class PagePrefetcher<Page> {
	private readonly pending = new Map<number, PendingPage<Page>>();

	/** Pages to be sent again, before any further one; ascending. */
	private retryQueue: number[] = [];

	private next = 1;

	private taken = 0;

	/** The first page that cannot be fetched; those after it are of no use. */
	private firstFailed = Infinity;

	private inFlight = 0;

	private concurrency = 1;

	private isStarting = true;

	private isStopped = false;

	private isPausing = false;

	private pausedUntil = 0;

	/** When the number at a time was last cut, and since when nothing but refusals came. */
	private reducedAt = 0;

	private rejectedSince: number | undefined;

	private rejections = 0;

	constructor(
		private readonly fetch: (page: number) => Promise<Page>,
		private readonly maxConcurrency: number,
		/** The last page that is wanted as far as known; asked again before each request. */
		private readonly getLastPage: () => number,
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
		const answer = await this.getEntry(page).promise;
		this.pending.delete(page);
		return answer;
	}

	/**
	 * Fetches this page and those after it anew, in order: what was fetched of them, or is under way,
	 * is older than the answer that comes now, and counts for nothing.
	 */
	restartFrom(page: number): void {
		this.pending.clear();
		this.retryQueue = [];
		this.next = page;
		this.firstFailed = Infinity;
	}

	/** Starts no further request. */
	stop(): void {
		this.isStopped = true;
	}

	private getEntry(page: number): PendingPage<Page> {
		const known = this.pending.get(page);
		if (known) return known;
		const entry = {} as PendingPage<Page>;
		entry.promise = new Promise<Page>((resolve, fail) => Object.assign(entry, { resolve, fail }));
		// Nobody may ever take it: where the reader has enough, or failed on a page before.
		entry.promise.catch(() => undefined);
		this.pending.set(page, entry);
		return entry;
	}

	private fill(): void {
		if (this.isStopped || this.isPausing) return;
		if (this.mustPause()) {
			void this.pause();
			return;
		}
		while (this.inFlight < Math.floor(this.concurrency)) {
			const page = this.takeNextPage();
			if (page === undefined) return;
			void this.send(page);
		}
	}

	private takeNextPage(): number | undefined {
		const [page = this.next] = this.retryQueue;
		const last = Math.max(this.taken, this.getLastPage());
		const isWanted =
			page <= last && page < this.taken + 2 * this.maxConcurrency && page < this.firstFailed;
		if (!isWanted) return undefined;
		return this.retryQueue.shift() ?? this.next++;
	}

	private async send(page: number): Promise<void> {
		const entry = this.getEntry(page);
		const sentAt = Date.now();
		this.inFlight += 1;
		try {
			const answer = await this.fetch(page);
			this.speedUp();
			entry.resolve(answer);
		} catch (error) {
			const willRetry = this.slowDown(error, sentAt);
			if (this.pending.get(page) === entry) this.requeue(page, willRetry);
			if (!willRetry) entry.fail(error);
		} finally {
			this.inFlight -= 1;
			this.fill();
		}
	}

	private requeue(page: number, willRetry: boolean): void {
		if (willRetry) this.retryQueue = [...this.retryQueue, page].sort((one, other) => one - other);
		else this.firstFailed = Math.min(this.firstFailed, page);
	}

	private speedUp(): void {
		this.concurrency = Math.min(
			this.maxConcurrency,
			this.concurrency + (this.isStarting ? 1 : 1 / this.concurrency),
		);
		this.rejectedSince = undefined;
		this.rejections = 0;
	}

	/** True where the request is to be sent again, after a pause and with fewer beside it. */
	private slowDown(error: unknown, sentAt: number): boolean {
		const fault = getFault(error);
		if (fault?.kind !== 'rateLimited' || this.cancelled?.aborted) return false;
		const now = Date.now();
		this.rejectedSince ??= now;
		// What was sent before the last cut is no new word of the service.
		if (sentAt >= this.reducedAt) {
			this.concurrency = Math.max(1, Math.floor(this.concurrency / 2));
			this.isStarting = false;
			this.reducedAt = now + 1;
			this.rejections += 1;
		}
		const pausedUntil = now + getRetryDelayMs(this.rejections, fault);
		if (pausedUntil - this.rejectedSince > requestLimits.maxSlowDownMs) return false;
		this.pausedUntil = Math.max(this.pausedUntil, pausedUntil);
		return true;
	}

	private mustPause(): boolean {
		return this.pausedUntil > Date.now() && !this.cancelled?.aborted;
	}

	private async pause(): Promise<void> {
		this.isPausing = true;
		// Answers that were on their way may make the pause longer.
		while (this.mustPause()) await wait(this.pausedUntil - Date.now(), this.cancelled);
		this.isPausing = false;
		this.fill();
	}
}
