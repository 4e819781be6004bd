import { getFault } from '../http/errors';
import { requestLimits, wait, getRetryDelayMs } from '../http/retry';

interface PendingPage<Page> {
	promise: Promise<Page>;
	resolve: (page: Page) => void;
	fail: (error: unknown) => void;
}

/**
 * Prefetches numbered pages ahead of the consumer. The concurrency follows slow start and AIMD: it
 * starts at one request and grows by one with each response. HTTP 429 halves it, after the delay that
 * the service asks for; from then on it grows by one for each round of responses. Gives up if no
 * request succeeds for `requestLimits.maxSlowDownMs`.
 */
export class PagePrefetcher<Page> {
	private readonly pending = new Map<number, PendingPage<Page>>();

	/** Pages to request again before any other, in ascending order. */
	private retryQueue: number[] = [];

	private next = 1;

	private taken = 0;

	/** The first page that failed. Later pages are not needed. */
	private firstFailed = Infinity;

	private inFlight = 0;

	private concurrency = 1;

	private isStarting = true;

	private isStopped = false;

	private isPausing = false;

	private pausedUntil = 0;

	/** When the concurrency was last reduced. */
	private reducedAt = 0;

	/** When the first of the current series of HTTP 429 responses came. */
	private rejectedSince: number | undefined;

	private rejections = 0;

	constructor(
		private readonly fetch: (page: number) => Promise<Page>,
		private readonly maxConcurrency: number,
		/** Returns the last page that is needed, as far as known. Called before each request. */
		private readonly getLastPage: () => number,
		private readonly cancelled?: AbortSignal,
	) {}

	/**
	 * Resolves with a page and prefetches the pages after it. Pages must be taken in order.
	 * @throws what `fetch` throws for this page.
	 */
	async take(page: number): Promise<Page> {
		this.taken = page;
		this.fill();
		const answer = await this.getEntry(page).promise;
		this.pending.delete(page);
		return answer;
	}

	/**
	 * Discards this page and all later pages, fetched or in flight, and requests them again. Their
	 * content may be older than what the consumer has seen since.
	 */
	restartFrom(page: number): void {
		this.pending.clear();
		this.retryQueue = [];
		this.next = page;
		this.firstFailed = Infinity;
	}

	/** Stops sending requests. */
	stop(): void {
		this.isStopped = true;
	}

	private getEntry(page: number): PendingPage<Page> {
		const known = this.pending.get(page);
		if (known) return known;
		const entry = {} as PendingPage<Page>;
		entry.promise = new Promise<Page>((resolve, fail) => Object.assign(entry, { resolve, fail }));
		// The page may never be taken, e.g. if an earlier one failed.
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

	/** Reduces the concurrency after HTTP 429. Returns true if the request has to be sent again. */
	private slowDown(error: unknown, sentAt: number): boolean {
		const fault = getFault(error);
		if (fault?.kind !== 'rateLimited' || this.cancelled?.aborted) return false;
		const now = Date.now();
		this.rejectedSince ??= now;
		// Requests sent before the last reduction tell us nothing new.
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
		// Responses in flight may extend the pause.
		while (this.mustPause()) await wait(this.pausedUntil - Date.now(), this.cancelled);
		this.isPausing = false;
		this.fill();
	}
}
