import { DateTime } from 'luxon';

import { useBank } from '../support/engine/testBank';

const bank = useBank();

const search = async (filter?: string, token?: string) =>
	await bank.search('searchTransactions', { filter, token });

/** All values that the list shows to a user who scrolls to its end. */
async function scrolled(filter?: string) {
	const values: unknown[] = [];
	let token: string | undefined;
	let scrolls = 0;
	do {
		const { results, paginationToken } = await search(filter, token);
		values.push(...results.map(({ value }) => value));
		token = paginationToken as string | undefined;
		scrolls++;
	} while (token !== undefined && scrolls < 50);
	return { values, scrolls };
}

/** Books `count` transfers, one an hour up to now; every tenth pays for an order. */
async function book(count: number) {
	const { transactions } = await bank.control.transfers(
		Array.from({ length: count }, (_, index) => ({
			amount: index % 2 === 0 ? 1_250_000 : -50_000,
			description: index % 10 === 0 ? `Thanh toán đơn hàng DH${1000 + index}` : 'CHUYEN TIEN',
			when: DateTime.now()
				.minus({ hours: count - index })
				.toISO(),
		})),
	);
	return transactions.map(({ id }) => id).reverse();
}

it('shows day, signed amount and description, with the ID as the value', async () => {
	const [outgoing, incoming] = await book(2);
	expect(await search()).toEqual({
		results: [
			{
				name: expect.stringMatching(/^\d{4}-\d{2}-\d{2}\s+-50,000\s+CHUYEN TIEN$/),
				value: outgoing,
			},
			{
				name: expect.stringMatching(/^[\d-]{10}\s+\+1,250,000\s+Thanh toán đơn hàng DH1000$/),
				value: incoming,
			},
		],
	});
});

it('lists every transaction once, newest first, page by page', async () => {
	const ids = await book(130);
	const { values, scrolls } = await scrolled();
	expect(values).toEqual(ids);
	expect(scrolls).toBeGreaterThan(1);
	const requests = await bank.requests();
	expect(requests.every(({ query }) => query.sort === 'DESC')).toBe(true);
	expect(requests).toHaveLength(scrolls);
});

it('finds by description on all pages, ignoring accents and case', async () => {
	const ids = await book(130);
	const paying = ids.filter((_, index) => (130 - 1 - index) % 10 === 0);
	expect((await scrolled('don hang')).values).toEqual(paying);
	expect((await scrolled('ĐƠN HÀNG')).values).toEqual(paying);
	expect((await scrolled('DH1120')).values).toHaveLength(1);
});

it('finds by ID', async () => {
	const ids = await book(60);
	expect((await scrolled(String(ids[55]))).values).toEqual([ids[55]]);
});

it('returns an empty list without a token if nothing matches', async () => {
	await book(60);
	expect(await search('no such thing')).toEqual({ results: [] });
});

it('reaches further back than the seven days of the service', async () => {
	const when = DateTime.now().minus({ days: 60 }).toISO();
	await bank.control.transfer({ amount: 1000, when });
	expect((await search()).results).toHaveLength(1);
});

it('works if the service returns shorter pages than requested', async () => {
	const ids = await book(30);
	await bank.control.settings({ maximumPageSize: 7 });
	expect((await scrolled()).values).toEqual(ids);
});

it.each(['searchTransactions', 'searchAccounts'] as const)(
	'%s says that the key is not accepted',
	async (method) => {
		const credential = { apiKey: 'AK_CS.wrong' };
		await expect(bank.search(method, { credential })).rejects.toMatchObject({
			name: 'NodeApiError',
			httpCode: '401',
			message: expect.stringContaining('API key'),
		});
	},
);
