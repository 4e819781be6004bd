/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { setTimeout as wait } from 'node:timers/promises';
import type { AxiosInstance } from 'axios';
import { startBank, type Bank } from './bank';
import { createClient } from './client';
import type { BankControl } from './control';
import type { ListRecord, TransferInput } from './types';

let bank: Bank;
let control: BankControl;
let http: AxiosInstance;

beforeAll(async () => {
	bank = await startBank({ transactions: 300 });
	control = bank.control;
	http = createClient(bank);
});
afterAll(async () => await bank.close());
beforeEach(async () => await control.reset());

interface ListPage {
	pageSize: number;
	totalRecords: number;
	records: ListRecord[];
}
const list = async (params: object) =>
	(await http.get<{ data: ListPage }>('/v2/transactions', { params })).data.data;
const everything = { fromDate: '2000-01-01', pageSize: '100' };
const webhookUrl = 'http://127.0.0.1:9/webhook';

it('has the same key and history when it opens again, and gives new IDs', async () => {
	const openedAt = Date.parse('2026-03-10T18:00:00Z');
	const open = async () => {
		const opened = await startBank({ transactions: 20, openedAt });
		try {
			const params = everything;
			const { data } = await createClient(opened).get('/v2/transactions', { params });
			const { transaction } = await opened.control.transfer({ amount: 1_000 });
			const { id } = await opened.control.addWebhook({ url: webhookUrl });
			const kept = { apiKey: opened.apiKey, history: data.data.records };
			return { kept, ids: [transaction.id, id] };
		} finally {
			await opened.close();
		}
	};
	const first = await open();
	// IDs count seconds.
	await wait(1_100);
	const second = await open();
	expect(first.kept.history).toHaveLength(20);
	expect(second.kept).toEqual(first.kept);
	for (const [place, id] of second.ids.entries()) expect(id).toBeGreaterThan(first.ids[place]);
});

describe('envelope', () => {
	it('is dated by the clock of the bank', async () => {
		await control.settings({ now: '2026-03-10T18:00:00Z' });
		const { headers } = await http.get('/v2/userInfo');
		expect(headers.date).toBe('Tue, 10 Mar 2026 18:00:00 GMT');
	});

	it.each(['/v2/nothing', '/v1/token', '/nowhere'])('answers 404 at %s', async (path) => {
		expect(await http.get(path)).toMatchObject({ status: 404, data: { error: 404, data: null } });
	});

	it('answers 400 if the body is not JSON', async () => {
		const headers = { 'content-type': 'application/json' };
		const answer = await http.post('/v2/webhooks', Buffer.from('{"webhook'), { headers });
		expect(answer).toMatchObject({ status: 400, data: { error: 400, data: null } });
	});

	it.each([
		['404', 404, 404],
		['error', 200, 404],
		['null', 200, 0],
	] as const)('answers an unknown ID in the form "%s"', async (unknownId, status, error) => {
		await control.settings({ unknownId });
		for (const path of ['/v2/transactions/1', '/v2/webhooks/1', '/v2/webhooks/x']) {
			expect(await http.get(path)).toMatchObject({ status, data: { error, data: null } });
		}
	});
});

describe('list of transactions', () => {
	it('lists every transaction once, in order, in both directions', async () => {
		const ids: number[] = [];
		const times: string[] = [];
		for (let page = 1; page <= 3; page++) {
			const { records, ...rest } = await list({ ...everything, page });
			expect(rest).toMatchObject({ page, pageSize: 100, totalPages: 3, totalRecords: 300 });
			ids.push(...records.map(({ id }) => id));
			times.push(...records.map(({ when }) => when));
		}
		expect(new Set(ids).size).toBe(300);
		expect(times).toEqual([...times].sort());
		const { records } = await list({ ...everything, sort: 'DESC' });
		expect(records.map(({ id }) => id)).toEqual(ids.slice(-100).reverse());
	});

	it('lists ten transactions of the last seven days by default, up to the end of today', async () => {
		await control.reset({ transactions: 0 });
		await control.settings({ now: '2026-03-10T18:00:00Z' });
		const at = async (when: string) => (await control.transfer({ amount: 1, when })).transaction.id;
		await at('2026-03-03T23:59:59');
		const first = await at('2026-03-04T00:00:00');
		const last = await at('2026-03-11 23:59:59');
		await at('2026-03-12');
		const page = await list({});
		expect(page.pageSize).toBe(10);
		expect(page.records.map(({ id }) => id)).toEqual([first, last]);
		expect((await list({ fromDate: '2026-03-03', toDate: '2026-03-03' })).totalRecords).toBe(1);
	});

	it.each([
		['null', null, null],
		['repeat', 1, 3],
		['next', 0, 4],
	] as const)('ends the list with "%s"', async (endPages, prevPage, nextPage) => {
		await control.settings({ endPages });
		expect(await list({ ...everything, page: 1 })).toMatchObject({ prevPage, nextPage: 2 });
		expect(await list({ ...everything, page: 3 })).toMatchObject({ prevPage: 2, nextPage });
	});

	it('can list the transactions of a day in another order each time', async () => {
		await control.settings({ shufflesDays: true });
		const [{ records: one }, { records: other }] = [await list(everything), await list(everything)];
		expect(one).not.toEqual(other);
		const shown = one.map(({ when }) => when.slice(0, 10));
		expect(shown).toEqual([...shown].sort());
	});

	it.each([
		{ pageSize: 'many' },
		{ pageSize: '0' },
		{ page: '-1' },
		{ sort: 'asc' },
		{ fromDate: '2024-02-30' },
		{ toDate: '01/02/2024' },
	])('refuses %j', async (params) => {
		const answer = await http.get('/v2/transactions', { params });
		expect(answer).toMatchObject({ status: 400, data: { error: 400, data: null } });
	});

	it('shows a transaction in the detail in a form of its own', async () => {
		const input = { amount: -193000, when: '2026-03-01T08:09:10' };
		const { transaction } = await control.transfer(input);
		const { data } = await http.get(`/v2/transactions/${transaction.id}`);
		expect(data.data).toEqual({
			id: transaction.id,
			tid: transaction.tid,
			description: transaction.description,
			amount: -193000,
			cusumBalance: transaction.cusum_balance,
			when: '2026-03-01T08:09:10',
			bankSubAccId: transaction.bankSubAccId,
		});
	});

	it.each([
		['date', { when: '2026-03-01' }],
		['iso', { when: '2026-03-01T08:09:10' }],
		['space', { when: '2026-03-01 08:09:10' }],
		['dayFirst', { when: '01/03/2026 08:09:10' }],
		['renamed', { transactionDateTime: '2026-03-01 08:09:10' }],
		['null', { when: null }],
		['missing', {}],
	] as const)('writes times in the form "%s"', async (listTime, written) => {
		const { transaction } = await control.transfer({ amount: 1000, when: '2026-03-01T08:09:10' });
		await control.settings({ listTime });
		const day = { fromDate: '2026-03-01', toDate: '2026-03-01', sort: 'DESC' };
		const { records } = await list(day);
		expect(records[0]).toEqual({ ...transaction, when: undefined, ...written });
	});

	it('contains plausible data with running balances', async () => {
		const { records } = await list(everything);
		const { accounts } = await control.state();
		const shown = new Set(records.map(({ bankCodeName }) => bankCodeName));
		const connected = accounts.filter((account) => account.connected);
		expect([...shown].sort()).toEqual(connected.map(({ codeName }) => codeName).sort());
		const own = records.filter(({ bankCodeName }) => bankCodeName === 'vpbank');
		for (let position = 1; position < own.length; position++) {
			const { amount, cusum_balance: balance } = own[position];
			expect(balance).toBe(Number(own[position - 1].cusum_balance) + amount);
		}
	});
});

describe('control', () => {
	it('withdraws a transaction that is listed already', async () => {
		const { transaction } = await control.transfer({ amount: 1000, description: '' });
		const { totalRecords } = await list(everything);
		await control.withdraw(transaction.id);
		const after = await list({ ...everything, sort: 'DESC' });
		expect(after.totalRecords).toBe(totalRecords - 1);
		expect(after.records[0].id).not.toBe(transaction.id);
		await expect(control.withdraw(1)).rejects.toThrow('There is no transaction 1');
	});

	describe('of descriptions', () => {
		const pay = async (input: Partial<TransferInput> = {}) => {
			const sent = { amount: 1000, description: 'DH1042', counterpartName: 'LE VAN B', ...input };
			return (await control.transfer(sent)).transaction.description;
		};

		it('writes incoming transfers in the form of the settings, or in one of their own', async () => {
			await control.settings({ descriptionForm: 'mbFromVietcombank' });
			const description = await pay({ counterpartAccount: '1027779485' });
			expect(description).toMatch(/^MBVCB\.\d+\.\d{6}\.DH1042\.CT ?/);
			const joined = description.replaceAll(/(.{35}) /g, '$1');
			expect(joined).toContain('.CT tu 1027779485 LE VAN B toi 0908123456789 CUA HANG THUC HANH');
			expect(await pay({ form: 'napas' })).toBe('IBFT DH1042');
			expect(await pay({ amount: -1000 })).toBe('DH1042');
		});

		it('writes in a different form each time with "mixed"', async () => {
			await control.settings({ descriptionForm: 'mixed' });
			const descriptions = new Set<string>();
			for (let round = 0; round < 20; round++) descriptions.add(await pay());
			expect(descriptions.size).toBeGreaterThan(10);
		});
	});

	it('says what it refuses', async () => {
		await expect(control.transfer({ amount: 0 })).rejects.toThrow('The amount must not be 0');
		await expect(control.removeWebhook(5)).rejects.toThrow('There is no webhook 5');
		await expect(control.redeliver(5)).rejects.toThrow('There is no delivery 5');
	});

	it('ends the history of another account so many days ago, also just before midnight', async () => {
		await control.settings({ now: '2026-03-02T23:55:00+07:00' });
		const { transactions } = await control.linkAccount({ transactions: 1_000, daysAgo: 1 });
		const days = transactions.map(({ when = '' }) => when.slice(0, 10));
		expect(new Set(days)).toEqual(new Set(['2026-03-01']));
	});
});

it('renews the key, which it accepts with both schemes, and refuses the former one', async () => {
	const former = bank.apiKey;
	expect(await control.renewApiKey()).toBe(bank.apiKey);
	expect(bank.apiKey).toMatch(/^AK_CS\.[0-9a-f]{32}\.[0-9A-Za-z]{72}$/);
	const ask = async (authorization: string) =>
		(await http.get('/v2/userInfo', { headers: { authorization } })).status;
	expect(await ask(`Apikey ${former}`)).toBe(401);
	expect(await ask(bank.apiKey)).toBe(401);
	expect(await ask(`Bearer ${bank.apiKey}`)).toBe(200);
	http = createClient(bank);
	expect((await http.get('/v2/userInfo')).status).toBe(200);
});

describe('webhooks', () => {
	const webhook = 'https://example.com/webhook';

	it.each([
		{},
		{ webhook: 'no url' },
		{ webhook, secure_token: 1 },
		{ webhook, income_only: 'yes' },
	])('are refused with the fields %j', async (body) => {
		const refused = { status: 400, data: { error: 400, data: null } };
		expect(await http.post('/v2/webhooks', body)).toMatchObject(refused);
	});

	it('show their token if they are set to do so', async () => {
		const create = async () =>
			(await http.post('/v2/webhooks', { webhook, secure_token: 'abc' })).data.data.param2;
		expect(await create()).toBe('');
		await control.settings({ param2: 'token' });
		expect(await create()).toBe('abc');
	});
});
