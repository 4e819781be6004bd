import type { INode } from 'n8n-workflow';

import { toNodeApiError, type Fault } from '../../nodes/shared/http/errors';
import { requestLimits } from '../../nodes/shared/http/retry';
import { PagePrefetcher } from '../../nodes/shared/pagination/pagePrefetcher';

const node = { name: 'Bank', type: 'bank', typeVersion: 1 } as INode;

/** A page of this service, and how often it was requested. */
interface Answer {
	page: number;
	version: number;
}

/** A reader of pages whose requests the test answers one by one. */
class ControlledReader {
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
const advanceTime = async (milliseconds: number) =>
	await jest.advanceTimersByTimeAsync(milliseconds);

/** The fault of a service that receives too many requests. */
const RATE_LIMITED: Fault = { kind: 'rateLimited', status: 429 };

/** Starts a reader and waits until `maxConcurrency` pages are in flight. */
async function startReader(maxConcurrency: number, pages = 1000): Promise<ControlledReader> {
	const reader = new ControlledReader(maxConcurrency, pages);
	void reader.read();
	while (reader.inFlight.length < maxConcurrency) await reader.answer(...reader.inFlight);
	return reader;
}

/** Starts a reader that has taken the first of 1,000 pages. The test takes the others. */
async function startAfterFirstPage(maxConcurrency: number): Promise<ControlledReader> {
	const reader = new ControlledReader(maxConcurrency, 1000);
	reader.last = 1000;
	void reader.prefetcher.take(1);
	await reader.answer(1);
	return reader;
}

beforeEach(() => {
	jest.useFakeTimers();
});

afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

const numbers = (first: number, last: number) =>
	Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe('pages', () => {
	it('are requested one, two, then four at a time, up to the maximum', async () => {
		const reader = new ControlledReader(6, 1000);
		void reader.read();
		for (const [first, last] of [
			[1, 1],
			[2, 3],
			[4, 7],
			[8, 13],
			[14, 19],
		]) {
			expect(reader.inFlight).toEqual(numbers(first, last));
			await reader.answer(...reader.inFlight);
		}
	});

	it('are requested as soon as one is answered, not only when all are', async () => {
		const reader = await startReader(4);
		const [first, ...others] = reader.inFlight;
		await reader.answer(first);
		expect(reader.inFlight).toEqual([...others, first + 4]);
	});

	it('are taken in order, in whatever order they are answered', async () => {
		const reader = new ControlledReader(8, 30);
		const reading = reader.read();
		while (reader.inFlight.length > 0) await reader.answer(...reader.inFlight.reverse());
		await reading;
		expect(reader.taken.map(({ page }) => page)).toEqual(numbers(1, 30));
		expect(reader.requestedPages).toHaveLength(30);
	});

	it('are not fetched far ahead of one that is missing', async () => {
		const reader = await startReader(4);
		const [first] = reader.inFlight;
		for (let rounds = 0; rounds < 20; rounds++) {
			await reader.answer(...reader.inFlight.filter((page) => page !== first));
		}
		expect(reader.inFlight).toEqual([first]);
		expect(Math.max(...reader.requestedPages)).toBeLessThan(first + 2 * 4);
	});

	it('are no longer requested after a stop, not even when a pause ends', async () => {
		const reader = await startReader(4);
		const [first, ...others] = reader.inFlight;
		await reader.fail(RATE_LIMITED, first);
		reader.prefetcher.stop();
		const { length } = reader.requestedPages;
		await reader.answer(...others);
		await advanceTime(requestLimits.maxSlowDownMs);
		expect(reader.requestedPages).toHaveLength(length);
	});

	it('are all requested again in order from where the reader restarts', async () => {
		const reader = await startAfterFirstPage(4);
		const { prefetcher } = reader;
		void prefetcher.take(2);
		await reader.answer(2, 3);
		expect(reader.inFlight).toEqual([4, 5, 6, 7]);
		prefetcher.restartFrom(2);
		const second = prefetcher.take(2);
		await reader.answer(4, 5, 6, 7);
		expect(reader.inFlight).toEqual([2, 3, 4, 5]);
		await reader.answer(2, 3, 4, 5);
		for (const [page, answer] of [
			[2, second],
			[3, prefetcher.take(3)],
			[4, prefetcher.take(4)],
		] as const) {
			expect(await answer).toEqual({ page, version: 2 });
		}
	});

	it('are requested again even if a request from before the restart fails', async () => {
		const reader = await startAfterFirstPage(2);
		const { prefetcher } = reader;
		expect(reader.inFlight).toEqual([2, 3]);
		prefetcher.restartFrom(2);
		const second = prefetcher.take(2);
		await reader.fail({ kind: 'unavailable', status: 500 }, 2, 3);
		await reader.answer(2, 3);
		expect(await second).toEqual({ page: 2, version: 2 });
		expect(await prefetcher.take(3)).toEqual({ page: 3, version: 2 });
	});

	it('are requested again even if one of them had failed', async () => {
		const reader = await startAfterFirstPage(2);
		const { prefetcher } = reader;
		void prefetcher.take(2);
		await reader.fail({ kind: 'unavailable', status: 500 }, 3);
		await reader.answer(2);
		prefetcher.restartFrom(2);
		const second = prefetcher.take(2);
		await reader.answer(2, 3);
		expect(await second).toEqual({ page: 2, version: 2 });
		expect(await prefetcher.take(3)).toEqual({ page: 3, version: 2 });
	});
});

describe('rate limiting', () => {
	it('halves the concurrency after a pause and starts with the refused pages', async () => {
		const reader = await startReader(8);
		const refused = reader.inFlight;
		await reader.fail({ ...RATE_LIMITED, retryAfterSeconds: 2 }, ...refused);
		await advanceTime(1999);
		expect(reader.inFlight).toEqual([]);
		await advanceTime(1);
		expect(reader.inFlight).toEqual(refused.slice(0, 4));
	});

	it('halves the concurrency again if the service still refuses, down to one', async () => {
		const reader = await startReader(8);
		for (const count of [4, 2, 1, 1]) {
			await reader.fail(RATE_LIMITED, ...reader.inFlight);
			await advanceTime(10_000);
			expect(reader.inFlight).toHaveLength(count);
		}
	});

	it('returns to the former concurrency step by step', async () => {
		const reader = await startReader(8);
		await reader.fail(RATE_LIMITED, ...reader.inFlight);
		await advanceTime(1000);
		const counts = new Set<number>();
		for (let rounds = 0; rounds < 30; rounds++) {
			counts.add(reader.inFlight.length);
			await reader.answer(...reader.inFlight);
		}
		expect([...counts]).toEqual([4, 5, 6, 7, 8]);
		expect(reader.failed).toBeUndefined();
	});

	it('waits for the longest of several Retry-After values', async () => {
		const reader = await startReader(2);
		const [first, second] = reader.inFlight;
		await reader.fail({ ...RATE_LIMITED, retryAfterSeconds: 2 }, first);
		await advanceTime(1000);
		await reader.fail({ ...RATE_LIMITED, retryAfterSeconds: 5 }, second);
		await advanceTime(4999);
		expect(reader.inFlight).toEqual([]);
		await advanceTime(1);
		expect(reader.inFlight).toEqual([first]);
	});

	it('waits as long as the service asks, up to exactly the limit', async () => {
		const reader = await startReader(2);
		await reader.fail({ ...RATE_LIMITED, retryAfterSeconds: 300 }, ...reader.inFlight);
		await advanceTime(299_999);
		expect(reader.inFlight).toEqual([]);
		await advanceTime(1);
		expect(reader.inFlight).toHaveLength(1);
		expect(reader.failed).toBeUndefined();
	});

	it('does not wait if the service asks for more than the limit', async () => {
		const reader = await startReader(2);
		const { length } = reader.requestedPages;
		await reader.fail({ ...RATE_LIMITED, retryAfterSeconds: 301 }, ...reader.inFlight);
		expect(reader.failed).toMatchObject({ context: { fault: { retryAfterSeconds: 301 } } });
		expect(reader.requestedPages).toHaveLength(length);
	});

	it('waits no longer than the limit in total', async () => {
		const reader = await startReader(4);
		const start = Date.now();
		while (reader.failed === undefined && Date.now() - start < 3_600_000) {
			if (reader.inFlight.length > 0) await reader.fail(RATE_LIMITED, ...reader.inFlight);
			else await advanceTime(250);
		}
		expect(reader.failed).toMatchObject({ context: { fault: RATE_LIMITED } });
		expect(Date.now() - start).toBeLessThanOrEqual(requestLimits.maxSlowDownMs);
		expect(reader.requestedPages.length).toBeLessThan(40);
	});

	it('restarts its count with every successful answer', async () => {
		const reader = await startReader(1);
		const start = Date.now();
		while (Date.now() - start < 3 * requestLimits.maxSlowDownMs) {
			await reader.fail({ ...RATE_LIMITED, retryAfterSeconds: 60 }, ...reader.inFlight);
			await advanceTime(60_000);
			await reader.answer(...reader.inFlight);
		}
		expect(reader.failed).toBeUndefined();
	});
});

it.each<Fault>([{ kind: 'unavailable', status: 503 }, { kind: 'connectionLost' }])(
	'ends at %j and requests nothing again',
	async (fault) => {
		const reader = await startReader(4);
		const [first, second] = reader.inFlight;
		await reader.fail(fault, second);
		expect(reader.failed).toBeUndefined();
		await reader.answer(first);
		expect(reader.failed).toMatchObject({ context: { fault } });
		expect(reader.taken.at(-1)).toMatchObject({ page: first });
		await advanceTime(requestLimits.maxSlowDownMs);
		expect(reader.requestedPages.filter((page) => page === second)).toHaveLength(1);
	},
);

it('throws an error that is no fault of the service as it is', async () => {
	const error = new TypeError('x is not a function');
	const prefetcher = new PagePrefetcher(
		async () => await Promise.reject(error),
		2,
		() => 2,
	);
	await expect(prefetcher.take(1)).rejects.toBe(error);
});

it('does not request pages that are no longer needed, including refused ones', async () => {
	const reader = await startReader(4);
	const [first, ...others] = reader.inFlight;
	await reader.fail(RATE_LIMITED, ...others);
	reader.last = first;
	await advanceTime(10_000);
	expect(reader.inFlight).toEqual([first]);
	await reader.answer(first);
	expect(reader.inFlight).toEqual(others.slice(0, 2));
	expect(reader.taken.at(-1)).toMatchObject({ page: first });
});
