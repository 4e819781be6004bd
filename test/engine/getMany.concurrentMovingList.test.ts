/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { setTimeout as wait } from 'node:timers/promises';

import type { TransferInput } from '../bank/types';
import { usePagedService } from '../support/engine/pagedService';
import { LONG_AGO, getOutput, useBank, getIds } from '../support/engine/testBank';

const COUNT = 100;
/** Fifty transfers a second. */
const PACE_MS = 20;

const bank = useBank(COUNT);
const service = usePagedService(COUNT);

const KINDS: Array<[string, Partial<TransferInput>]> = [
	['now', {}],
	['a month ago', { when: '2020-01-01T00:00:00' }],
	['by a bank that tells no time of day', { accountNumber: '17271687' }],
];

describe.each(['ASC', 'DESC'] as const)('reading eight pages at a time %s', (sort) => {
	/** Reads, and books transfers all the while. */
	async function readWhileBooking(transfer: TransferInput, pageSize: number) {
		await bank.control.settings({ maximumPageSize: 7, delayMs: 60 });
		const run = bank.run({
			resource: 'transaction',
			operation: 'getAll',
			returnAll: true,
			filters: { fromDate: LONG_AGO },
			options: { sort, pageSize, maxConcurrency: 8 },
		});
		const { booked, result } = await bank.bookDuring(run, transfer, PACE_MS);
		expect(booked).toBeGreaterThan(5);
		return getIds(getOutput(result));
	}

	it.each(
		[2, 100].flatMap((pageSize) => KINDS.map(([name, more]) => [pageSize, name, more] as const)),
	)(
		'in pages of %i, loses and repeats nothing while transfers are booked %s',
		async (pageSize, _name, more) => {
			const before = getIds(await bank.listTransactions({ sort }));
			const ids = await readWhileBooking({ amount: 1000, ...more }, pageSize);
			expect(before).toHaveLength(COUNT);
			expect(new Set(ids).size).toBe(ids.length);
			expect(ids.filter((id) => before.includes(id))).toEqual(before);
		},
	);
});

describe('a list that moves between any two answers that overtake each other', () => {
	const before = Array.from({ length: COUNT }, (_, index) => index + 1);
	let lastId: number;

	beforeEach(() => {
		lastId = COUNT;
	});

	/** Every answer inserts this number of records at this place of the list. */
	function moveWithEveryAnswer(count: number, getPlace: () => number) {
		// A page that a test did not wait for may be answered when the next one has its own list.
		const { records } = service;
		service.beforePage = async (page) => {
			await wait((page * 11) % 31);
			if (records.length > 3 * COUNT) return;
			const more = Array.from({ length: count }, () => ({ id: ++lastId, amount: 1000 }));
			records.splice(getPlace(), 0, ...more);
		};
	}

	it.each<[string, number, () => number]>([
		['one at the front', 1, () => 0],
		['five at the front', 5, () => 0],
		['one in the middle', 1, () => 50],
		['one at the end', 1, () => service.records.length],
		['one anywhere', 1, () => (lastId * 37) % service.records.length],
	])(
		'%s: returns all transactions that were there once, in order',
		async (_name, count, getPlace) => {
			moveWithEveryAnswer(count, getPlace);
			const ids = getIds(getOutput(await service.getMany({ options: { pageSize: 3 } })));
			expect(lastId).toBeGreaterThan(COUNT + 30);
			expect(new Set(ids).size).toBe(ids.length);
			expect(ids.filter((id) => Number(id) <= COUNT)).toEqual(before);
			// What arrived meanwhile is not missing, so that nothing was read again by days.
			expect(new Set(service.firstDays)).toEqual(new Set([undefined]));
		},
	);

	it.each([20, 21, 60])('meets a limit of %i exactly', async (limit) => {
		moveWithEveryAnswer(1, () => 0);
		const options = { pageSize: 3 };
		const result = await service.getMany({ returnAll: false, limit, options });
		const ids = getIds(getOutput(result));
		expect(ids).toHaveLength(limit);
		expect(new Set(ids).size).toBe(limit);
		const known = ids.filter((id) => Number(id) <= COUNT);
		expect(known).toEqual(before.slice(0, known.length));
	});

	it('returns what stays once if some transactions leave the list', async () => {
		let haveLeft = false;
		const { records } = service;
		service.beforePage = async (page) => {
			await wait((page * 11) % 31);
			if (!haveLeft && service.requestedPages.length >= 20) {
				haveLeft = true;
				records.splice(0, 4);
			}
		};
		const ids = getIds(getOutput(await service.getMany({ options: { pageSize: 3 } })));
		expect(records).toHaveLength(COUNT - 4);
		expect(new Set(ids).size).toBe(ids.length);
		const staying = getIds(records);
		expect(
			[...ids].filter((id) => staying.includes(id)).sort((a, b) => Number(a) - Number(b)),
		).toEqual(staying);
	});
});
