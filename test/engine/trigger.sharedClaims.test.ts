import fc from 'fast-check';
import { ExecuteContext } from 'n8n-core';
import { createRunExecutionData, sleep, type IExecuteFunctions } from 'n8n-workflow';

import { Ledger } from '../../nodes/BankTransactionsTrigger/ledger/ledger';
import { rowLimits } from '../../nodes/BankTransactionsTrigger/ledger/task';
import { RecentValues } from '../../nodes/BankTransactionsTrigger/recentValues';
import { deduplicationTable } from '../support/engine/deduplicationTable';
import {
	createAdditionalData,
	createNode,
	createWorkflow,
	TRIGGER,
} from '../support/engine/engine';

/** Longer than a process restores its claims after the last one is granted. */
const settlingMs = 60_000;

interface Attempt {
	values: string[];
	owner: string;
	afterMs: number;
}

interface Conditions {
	workers: number;
	/** How long each access to the database takes at least, and at most. */
	minDelayMs?: number;
	maxDelayMs: number;
	/** How many of the first writes are carried out and then reported as failed. */
	unacknowledged?: number;
	/** Each worker gets one event of two values, and shares one of them with the next worker. */
	eventsOverlap?: boolean;
}

function createContext(): IExecuteFunctions {
	const node = createNode(TRIGGER, 'Trigger', {});
	const credential = { baseUrl: '', scheme: '', apiKey: '', timeZone: '' };
	const input = { main: [[]] };
	return new ExecuteContext(
		createWorkflow([node]),
		node,
		createAdditionalData(credential, 'trigger'),
		'trigger',
		createRunExecutionData({}),
		0,
		[],
		input,
		{ node, data: input, source: null },
		[],
	) as unknown as IExecuteFunctions;
}

/** Claims the values of each event on a worker of its own; resolves with what was granted. */
async function runWorker(attempts: Attempt[]): Promise<string[]> {
	const ledger = new Ledger(new RecentValues(1_000), () => true);
	const context = createContext();
	const granted = attempts.map(async ({ values: claimed, afterMs, owner }) => {
		await sleep(afterMs);
		const options = { owner, maxEntries: Infinity, stamps: [] };
		return [...(await ledger.claim(context, claimed, options))];
	});
	return (await Promise.all(granted)).flat();
}

beforeEach(() => {
	deduplicationTable.clear();
	jest.useFakeTimers();
});

afterEach(() => {
	jest.restoreAllMocks();
	jest.useRealTimers();
});

/** Several workers claim each value within moments; resolves with all that was granted. */
async function claimEverywhere(
	values: string[],
	{ workers, minDelayMs = 0, maxDelayMs, unacknowledged = 0, eventsOverlap = false }: Conditions,
	random: (max: number) => number,
): Promise<string[]> {
	deduplicationTable.clear();
	// The first write of all is special: the database refuses that of the second process.
	await finish(recordElsewhere('other'));
	deduplicationTable.delayMs = () => minDelayMs + random(maxDelayMs - minDelayMs);
	deduplicationTable.unacknowledged = unacknowledged;
	const starts = values.map(() => random(2_000));
	const granted = Array.from({ length: workers }, async (_, worker) => {
		const events = eventsOverlap
			? [values.slice(worker, worker + 2)]
			: values.map((value) => [value]);
		const attempts = events.map((event, index) => ({
			values: event,
			owner: `webhook.${worker}${index}`,
			afterMs: starts[index] + random(2 * maxDelayMs),
		}));
		return await runWorker(attempts);
	});
	const all = await finish(Promise.all(granted));
	await jest.advanceTimersByTimeAsync(settlingMs);
	return all.flat();
}

/** Lets time pass until a promise is settled, and resolves as it does. */
async function finish<T>(promise: Promise<T>): Promise<T> {
	let isSettled = false;
	const settled = promise.finally(() => {
		isSettled = true;
	});
	while (!isSettled) await jest.advanceTimersByTimeAsync(1_000);
	return await settled;
}

/** Another process writes to the same row; resolves with whether the entry was not there before. */
async function recordElsewhere(entry: string): Promise<boolean> {
	const options = { mode: 'entries' } as const;
	const { helpers } = createContext();
	const result = await helpers.checkProcessedAndRecord([entry], 'node', options);
	return result.new.length > 0;
}

const values = Array.from({ length: 4 }, (_, index) => `account:${index}`);

const [value] = values;

/** Checks what is granted of these values under many conditions of this kind. */
async function checkGranted(
	claimed: string[],
	conditions: Conditions | ((random: (max: number) => number) => Conditions),
	check: (granted: string[]) => void,
) {
	await fc.assert(
		fc.asyncProperty(fc.gen(), async (gen) => {
			const random = (max: number) => gen(fc.integer, { min: 0, max });
			const chosen = typeof conditions === 'function' ? conditions(random) : conditions;
			check(await claimEverywhere(claimed, chosen, random));
		}),
		{ numRuns: 100 },
	);
}

describe('several workers that claim the same values in the same moment', () => {
	it.each<[string, Conditions, string[]?, string[]?]>([
		['if each access to the database takes up to 10 ms', { workers: 2, maxDelayMs: 10 }],
		['if each access to the database takes up to 50 ms', { workers: 2, maxDelayMs: 50 }],
		['if they are three', { workers: 3, maxDelayMs: 50 }],
		[
			'if their events overlap in part',
			{ workers: 2, maxDelayMs: 50, eventsOverlap: true },
			values,
			values.slice(0, 3),
		],
		[
			'although the first writes are reported as failed',
			{ workers: 2, maxDelayMs: 50, unacknowledged: 2 },
		],
		[
			'although the database is so slow that each has to try again for a single value',
			{ workers: 2, minDelayMs: 200, maxDelayMs: 300 },
			[value],
		],
	])(
		'grants each value to one of them, %s',
		async (_name, conditions, claimed = values, expected = claimed) => {
			await checkGranted(claimed, conditions, (granted) =>
				expect(granted.sort()).toEqual(expected),
			);
		},
		600_000,
	);

	it('seldom grants a value to both of 2 if each access to the database takes 150 to 200 ms', async () => {
		let repeats = 0;
		await checkGranted(values, { workers: 2, minDelayMs: 150, maxDelayMs: 200 }, (granted) => {
			repeats += granted.length - values.length;
			expect([...new Set(granted)].sort()).toEqual(values);
		});
		// It is about one of 10,000 values, and the promise ends at 50 ms (docs/trigger.md#what-is-not-promised).
		expect(repeats).toBeLessThan(4);
	}, 600_000);

	it('loses no value, however slow the database is', async () => {
		const anySpeed = (random: (max: number) => number) => ({
			workers: 3,
			maxDelayMs: random(3_000),
		});
		await checkGranted(values, anySpeed, (granted) =>
			expect([...new Set(granted)].sort()).toEqual(values),
		);
	}, 600_000);
});

describe('claims that are written together', () => {
	beforeEach(() => {
		// Each claim trims.
		jest.replaceProperty(rowLimits, 'trimInterval', 1);
	});

	const claimTogether = async (known: number, ...limits: number[]) => {
		const ledger = new Ledger(new RecentValues(1_000), () => false);
		const claim = async (claimed: string[], maxEntries: number) =>
			await ledger.claim(createContext(), claimed, {
				owner: 'worker.1',
				maxEntries,
				stamps: ['stamp'],
			});
		const former = Array.from({ length: known }, (_, index) => `former:${index}`);
		await finish(claim(former, 2 * known));
		await finish(Promise.all(limits.map(async (limit, index) => await claim([`${index}`], limit))));
		return deduplicationTable.size;
	};

	it.each([
		// Each of the 20 former values and of the two that are added has a mark, and the stamp is there once.
		{ limits: [5, 1_000], kept: 45 },
		{ limits: [1_000, 5], kept: 45 },
		{ limits: [5, Infinity], kept: 45 },
		// The stamp is among the six that stay.
		{ limits: [5, 6], kept: 10 },
	])('keep as many values as the largest of them needs ($limits)', async ({ limits, kept }) => {
		expect(await claimTogether(20, ...limits)).toBe(kept);
	});

	it('are not granted what is settled with them', async () => {
		const ledger = new Ledger(new RecentValues(1_000), () => false);
		const options = { maxEntries: Infinity, stamps: [] };
		const claiming = ledger.claim(createContext(), values, { owner: 'webhook.1', ...options });
		const settling = ledger.settle(createContext(), [value], { owner: 'catchUp.1', ...options });
		const [granted] = await finish(Promise.all([claiming, settling]));
		expect([...granted]).toEqual(values.slice(1));
	});
});

describe('a claim next to other processes', () => {
	const attempts = [{ values: [value], owner: 'webhook.1', afterMs: 0 }];

	it('is granted after about 1.5 seconds if no other process claims the same', async () => {
		for (let example = 1; example <= 100; example++) {
			deduplicationTable.clear();
			const startedAt = Date.now();
			const claiming = runWorker(attempts).then(() => Date.now());
			const durationMs = (await finish(claiming)) - startedAt;
			expect(durationMs).toBeGreaterThanOrEqual(1_200);
			expect(durationMs).toBeLessThan(2_000);
			// This process would otherwise write to the store of the next example.
			await jest.advanceTimersByTimeAsync(settlingMs);
		}
	});

	it('leaves itself and its mark in the store, and then the store alone', async () => {
		const later = { values: [values[1]], owner: 'webhook.2', afterMs: settlingMs };
		await finish(runWorker([...attempts, later]));
		await jest.advanceTimersByTimeAsync(settlingMs);
		expect(deduplicationTable.size).toBe(4);
		const { writes } = deduplicationTable;
		await jest.advanceTimersByTimeAsync(settlingMs);
		expect(deduplicationTable.writes).toBe(writes);
	});

	/**
	 * Another process reads the row at the same moment as each of the next writes of the value, and is
	 * the last to write. Its read takes this long.
	 */
	function overwriteNext(count: number, readMs: number): Array<Promise<boolean>> {
		const overwriting: Array<Promise<boolean>> = [];
		const record = deduplicationTable.checkProcessedAndRecord.bind(deduplicationTable);
		jest
			.spyOn(deduplicationTable, 'checkProcessedAndRecord')
			.mockImplementation(async (...call) => {
				const recording = record(...call);
				if (call[0].includes(value) && overwriting.length < count) {
					const { delayMs } = deduplicationTable;
					deduplicationTable.delayMs = readMs;
					overwriting.push(recordElsewhere(`other:${overwriting.length}`));
					deduplicationTable.delayMs = delayMs;
				}
				return await recording;
			});
		return overwriting;
	}

	it.each([
		{ count: 2, accessMs: 0, readMs: 0 },
		{ count: 1, accessMs: 100, readMs: 400 },
	])(
		'is granted only once it is in the store, although another process overwrites it ($count times, after $readMs ms)',
		async ({ count, accessMs, readMs }) => {
			for (let example = 1; example <= 10; example++) {
				deduplicationTable.clear();
				await finish(recordElsewhere('first'));
				deduplicationTable.delayMs = accessMs;
				const overwriting = overwriteNext(count, readMs);
				const claiming = runWorker(attempts).then(async (granted) => {
					const wereNew = await Promise.all(overwriting);
					return { granted, wereNew, isMissing: await recordElsewhere(value) };
				});
				expect(await finish(claiming)).toEqual({
					granted: [value],
					wereNew: Array.from({ length: count }, () => true),
					isMissing: false,
				});
				jest.restoreAllMocks();
				await jest.advanceTimersByTimeAsync(settlingMs);
			}
		},
	);

	it('is granted to its execution again after a crash, although another process overwrote it', async () => {
		await finish(recordElsewhere('first'));
		const overwriting = overwriteNext(2, 0);
		await finish(runWorker(attempts));
		expect(await Promise.all(overwriting)).toEqual([true, true]);
		expect(await finish(runWorker(attempts))).toEqual([value]);
	});

	it('that settles a value has it in the store, although another process overwrites it', async () => {
		await finish(recordElsewhere('first'));
		const overwriting = overwriteNext(2, 0);
		const ledger = new Ledger(new RecentValues(1_000), () => true);
		const options = { owner: 'catchUp.1', maxEntries: Infinity, stamps: [] };
		await finish(ledger.settle(createContext(), [value], options));
		expect(await Promise.all(overwriting)).toEqual([true, true]);
		expect(await finish(recordElsewhere(value))).toBe(false);
	});

	it('is granted even if it has more values than the store keeps', async () => {
		jest.replaceProperty(rowLimits, 'trimInterval', 1);
		const ledger = new Ledger(new RecentValues(1_000), () => true);
		const many = Array.from({ length: 20 }, (_, index) => `account:${index}`);
		const options = { owner: 'webhook.1', maxEntries: 10, stamps: [] };
		const granted = await finish(ledger.claim(createContext(), many, options));
		expect([...granted]).toEqual(many);
	});

	it('is restored by at most one write a second, however many claims there are', async () => {
		const many = Array.from({ length: 20 }, (_, index) => ({
			values: [`account:${index}`],
			owner: `webhook.${index}`,
			afterMs: 0,
		}));
		await finish(runWorker(many));
		const { writes } = deduplicationTable;
		await jest.advanceTimersByTimeAsync(8_000);
		expect(deduplicationTable.writes - writes).toBeLessThan(10);
	});

	it('is restored after a slow process has overwritten it', async () => {
		const claiming = runWorker(attempts);
		await jest.advanceTimersByTimeAsync(1_000);
		deduplicationTable.delayMs = 2_000;
		const overwriting = recordElsewhere('other:1');
		deduplicationTable.delayMs = 0;
		expect(await finish(claiming)).toEqual([value]);
		await finish(overwriting);
		await jest.advanceTimersByTimeAsync(4_000);
		expect(await finish(recordElsewhere(value))).toBe(false);
	});

	it('fails while the store cannot be written, and is granted to the next attempt', async () => {
		deduplicationTable.failures = Number.MAX_SAFE_INTEGER;
		const failing = runWorker(attempts).catch(({ message }: Error) => message);
		expect(await finish(failing)).toContain('n8n could not record');
		deduplicationTable.failures = 0;
		expect(await finish(runWorker(attempts))).toEqual([value]);
	});
});
