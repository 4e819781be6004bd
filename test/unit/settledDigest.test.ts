import fc from 'fast-check';

import {
	createDigest,
	findSettled,
} from '../../nodes/BankTransactionsTrigger/catchUp/settledDigest';

/** The last one is that of transactions whose day cannot be read. */
const days = ['2026-11-20', '2026-11-21', '2026-11-22', ''];

/** Listed transactions: ids in any order, each with its day and whether it is settled. */
const transactions = fc.uniqueArray(
	fc.record({
		id: fc.integer({ min: 1, max: 5_000 }),
		day: fc.constantFrom(...days),
		isSettled: fc.boolean(),
	}),
	{ selector: ({ id }) => id, maxLength: 800, size: 'max' },
);

function list(records: Array<{ id: number; day: string }>): Map<number, string> {
	return new Map(records.map(({ id, day }) => [id, day]));
}

function sort(ids: number[]): number[] {
	return [...ids].sort((one, other) => one - other);
}

describe('a digest', () => {
	it('proves exactly the settled ones, also if later ones are listed', () => {
		fc.assert(
			fc.property(transactions, fc.array(fc.constantFrom(...days)), (records, laterDays) => {
				const settled = new Set(records.filter(({ isSettled }) => isSettled).map(({ id }) => id));
				const digest = createDigest(list(records), (id) => settled.has(id));
				const later = laterDays.map((day, index) => ({ id: 5_001 + index, day }));
				const found = findSettled(digest, list([...later, ...records]));
				expect(sort(found)).toEqual(sort([...settled]));
			}),
		);
	});

	it('never proves one that was not settled, whatever is listed later', () => {
		fc.assert(
			fc.property(transactions, transactions, (records, others) => {
				const settled = new Set(records.filter(({ isSettled }) => isSettled).map(({ id }) => id));
				const digest = createDigest(list(records), (id) => settled.has(id));
				const found = findSettled(digest, list([...records, ...others]));
				expect(found.filter((id) => !settled.has(id))).toEqual([]);
			}),
		);
	});

	it('of nothing proves nothing', () => {
		expect(findSettled('', list([{ id: 1, day: days[0] }]))).toEqual([]);
		expect(
			findSettled(
				createDigest(new Map(), () => true),
				new Map(),
			),
		).toEqual([]);
	});

	it('of 50,000 transactions fits into static data', () => {
		const records = Array.from({ length: 50_000 }, (_, index) => ({
			id: 9_000_000 + index,
			day: days[index % days.length],
		}));
		expect(createDigest(list(records), () => true).length).toBeLessThan(5_000);
		expect(createDigest(list(records), (id) => id % 2 === 0).length).toBeLessThan(15_000);
	});
});
