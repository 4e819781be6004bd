import { sleep } from 'n8n-workflow';

import { onAbort } from './abort';
import type { Fault } from './errors';

/** Timeout and retries of a request. Only tests change them. */
export const requestLimits = {
	/** How long one attempt may take, from the connection to the last byte of the answer. */
	timeoutMs: 30_000,
	/** 1,000 transactions with long texts take about 1 MB. */
	maxAnswerBytes: 20 * 1024 * 1024,
	maxAttempts: 5,
	/** Delay before the second attempt. It doubles with each further attempt. */
	initialDelayMs: 500,
	/** If `Retry-After` asks for more, the request fails at once. */
	maxRetryAfterSeconds: 60,
	/** How long a list of many pages is retried while the service answers nothing but HTTP 429. */
	maxSlowDownMs: 5 * 60_000,
};

/**
 * Timers stand still while a computer sleeps, and a clock may be set. So a long wait looks at the clock
 * once a minute.
 */
const MAX_SLEEP_MS = 60_000;

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

/** Waits for the given time, or until the signal is aborted. */
export async function wait(milliseconds: number, cancelled?: AbortSignal): Promise<void> {
	let remaining = milliseconds;
	while (remaining > 0 && !cancelled?.aborted) {
		const step = Math.min(remaining, MAX_SLEEP_MS);
		const startedAt = Date.now();
		await sleepUntilAbort(step, cancelled);
		remaining -= Math.max(step, Date.now() - startedAt);
	}
}

/** Only n8n 2 passes the signal of `sleep` on to its timer, so that an abort also ends the timer. */
async function sleepUntilAbort(milliseconds: number, signal?: AbortSignal): Promise<void> {
	let stopListening = () => {};
	const aborted = new Promise<void>((resolve) => {
		stopListening = onAbort(signal, resolve);
	});
	await Promise.race([sleep(milliseconds, signal).catch(() => undefined), aborted]);
	stopListening();
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
