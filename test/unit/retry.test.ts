/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { getEventListeners } from 'node:events';

import fc from 'fast-check';

import type { Fault } from '../../nodes/shared/http/errors';
import {
	requestLimits,
	mayRetry,
	parseRetryAfter,
	wait,
	getRetryDelayMs,
} from '../../nodes/shared/http/retry';

afterEach(() => {
	jest.restoreAllMocks();
	jest.useRealTimers();
});

const CHANGES = ['POST', 'PUT', 'DELETE'];

it('has the documented limits', () => {
	expect(requestLimits).toMatchObject({
		timeoutMs: 30_000,
		maxAnswerBytes: 20 * 1024 * 1024,
		maxAttempts: 5,
		maxRetryAfterSeconds: 60,
		maxSlowDownMs: 300_000,
	});
});

describe('a request', () => {
	it.each<Fault>([
		{ kind: 'rateLimited', status: 429 },
		{ kind: 'rateLimited', status: 429, retryAfterSeconds: 60 },
		{ kind: 'connectionRefused' },
	])('is sent again whatever its method if it cannot have been carried out: %j', (fault) => {
		for (const method of ['GET', ...CHANGES]) expect(mayRetry(method, fault)).toBe(true);
	});

	it.each<Fault>([
		{ kind: 'connectionLost' },
		{ kind: 'timedOut' },
		{ kind: 'unavailable', status: 502 },
		{ kind: 'unavailable', status: 503 },
		{ kind: 'unavailable', status: 504 },
	])('is sent again only if it changes nothing, after %j', (fault) => {
		expect(mayRetry('GET', fault)).toBe(true);
		for (const method of CHANGES) expect(mayRetry(method, fault)).toBe(false);
	});

	it.each<Fault>([
		{ kind: 'unauthorized' },
		{ kind: 'missing' },
		{ kind: 'rejected' },
		{ kind: 'unreachable' },
		{ kind: 'redirected' },
		{ kind: 'unreadable' },
		{ kind: 'tooLarge' },
		{ kind: 'invalidRecord' },
		{ kind: 'invalidRequest' },
		{ kind: 'cancelled' },
		{ kind: 'unavailable', status: 500 },
		{ kind: 'unavailable', status: 501 },
		{ kind: 'unavailable' },
		{ kind: 'rateLimited', status: 429, retryAfterSeconds: 60.001 },
		{ kind: 'unavailable', status: 503, retryAfterSeconds: 3600 },
	])('is never sent again after %j', (fault) => {
		for (const method of ['GET', ...CHANGES]) expect(mayRetry(method, fault)).toBe(false);
	});
});

describe('the delay before the next attempt', () => {
	const attempts = fc.integer({ min: 1, max: 5 });
	const chances = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

	it('grows with each attempt and varies randomly', () => {
		const fault: Fault = { kind: 'connectionRefused' };
		fc.assert(
			fc.property(attempts, chances, (attempt, chance) => {
				jest.spyOn(Math, 'random').mockReturnValue(chance);
				const longest = requestLimits.initialDelayMs * 2 ** (attempt - 1);
				const milliseconds = getRetryDelayMs(attempt, fault);
				expect(milliseconds).toBeGreaterThanOrEqual(longest / 2);
				expect(milliseconds).toBeLessThanOrEqual(longest);
				expect(getRetryDelayMs(attempt + 1, fault)).toBe(2 * milliseconds);
			}),
		);
		jest.restoreAllMocks();
		const [one, other] = [fault, fault].map((repeated) => getRetryDelayMs(1, repeated));
		expect(one).not.toBe(other);
	});

	it('is at least as long as the service asks for', () => {
		fc.assert(
			fc.property(attempts, fc.integer({ min: 0, max: 60 }), (attempt, retryAfterSeconds) => {
				const fault: Fault = { kind: 'rateLimited', retryAfterSeconds };
				expect(getRetryDelayMs(attempt, fault)).toBeGreaterThanOrEqual(retryAfterSeconds * 1000);
			}),
		);
	});

	describe('while it passes', () => {
		const ended = jest.fn();

		beforeEach(() => {
			jest.useFakeTimers();
			ended.mockReset();
		});

		it('ends as soon as the execution is cancelled, and leaves no timer and no listener', async () => {
			const cancelling = new AbortController();
			void wait(3_600_000, cancelling.signal).then(ended);
			await jest.advanceTimersByTimeAsync(10_000);
			expect(ended).not.toHaveBeenCalled();
			cancelling.abort();
			await jest.advanceTimersByTimeAsync(0);
			expect(ended).toHaveBeenCalled();
			expect(jest.getTimerCount()).toBe(0);
			expect(getEventListeners(cancelling.signal, 'abort')).toEqual([]);
		});

		it('does not begin if the execution is cancelled already', async () => {
			await wait(3_600_000, AbortSignal.abort());
			expect(jest.getTimerCount()).toBe(0);
		});

		it('is exactly as long as it should be, wakes once a minute, and leaves no listener', async () => {
			const { signal } = new AbortController();
			const start = Date.now();
			void wait(14.5 * 60_000, signal).then(ended);
			for (let wakes = 0; wakes < 15; wakes++) await jest.advanceTimersToNextTimerAsync();
			expect(ended).toHaveBeenCalled();
			expect(Date.now() - start).toBe(14.5 * 60_000);
			expect(getEventListeners(signal, 'abort')).toEqual([]);
		});

		it('ends within a minute after a sleep of the computer, during which timers stand still', async () => {
			void wait(3_600_000).then(ended);
			await jest.advanceTimersByTimeAsync(1000);
			jest.setSystemTime(Date.now() + 8 * 3_600_000);
			await jest.advanceTimersByTimeAsync(60_000);
			expect(ended).toHaveBeenCalled();
		});

		it('is not longer if the clock is set back', async () => {
			void wait(120_000).then(ended);
			await jest.advanceTimersByTimeAsync(1000);
			jest.setSystemTime(Date.now() - 24 * 3_600_000);
			await jest.advanceTimersByTimeAsync(119_000);
			expect(ended).toHaveBeenCalled();
		});
	});
});

describe('Retry-After', () => {
	const now = Date.parse('2026-01-31T10:00:00Z');

	it.each([
		['0', 0],
		['7', 7],
		[' 120 ', 120],
		['0.25', 0.25],
		['Sat, 31 Jan 2026 10:00:30 +0000', 30],
		['Sat, 31 Jan 2026 10:00:00 GMT', 0],
		['Sat, 31 Jan 2026 09:00:00 GMT', 0],
	])('reads "%s" as %d seconds', (header, seconds) => {
		expect(parseRetryAfter(header, now)).toBe(seconds);
	});

	it.each([undefined, null, '', ' ', 'soon', '5 s', [], {}])('ignores %j', (header) => {
		expect(parseRetryAfter(header, now)).toBeUndefined();
	});
});
