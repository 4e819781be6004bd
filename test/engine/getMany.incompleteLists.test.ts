import { DateTime } from 'luxon';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { usePagedService } from '../support/engine/pagedService';
import { ALARMING_WORDS, getError, getIds, getOutput, useBank } from '../support/engine/testBank';

const bank = useBank();
const service = usePagedService(0);

const getMany = { resource: 'transaction', operation: 'getAll', returnAll: true };
const FEW_REQUESTS = 60;
/** Lists more than the seven days of the service's default. */
const LONG = { filters: { fromDate: daysAgo(1000) } };

/** A day of the service's zone. */
function daysAgo(days: number): string {
	return DateTime.now().setZone('Asia/Ho_Chi_Minh').minus({ days }).toISODate()!;
}

/** Books transfers without a time of day on each of these days; resolves with them, oldest first. */
async function book(countPerDay: number, days: number[]) {
	await bank.control.settings({ listTime: 'date' });
	const { transactions } = await bank.control.transfers(
		days.flatMap((day) =>
			Array.from({ length: countPerDay }, () => ({
				amount: 1000,
				when: `${daysAgo(day)}T00:00:00`,
				deliver: false,
			})),
		),
	);
	await bank.control.clearLogs();
	return transactions;
}

/** Has the service answer once with an empty page, after this many pages. */
async function loseOnePage(after: number, totalRecords: number) {
	const totalPages = Math.ceil(totalRecords / 100);
	const data = { page: 1, pageSize: 100, totalPages, totalRecords, records: [] };
	await bank.answer(data, { path: '/v2/transactions', after });
}

/** Has the paged service answer each request with this as `data`. */
function answerPages(getData: (page: number) => object) {
	service.respondInstead = (page, reply) => {
		void reply.send({ error: 0, message: 'success', data: getData(page) });
		return true;
	};
}

function toDays(records: IDataObject[]): string[] {
	return records.map(({ time, when }) => String(time ?? when).slice(0, 10));
}

describe.each(['ASC', 'DESC'] as const)('a list that is read %s', (sort) => {
	const options = { sort };

	/** Returns them in the order of the list. */
	function inOrder<T>(oldestFirst: T[]): T[] {
		return sort === 'ASC' ? oldestFirst : [...oldestFirst].reverse();
	}

	it.each<[string, number, number[], INodeParameters]>([
		['of several short days', 70, [4, 3, 2, 1, 0], LONG],
		['without a first day, with raw records', 70, [4, 3, 2, 1, 0], { simplify: false }],
		['of one long day', 250, [2], LONG],
		['of long days far apart', 130, [600, 300, 1], LONG],
	])(
		'is complete and in order of days although the order within a day keeps changing: %s',
		async (_name, count, days, parameters) => {
			const booked = await book(count, days);
			await bank.control.settings({ shufflesDays: true });
			const result = await bank.run({ ...getMany, ...parameters, options });
			const output = getOutput(result);
			expect(new Set(getIds(output))).toEqual(new Set(getIds(booked)));
			expect(output).toHaveLength(booked.length);
			expect(toDays(output)).toEqual(inOrder(booked).map(({ when }) => when));
			expect(result.hints).toEqual([]);
		},
	);

	it.each([0, 1, 2])(
		'is complete and in order although one page was empty once, after %i pages',
		async (after) => {
			await book(70, [3, 2, 1, 0]);
			await bank.control.settings({ listTime: 'iso' });
			const filters = { fromDate: daysAgo(7) };
			const expected = getIds(getOutput(await bank.run({ ...getMany, filters, options })));
			expect(expected).toHaveLength(280);
			await loseOnePage(after, 280);
			const result = await bank.run({ ...getMany, filters, options });
			expect(new Set(getIds(getOutput(result)))).toEqual(new Set(expected));
			const days = [3, 2, 1, 0].flatMap((day) => Array.from({ length: 70 }, () => daysAgo(day)));
			expect(toDays(getOutput(result))).toEqual(inOrder(days));
		},
	);

	it('is in order of time if the transactions have one', async () => {
		await bank.control.reset({ transactions: 250, historyDays: 3 });
		const filters = { fromDate: daysAgo(5) };
		const expected = getIds(getOutput(await bank.run({ ...getMany, filters, options })));
		await loseOnePage(1, 250);
		const output = getOutput(await bank.run({ ...getMany, filters, options }));
		expect(getIds(output)).toHaveLength(expected.length);
		const times = output.map(({ time }) => String(time));
		expect(times).toEqual(inOrder([...times].sort()));
	});
});

it('does not read again, or fail, if a limit is reached before the end of the list', async () => {
	await book(125, [1, 0]);
	await bank.control.settings({ shufflesDays: true });
	const parameters = { ...getMany, returnAll: false, limit: 100 };
	expect(getOutput(await bank.run(parameters))).toHaveLength(100);
	expect(await bank.countRequests()).toBe(1);
});

it('gives each of several items the complete list in order', async () => {
	const booked = await book(70, [4, 3, 2, 1, 0]);
	await bank.control.settings({ shufflesDays: true });
	const output = getOutput(await bank.run(getMany, { items: [{}, {}] }));
	const days = booked.map(({ when }) => when);
	expect(toDays(output)).toEqual([...days, ...days]);
	expect(new Set(getIds(output.slice(350)))).toEqual(new Set(getIds(booked)));
});

it('counts a payment as paid that was on an empty page', async () => {
	await book(130, [1, 0]);
	const when = `${daysAgo(1)}T00:00:00`;
	await bank.control.transfer({ amount: 5000, description: 'DH1042', when });
	await loseOnePage(1, 261);
	const match = { resource: 'transaction', operation: 'match', paymentCode: 'DH1042' };
	const result = await bank.run({ ...match, expectedAmount: '5000' });
	expect(getOutput(result)).toMatchObject([{ status: 'paid' }]);
});

describe('a service that always returns the first page', () => {
	it('is read by days, and ends', async () => {
		const booked = await book(90, [3, 2, 1]);
		await bank.control.settings({ ignoresPage: true });
		const result = await bank.run(getMany);
		expect(getIds(getOutput(result))).toEqual(getIds(booked));
		expect(await bank.countRequests()).toBeLessThan(FEW_REQUESTS);
	});

	it('fails, with what happened and what to do, if a day has several pages', async () => {
		await book(250, [1]);
		await bank.control.settings({ ignoresPage: true });
		const error = getError(await bank.run(getMany));
		expect(error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 0 } });
		expect(error.message).toBe("The service's list of transactions is incomplete");
		expect(error.description).toContain(`250 transactions of ${daysAgo(1)}`);
		expect(error.description).toMatch(/Try again later/);
		expect(error.message).not.toMatch(ALARMING_WORDS);
		expect(await bank.countRequests()).toBeLessThan(FEW_REQUESTS);
		const match = { resource: 'transaction', operation: 'match', paymentCode: 'DH1042' };
		expect(getError(await bank.run(match)).message).toBe(error.message);
	});
});

describe('a service that counts more than it lists', () => {
	it('is believed where a day fits on one page, with a warning', async () => {
		const booked = await book(90, [3, 2, 1]);
		await bank.control.settings({ countsMore: 2 });
		const result = await bank.run(getMany);
		expect(getIds(getOutput(result))).toEqual(getIds(booked));
		expect(result.hints).toEqual([
			{
				type: 'warning',
				location: 'outputPane',
				message: expect.stringMatching(
					/^The service counts 2 more transactions than it lists\. .+support\.$/,
				),
			},
		]);
		expect(result.hints[0].message).not.toMatch(ALARMING_WORDS);
		expect(await bank.countRequests()).toBeLessThan(FEW_REQUESTS);
	});

	it('fails where a day has several pages', async () => {
		await book(150, [1]);
		await bank.control.settings({ countsMore: 1 });
		const error = getError(await bank.run(getMany));
		expect(error.description).toContain('150 of 151');
	});
});

describe('a list whose end is never reached', () => {
	it.each<[string, (page: number) => object[]]>([
		['nothing at all', () => []],
		['one page and then nothing', (page) => (page === 1 ? [{ id: 1, amount: 1000 }] : [])],
		['the same page', () => [{ id: 1, amount: 1000 }]],
		['a page that cannot be read', () => [{ id: 1 }]],
	])('ends after few requests, and fails, if it shows %s', async (_name, getRecords) => {
		const endless = { pageSize: 100, totalPages: 1e9, totalRecords: 1e11 };
		answerPages((page) => ({ ...endless, page, records: getRecords(page) }));
		const error = getError(await service.getMany({ filters: { fromDate: '2000-01-01' } }));
		expect(error.message).toBe("The service's list of transactions is incomplete");
		expect(service.requestedPages.length).toBeLessThan(FEW_REQUESTS);
		expect(await service.keepsRequesting()).toBe(false);
	});

	it('ends after few requests, and fails, if the service does not list single days', async () => {
		service.reset(250);
		for (const record of service.records) Object.assign(record, { when: daysAgo(1) });
		answerPages((page) => {
			const records = page === 2 ? [] : service.records.slice(100 * (page - 1), 100 * page);
			return { page, pageSize: 100, totalPages: 3, totalRecords: 250, records };
		});
		const error = getError(await service.getMany({ filters: { fromDate: '2000-01-01' } }));
		expect(error.description).toMatch(/does not list single days/);
		expect(service.requestedPages.length).toBeLessThan(FEW_REQUESTS);
	});

	it('ends, with all transactions, if the service counts one more in every second answer', async () => {
		answerPages((page) => {
			const totalRecords = service.requestedPages.length % 2 === 0 ? 2 : 3;
			const records = [{ id: page, amount: 1000 }];
			return { page, pageSize: 1, totalPages: 3, totalRecords, records };
		});
		expect(getIds(getOutput(await service.getMany()))).toEqual([1, 2, 3]);
		expect(service.requestedPages.length).toBeLessThan(FEW_REQUESTS);
	});
});
