import type { ListPage, ListTally } from './listTally';
import { PagePrefetcher } from './pagePrefetcher';

/** Default of the maximum number of requests in flight. */
export const DEFAULT_CONCURRENCY = 8;

/** How often a list is read from the start if records leave it meanwhile. */
const MAX_PASSES = 5;

/** How the pages of a list are read. */
export interface PageReading<T, Page extends ListPage<T>> {
	/** Counts what the pages show. */
	tally: ListTally<T>;
	/** Fetches a page, which is numbered from 1. Throws HTTP 429 at once. */
	fetchPage: (page: number) => Promise<Page>;
	maxConcurrency?: number;
	/** Returns how many more pages the consumer probably needs. No others are prefetched. */
	expectedPages?: () => number;
	cancelled?: AbortSignal;
	/** Called if a page cannot be read. Returns the error to throw. */
	toError?: (error: unknown, page: number) => unknown;
}

/**
 * Yields the pages of a list in order, each with the records that none before it has shown, and
 * prefetches further ones. The list may change meanwhile:
 * - New records move others to later pages, so that a record may come up twice. None is missed if
 *   each page was read after the one before it. Otherwise its `totalRecords` is lower, and the page
 *   and all later ones are requested again.
 * - If `totalRecords` is still lower, records have left the list, and others may have moved to pages
 *   that were read before. The list is then read again from the first page.
 *
 * The pages may end before the last one, and need not show the whole list: the tally tells.
 */
export async function* readPages<T, Page extends ListPage<T>>(
	reading: PageReading<T, Page>,
): AsyncGenerator<Page> {
	for (let pass = 1; pass <= MAX_PASSES; pass++) {
		const hasEnded = yield* readOnce(reading, pass < MAX_PASSES);
		if (hasEnded) return;
	}
}

/** Returns false if the list has to be read again. */
async function* readOnce<T, Page extends ListPage<T>>(
	{ fetchPage, tally, maxConcurrency, expectedPages, cancelled, toError }: PageReading<T, Page>,
	mayRestart: boolean,
): AsyncGenerator<Page, boolean> {
	let page = 1;
	let totalPages = 1;
	const prefetcher = new PagePrefetcher(
		fetchPage,
		maxConcurrency ?? DEFAULT_CONCURRENCY,
		() => Math.min(totalPages, page + (expectedPages?.() ?? Infinity) - 1),
		cancelled,
	);
	const isOlder = (answer: Page) => mayRestart && page > 1 && answer.totalRecords < tally.counted;
	tally.beginPass();
	try {
		for (; page <= totalPages; page++) {
			let answer = await prefetcher.take(page);
			if (isOlder(answer)) {
				prefetcher.restartFrom(page);
				answer = await prefetcher.take(page);
			}
			if (isOlder(answer)) return false;
			({ totalPages } = answer);
			const { fresh, canGoOn } = tally.add(answer);
			yield { ...answer, records: fresh };
			if (!canGoOn) return true;
		}
		return true;
	} catch (error) {
		throw toError?.(error, page) ?? error;
	} finally {
		prefetcher.stop();
	}
}
