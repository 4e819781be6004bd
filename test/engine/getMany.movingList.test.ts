import { waitUntil } from '../support/waitFor';
import { getOutput, useBank, getIds } from '../support/engine/testBank';

const bank = useBank();

describe('while the first day leaves the last seven days', () => {
	const BEFORE_MIDNIGHT = '2040-01-10T16:59:00Z';
	const AFTER_MIDNIGHT = '2040-01-10T17:01:00Z';
	const LEAVING = 10;

	/** Ten transfers on the day that is about to leave the list, twenty-four on the days after. */
	async function bookTheWeek() {
		await bank.control.settings({ now: BEFORE_MIDNIGHT, maximumPageSize: 7, delayMs: 200 });
		const { transactions } = await bank.control.transfers([
			...Array.from({ length: LEAVING }, (_, index) => ({
				amount: 1000 + index,
				when: `2040-01-03T10:00:${10 + index}`,
			})),
			...Array.from({ length: 24 }, (_, index) => ({
				amount: 2000 + index,
				when: `2040-01-05T10:00:${10 + index}`,
			})),
		]);
		return getIds(transactions);
	}

	/** Reads; once the second page is requested, midnight passes and new transfers arrive. */
	async function readOverMidnight(arriving: number, parameters: object) {
		const result = bank.run({ resource: 'transaction', operation: 'getAll', ...parameters });
		await waitUntil(
			'the second page is requested',
			async () => await bank.countRequests(),
			(count) => count >= 2,
			{ intervalMs: 5 },
		);
		await bank.control.settings({ now: AFTER_MIDNIGHT, delayMs: 0 });
		if (arriving > 0) {
			const transfer = { amount: 3000, deliver: false };
			await bank.control.transfers(Array.from({ length: arriving }, () => transfer));
		}
		return getIds(getOutput(await result));
	}

	it.each([
		['ASC', 0],
		['ASC', 4],
		['ASC', LEAVING],
		['ASC', LEAVING + 3],
		['DESC', 0],
	])(
		'returns all that stay once, in order, %s, with %i new transactions',
		async (sort, arriving) => {
			const booked = await bookTheWeek();
			const ids = await readOverMidnight(arriving, { returnAll: true, options: { sort } });
			expect(new Set(ids).size).toBe(ids.length);
			const staying = booked.slice(LEAVING);
			if (sort === 'DESC') staying.reverse();
			expect(ids.filter((id) => staying.includes(id))).toEqual(staying);
		},
	);

	it('skips none of the first transactions with a limit', async () => {
		const booked = await bookTheWeek();
		const ids = await readOverMidnight(0, { limit: 14 });
		expect(ids).toHaveLength(14);
		const staying = ids.filter((id) => booked.indexOf(id) >= LEAVING);
		expect(staying).toEqual(booked.slice(LEAVING, LEAVING + staying.length));
	});
});
