import { getIds, getOutput, getPairedItems, LONG_AGO, useBank } from '../support/engine/testBank';

const COUNT = 30;
const PAGES = 5;
const bank = useBank(COUNT);

const getMany = {
	resource: 'transaction',
	operation: 'getAll',
	returnAll: true,
	filters: { fromDate: '={{ $json.fromDate }}', direction: '={{ $json.direction }}' },
};

beforeEach(async () => {
	await bank.control.settings({ maximumPageSize: COUNT / PAGES });
});

/** The bank's transactions of one direction. */
async function listed(direction: 'incoming' | 'outgoing') {
	await bank.control.settings({ maximumPageSize: 100 });
	const records = await bank.listTransactions();
	await bank.control.settings({ maximumPageSize: COUNT / PAGES });
	return getIds(records.filter(({ amount }) => amount >= 0 === (direction === 'incoming')));
}

describe('several items that ask for the same days', () => {
	it('reads the list once for items with different filters', async () => {
		const [incoming, outgoing] = [await listed('incoming'), await listed('outgoing')];
		const items = ['incoming', 'outgoing', 'incoming'].map((direction) => ({
			direction,
			fromDate: LONG_AGO,
		}));
		const result = await bank.run(getMany, { items });
		expect(getIds(getOutput(result))).toEqual([...incoming, ...outgoing, ...incoming]);
		expect(getPairedItems(result)).toEqual([
			...incoming.map(() => 0),
			...outgoing.map(() => 1),
			...incoming.map(() => 2),
		]);

		expect(await bank.countRequests()).toBe(PAGES);
	});

	it('reads the list once if each item wants more of it than the one before', async () => {
		const incoming = await listed('incoming');
		const counts = [1, 4, incoming.length + 1, 2];
		const items = counts.map((limit) => ({ limit, direction: 'incoming', fromDate: LONG_AGO }));
		const limited = { ...getMany, returnAll: false, limit: '={{ $json.limit }}' };
		const result = await bank.run(limited, { items });
		const expected = counts.flatMap((limit) => incoming.slice(0, limit));
		expect(getIds(getOutput(result))).toEqual(expected);
		expect(await bank.countRequests()).toBe(PAGES);
	});

	it('reads the list once more for all items after one of them failed', async () => {
		const incoming = await listed('incoming');
		await bank.control.fault({ kind: 'status', status: 500, after: PAGES - 1 });
		const item = { direction: 'incoming', fromDate: LONG_AGO };
		const result = await bank.run(getMany, {
			items: [item, item, item],
			continueOnFail: true,
		});
		expect(getIds(getOutput(result))).toEqual([undefined, ...incoming, ...incoming]);
		expect(result.items[0]).toMatchObject({ json: { httpStatus: 500 }, pairedItem: { item: 0 } });
		expect(await bank.countRequests()).toBe(2 * PAGES);
	});

	it('does not keep the list of one run for the next', async () => {
		const item = { direction: 'incoming', fromDate: LONG_AGO };
		const items = [item, item];
		const first = getOutput(await bank.run(getMany, { items }));
		await bank.control.transfer({ amount: 1000 });
		expect(getOutput(await bank.run(getMany, { items }))).toHaveLength(first.length + 2);
	});
});

it.each([
	['days', { filters: { fromDate: '={{ $json.value }}' } }, [LONG_AGO, '2001-01-01']],
	['an order', { options: { sort: '={{ $json.value }}' } }, ['ASC', 'DESC']],
	['a page size', { options: { pageSize: '={{ $json.value }}' } }, [5, 6]],
])('reads a list for each item that asks for %s of its own', async (_name, more, values) => {
	const filters = { fromDate: LONG_AGO };
	const parameters = { ...getMany, filters, ...more };
	const expected = [];
	for (const value of values) {
		expected.push(...getIds(getOutput(await bank.run(parameters, { items: [{ value }] }))));
	}
	const askedOnce = await bank.countRequests();
	const items = values.map((value) => ({ value }));
	expect(getIds(getOutput(await bank.run(parameters, { items })))).toEqual(expected);
	expect(await bank.countRequests()).toBe(2 * askedOnce);
});
