import { sleep } from 'n8n-workflow';

import type { Fault } from './errors';

/** Timeout and retries of a request. Only tests change them. */
export const requestLimits = {
	/** Timeout of one attempt. */
	timeoutMs: 30_000,
	maxAttempts: 5,
	/** Delay before the second attempt. It doubles with each further attempt. */
	initialDelayMs: 500,
	/** If `Retry-After` asks for more, the request fails at once. */
	maxRetryAfterSeconds: 60,
	/** How long a list of many pages is retried while the service answers nothing but HTTP 429. */
	maxSlowDownMs: 5 * 60_000,
};

/** How often a waiting request checks whether the execution was cancelled. */
const CANCEL_CHECK_INTERVAL_MS = 250;

const UNAVAILABLE_STATUS = [502, 503, 504];

/**
 * Returns true if a failed request may be sent again: a GET after every temporary fault, any other
 * method only if the service cannot have carried it out (docs/service-api.md#errors).
 */
export function mayRetry(method: string, fault: Fault): boolean {
	if ((fault.retryAfterSeconds ?? 0) > requestLimits.maxRetryAfterSeconds) return false;
	if (fault.kind === 'rateLimited' || fault.kind === 'connectionRefused') return true;
	if (method !== 'GET') return false;
	if (fault.kind === 'unavailable') return UNAVAILABLE_STATUS.includes(fault.status ?? 0);
	return fault.kind === 'connectionLost' || fault.kind === 'timedOut';
}

/** Returns the delay after an attempt (the first is 1): exponential backoff with jitter. */
export function getRetryDelayMs(attempt: number, fault: Fault): number {
	const backoff = requestLimits.initialDelayMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
	return Math.max(backoff, (fault.retryAfterSeconds ?? 0) * 1000);
}

/** Waits for the given time, or until the execution is cancelled. */
export async function wait(milliseconds: number, cancelled?: AbortSignal): Promise<void> {
	const end = Date.now() + milliseconds;
	for (
		let remaining = milliseconds;
		remaining > 0 && !cancelled?.aborted;
		remaining = end - Date.now()
	) {
		await sleep(Math.min(remaining, CANCEL_CHECK_INTERVAL_MS));
	}
}

/**
 * Returns the seconds that a `Retry-After` header asks for, which holds seconds or an HTTP date.
 * Undefined if the header is missing or invalid.
 */
export function parseRetryAfter(header: unknown, now = Date.now()): number | undefined {
	if (typeof header !== 'string') return undefined;
	if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header);
	const date = Date.parse(header);
	return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}
