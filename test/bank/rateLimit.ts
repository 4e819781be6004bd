import type { Settings } from './settings';

/** Counts requests in a sliding window. */
export class RateLimiter {
	private accepted: number[] = [];

	/** Milliseconds until a request is let through; 0: this one is, and counts. */
	waitFor(limit: NonNullable<Settings['rateLimit']>): number {
		const now = Date.now();
		this.accepted = this.accepted.filter((time) => time > now - limit.perMs);
		if (this.accepted.length < limit.requests) {
			this.accepted.push(now);
			return 0;
		}
		const oldest = this.accepted[this.accepted.length - limit.requests] ?? now;
		return Math.max(1, oldest + limit.perMs - now);
	}
}
