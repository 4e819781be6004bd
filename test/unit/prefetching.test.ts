import type { Fault } from '../../nodes/service/errors';
import { limits } from '../../nodes/service/retry';
import { pass, Practice, TOO_MANY } from './controlledPages';

/** A reader with so many pages under way. */
async function begun(most: number, pages = 1000): Promise<Practice> {
	const practice = new Practice(most, pages);
	void practice.read();
	while (practice.underWay.length < most) await practice.answer(...practice.underWay);
	return practice;
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
	it('are asked for one, then two, then four at a time, up to the most', async () => {
		const practice = new Practice(6, 1000);
		void practice.read();
		for (const [first, last] of [
			[1, 1],
			[2, 3],
			[4, 7],
			[8, 13],
			[14, 19],
		]) {
			expect(practice.underWay).toEqual(numbers(first, last));
			await practice.answer(...practice.underWay);
		}
	});

	it('are asked for as soon as one is answered, not only when all are', async () => {
		const practice = await begun(4);
		const [first, ...others] = practice.underWay;
		await practice.answer(first);
		expect(practice.underWay).toEqual([...others, first + 4]);
	});

	it('are taken in order, in whatever order they are answered', async () => {
		const practice = new Practice(8, 30);
		const reading = practice.read();
		while (practice.underWay.length > 0) await practice.answer(...practice.underWay.reverse());
		await reading;
		expect(practice.taken.map(({ page }) => page)).toEqual(numbers(1, 30));
		expect(practice.sent).toHaveLength(30);
	});

	it('are not fetched far ahead of one that stays out', async () => {
		const practice = await begun(4);
		const [first] = practice.underWay;
		for (let rounds = 0; rounds < 20; rounds++) {
			await practice.answer(...practice.underWay.filter((page) => page !== first));
		}
		expect(practice.underWay).toEqual([first]);
		expect(Math.max(...practice.sent)).toBeLessThan(first + 2 * 4);
	});

	it('are no longer asked for after a stop, also where a pause ends', async () => {
		const practice = await begun(4);
		const [first, ...others] = practice.underWay;
		await practice.fail(TOO_MANY, first);
		practice.ahead.stop();
		const { length } = practice.sent;
		await practice.answer(...others);
		await pass(limits.longestSlowDownMilliseconds);
		expect(practice.sent).toHaveLength(length);
	});

	it('are all asked for anew from where the reader begins again, in order', async () => {
		const practice = new Practice(4, 1000);
		const { ahead } = practice;
		practice.last = 1000;
		void ahead.take(1);
		await practice.answer(1);
		void ahead.take(2);
		await practice.answer(2, 3);
		expect(practice.underWay).toEqual([4, 5, 6, 7]);
		ahead.beginAgainAt(2);
		const second = ahead.take(2);
		await practice.answer(4, 5, 6, 7);
		expect(practice.underWay).toEqual([2, 3, 4, 5]);
		await practice.answer(2, 3, 4, 5);
		for (const [page, answer] of [
			[2, second],
			[3, ahead.take(3)],
			[4, ahead.take(4)],
		] as const) {
			expect(await answer).toEqual({ page, version: 2 });
		}
	});

	it('are asked for anew also where one of them had failed', async () => {
		const practice = new Practice(2, 1000);
		const { ahead } = practice;
		practice.last = 1000;
		void ahead.take(1);
		await practice.answer(1);
		void ahead.take(2);
		await practice.fail({ kind: 'unavailable', status: 500 }, 3);
		await practice.answer(2);
		ahead.beginAgainAt(2);
		const second = ahead.take(2);
		await practice.answer(2, 3);
		expect(await second).toEqual({ page: 2, version: 2 });
		expect(await ahead.take(3)).toEqual({ page: 3, version: 2 });
	});
});

describe('a service that gets too many requests', () => {
	it('is asked for half as many, after a pause, beginning with what it refused', async () => {
		const practice = await begun(8);
		const refused = practice.underWay;
		await practice.fail({ ...TOO_MANY, retryAfterSeconds: 2 }, ...refused);
		await pass(1999);
		expect(practice.underWay).toEqual([]);
		await pass(1);
		expect(practice.underWay).toEqual(refused.slice(0, 4));
	});

	it('is asked for half as many again where it still refuses, down to one', async () => {
		const practice = await begun(8);
		for (const count of [4, 2, 1, 1]) {
			await practice.fail(TOO_MANY, ...practice.underWay);
			await pass(10_000);
			expect(practice.underWay).toHaveLength(count);
		}
	});

	it('is asked for as many as before in the end, step by step', async () => {
		const practice = await begun(8);
		await practice.fail(TOO_MANY, ...practice.underWay);
		await pass(1000);
		const counts = [practice.underWay.length];
		while (counts.length < 100 && counts[counts.length - 1] < 8) {
			await practice.answer(...practice.underWay);
			counts.push(practice.underWay.length);
		}
		expect([...new Set(counts)]).toEqual([4, 5, 6, 7, 8]);
		expect(practice.failed).toBeUndefined();
	});

	it('is left alone for as long as it says, also for minutes', async () => {
		const practice = await begun(2);
		await practice.fail({ ...TOO_MANY, retryAfterSeconds: 240 }, ...practice.underWay);
		await pass(239_999);
		expect(practice.underWay).toEqual([]);
		await pass(1);
		expect(practice.underWay).toHaveLength(1);
		expect(practice.failed).toBeUndefined();
	});

	it('is left alone for the longest that it says', async () => {
		const practice = await begun(2);
		const [first, second] = practice.underWay;
		await practice.fail({ ...TOO_MANY, retryAfterSeconds: 2 }, first);
		await pass(1000);
		await practice.fail({ ...TOO_MANY, retryAfterSeconds: 5 }, second);
		await pass(4999);
		expect(practice.underWay).toEqual([]);
		await pass(1);
		expect(practice.underWay).toEqual([first]);
	});

	it('is not waited for where it asks for more than the bound', async () => {
		const practice = await begun(2);
		const { length } = practice.sent;
		await practice.fail({ ...TOO_MANY, retryAfterSeconds: 301 }, ...practice.underWay);
		expect(practice.failed).toMatchObject({ context: { fault: { retryAfterSeconds: 301 } } });
		expect(practice.sent).toHaveLength(length);
	});

	it('is waited for no longer than the bound in all', async () => {
		const practice = await begun(4);
		const start = Date.now();
		while (practice.failed === undefined && Date.now() - start < 3_600_000) {
			if (practice.underWay.length > 0) await practice.fail(TOO_MANY, ...practice.underWay);
			else await pass(250);
		}
		expect(practice.failed).toMatchObject({ context: { fault: TOO_MANY } });
		expect(Date.now() - start).toBeLessThanOrEqual(limits.longestSlowDownMilliseconds);
		expect(practice.sent.length).toBeLessThan(40);
	});

	it('begins its count anew with every good answer', async () => {
		const practice = await begun(1);
		const start = Date.now();
		while (Date.now() - start < 3 * limits.longestSlowDownMilliseconds) {
			await practice.fail({ ...TOO_MANY, retryAfterSeconds: 60 }, ...practice.underWay);
			await pass(60_000);
			await practice.answer(...practice.underWay);
		}
		expect(practice.failed).toBeUndefined();
	});
});

it.each<Fault>([
	{ kind: 'unavailable', status: 503 },
	{ kind: 'unauthorized', status: 401 },
	{ kind: 'interrupted' },
])('%j is the end: what was asked for is not asked for again', async (fault) => {
	const practice = await begun(4);
	const [first, second] = practice.underWay;
	await practice.fail(fault, second);
	expect(practice.failed).toBeUndefined();
	await practice.answer(first);
	expect(practice.failed).toMatchObject({ context: { fault } });
	expect(practice.taken.at(-1)).toMatchObject({ page: first });
	await pass(limits.longestSlowDownMilliseconds);
	expect(practice.sent.filter((page) => page === second)).toHaveLength(1);
});

it('pages that are no longer wanted are not asked for, also those that were refused', async () => {
	const practice = await begun(4);
	const [first, ...others] = practice.underWay;
	await practice.fail(TOO_MANY, ...others);
	practice.last = first;
	await pass(10_000);
	expect(practice.underWay).toEqual([first]);
	await practice.answer(first);
	expect(practice.underWay).toEqual(others.slice(0, 2));
	expect(practice.taken.at(-1)).toMatchObject({ page: first });
});
