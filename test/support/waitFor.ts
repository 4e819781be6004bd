import pRetry from 'p-retry';

/** How long tests wait. Only mutation tests shorten it. */
export const waiting = { timeoutMs: 30_000 };

export interface WaitOptions {
	timeoutMs?: number;
	intervalMs?: number;
	/** Ends the wait early, with a rejection. */
	signal?: AbortSignal;
}

/**
 * Calls `check` until it no longer throws, and resolves with what it returned.
 * Rejects with its last error after the timeout, 30 seconds by default.
 */
export async function waitFor<T>(
	check: () => T | Promise<T>,
	{ timeoutMs = waiting.timeoutMs, intervalMs = 20, signal }: WaitOptions = {},
): Promise<T> {
	const pace = { retries: Infinity, factor: 1, minTimeout: intervalMs };
	return await pRetry(check, { ...pace, maxRetryTime: timeoutMs, signal });
}

/**
 * Reads a value until `isExpected` accepts it, and resolves with it. Rejects after the timeout, two
 * minutes by default, with the description of what was awaited and the last value.
 */
export async function waitUntil<T>(
	description: string,
	read: () => T | Promise<T>,
	isExpected: (value: T) => boolean,
	{ timeoutMs = 120_000, intervalMs = 200, signal }: WaitOptions = {},
): Promise<T> {
	return await waitFor(
		async () => {
			const value = await read();
			if (isExpected(value)) return value;
			const seen = JSON.stringify(value).slice(0, 1000);
			throw new Error(`Not after ${timeoutMs / 1000} seconds: ${description}. Last value: ${seen}`);
		},
		{ timeoutMs, intervalMs, signal },
	);
}

/**
 * Reads a value until it stays the same over one interval, and resolves with it. Rejects after 30
 * seconds.
 */
export async function waitUntilStable<T>(
	read: () => T | Promise<T>,
	intervalMs: number,
): Promise<T> {
	let previous: T | undefined;
	return await waitFor(
		async () => {
			const value = await read();
			const isStable = value === previous;
			previous = value;
			if (!isStable) throw new Error(`Still changing; last value: ${JSON.stringify(value)}`);
			return value;
		},
		{ intervalMs },
	);
}
