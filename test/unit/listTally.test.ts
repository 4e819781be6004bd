import { ListTally } from '../../nodes/shared/pagination/listTally';

function createTally() {
	const tally = new ListTally<{ id: number }>(({ id }) => id);
	tally.beginPass();
	return tally;
}

/** A page with these ids and texts of unreadable records. */
function page(totalRecords: number, ids: number[], unreadable: string[] = []) {
	return { totalPages: 9, totalRecords, records: ids.map((id) => ({ id })), unreadable };
}

const addAll = (tally: ListTally<{ id: number }>, ...pages: Array<ReturnType<typeof page>>) =>
	pages.map((answer) => tally.add(answer));

it.each<[string, number, Array<ReturnType<typeof page>>]>([
	[
		'nothing if the records and the unreadable ones are as many as the service counts',
		0,
		[page(5, [1, 2], ['a']), page(5, [3], ['b'])],
	],
	['what the service counts and no page has shown', 2, [page(6, [1, 2, 3]), page(6, [3, 4])]],
	[
		'no record that arrived before what was read, and moved the others',
		0,
		[page(4, [1, 2]), page(5, [2, 3]), page(5, [4])],
	],
	[
		'more than arrived if more records were shown again',
		1,
		[page(4, [1, 2]), page(5, [1, 2]), page(5, [4])],
	],
	['nothing if more is listed than the service counts', 0, [page(2, [1, 2]), page(1, [3])]],
])('misses %s', (_what, missing, pages) => {
	const tally = createTally();
	addAll(tally, ...pages);
	expect(tally.missing).toBe(missing);
});

it('counts each pass by itself, and what all of them have shown together', () => {
	const tally = createTally();
	addAll(tally, page(4, [1, 2]), page(4, [2, 3]));
	tally.beginPass();
	const [first] = addAll(tally, page(4, [4, 3]), page(4, [1]));
	expect(first.fresh).toEqual([{ id: 4 }]);
	expect(tally.missing).toBe(1);
	expect(tally.size).toBe(4);
	expect(tally.counted).toBe(4);
});

describe('whether a pass can go on', () => {
	it.each<[string, boolean, ReturnType<typeof page>]>([
		['a new record', true, page(9, [2, 3])],
		['a new record that cannot be read', true, page(9, [], ['a'])],
		['only known records of a list that has grown as much', true, page(11, [1, 2])],
		['only known records of a list that has grown less', false, page(10, [1, 2])],
		['only known records', false, page(9, [1, 2])],
		['no records', false, page(9, [])],
		['no records of a list that has grown', false, page(10, [])],
	])('after a page with %s: %s', (_name, canGoOn, next) => {
		const tally = createTally();
		tally.add(page(9, [1, 2]));
		expect(tally.add(next).canGoOn).toBe(canGoOn);
	});

	it('does not depend on the page that has grown: the others move as well', () => {
		const tally = createTally();
		const grown = addAll(tally, page(4, [1, 2]), page(8, [1]), page(8, [2]), page(8, [3]));
		expect(grown.every(({ canGoOn }) => canGoOn)).toBe(true);
	});

	it('does not depend on what an earlier pass has shown', () => {
		const tally = createTally();
		tally.add(page(9, [1, 2]));
		tally.beginPass();
		const [first, second] = addAll(tally, page(9, [1]), page(9, [2]));
		expect([first.canGoOn, second.canGoOn]).toEqual([true, true]);
	});
});
