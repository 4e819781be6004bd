import { sleep } from 'n8n-workflow';

import type { Fault } from './errors';

/** The bounds of one request. Tests shorten the times; nothing else changes them. */
export const requestLimits = {
	/** How long one try may take. */
	timeoutMs: 30_000,
	/** How often a request is sent at most. */
	maxAttempts: 5,
	/** The wait before the second try; it doubles with each further one. */
	initialDelayMs: 500,
	/** The longest wait that the service may ask for with Retry-After. */
	maxRetryAfterSeconds: 60,
	/** How long a reader of many pages waits at most while the service refuses every one. */
	maxSlowDownMs: 5 * 60_000,
};

/** How finely a wait looks whether the execution was cancelled meanwhile. */
const CANCEL_CHECK_INTERVAL_MS = 250;

const UNAVAILABLE_STATUS = [502, 503, 504];

/**
 * Tells whether a failed request may be sent again. A GET changes nothing and is repeated after
 * every passing fault; any other method only where the service cannot have carried it out.
 */
export function mayRetry(method: string, fault: Fault): boolean {
	if ((fault.retryAfterSeconds ?? 0) > requestLimits.maxRetryAfterSeconds) return false;
	if (fault.kind === 'rateLimited' || fault.kind === 'connectionRefused') return true;
	if (method !== 'GET') return false;
	if (fault.kind === 'unavailable') return UNAVAILABLE_STATUS.includes(fault.status ?? 0);
	return fault.kind === 'connectionLost' || fault.kind === 'timedOut';
}

/** Milliseconds to wait after the given try (1 is the first): exponential, with jitter. */
export function getRetryDelayMs(attempt: number, fault: Fault): number {
	const backoff = requestLimits.initialDelayMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
	return Math.max(backoff, (fault.retryAfterSeconds ?? 0) * 1000);
}

/** Waits that long, or shorter where the execution is cancelled. */
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
 * Seconds that a Retry-After header asks for: a number of seconds or an HTTP date.
 * Undefined where the header is missing or unreadable.
 */
export function parseRetryAfter(header: unknown, now = Date.now()): number | undefined {
	if (typeof header !== 'string' || header.trim() === '') return undefined;
	if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header);
	const date = Date.parse(header);
	return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}
