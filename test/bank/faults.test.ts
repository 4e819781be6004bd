/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { setTimeout as wait } from 'node:timers/promises';
import type { AxiosInstance } from 'axios';
import { startBank, type Bank } from './bank';
import { createClient } from './client';
import type { BankControl } from './control';

let bank: Bank;
let control: BankControl;
let http: AxiosInstance;

beforeEach(async () => {
	bank = await startBank({ transactions: 10 });
	control = bank.control;
	http = createClient(bank);
});
afterEach(async () => await bank.close());

const ask = async () => await http.get('/v2/userInfo');

it('breaks the connection before or within an answer', async () => {
	await control.fault({ kind: 'reset' });
	await expect(ask()).rejects.toMatchObject({ code: 'ECONNRESET' });
	await control.fault({ kind: 'cut' });
	const { status, headers, data } = await http.get('/v2/userInfo', {
		responseType: 'stream',
	});
	let text = '';
	const read = async () => {
		for await (const chunk of data) text += chunk;
	};
	await expect(read()).rejects.toThrow('aborted');
	expect(status).toBe(200);
	expect(text).toMatch(/^\{"error":0,/);
	expect(Buffer.byteLength(text)).toBe(Math.floor(Number(headers['content-length']) / 2));
});

it.each([
	['it never sends', async () => await control.fault({ kind: 'hang' })],
	['it delays', async () => await control.settings({ delayMs: 60_000 })],
])('closes at once in spite of an answer that %s', async (_name, holdUp) => {
	await holdUp();
	const outcome = ask().catch(({ code }) => code);
	await wait(50);
	const started = Date.now();
	await bank.close();
	expect(await outcome).toBe('ECONNRESET');
	expect(Date.now() - started).toBeLessThan(5_000);
});

it.each(['trickle', 'flood'] as const)(
	'sends a %s without an end, and still closes at once',
	async (kind) => {
		await control.fault({ kind });
		const { data } = await http.get('/v2/userInfo', { responseType: 'stream' });
		let bytes = 0;
		const read = async () => {
			for await (const chunk of data) bytes += chunk.length;
		};
		const outcome = read().catch(({ code }) => code);
		await wait(300);
		expect(bytes).toBeGreaterThan(2);
		const started = Date.now();
		await bank.close();
		expect(await outcome).toBe('ECONNRESET');
		expect(Date.now() - started).toBeLessThan(5_000);
	},
);

it.each([true, false])(
	'breaks the connection after a change, carried out: %s',
	async (carriedOut) => {
		await control.fault({ method: 'post', kind: 'reset', carriedOut });
		const create = async () => await http.post('/v2/webhooks', { webhook: 'http://127.0.0.1:9/' });
		await expect(create()).rejects.toMatchObject({ code: 'ECONNRESET' });
		expect(await control.webhooks()).toHaveLength(carriedOut ? 1 : 0);
		await create();
		expect(await control.webhooks()).toHaveLength(carriedOut ? 2 : 1);
	},
);

it('applies a fault only to matching requests, as often as requested, after those it lets pass', async () => {
	await control.fault({ path: '/userInfo', after: 1, times: 2, kind: 'status' });
	expect((await http.get('/v2/transactions')).status).toBe(200);
	const statuses = [];
	for (let count = 0; count < 4; count++) statuses.push((await ask()).status);
	expect(statuses).toEqual([200, 500, 500, 200]);

	await control.fault({ times: null, kind: 'status', status: 429 });
	expect([(await ask()).status, (await ask()).status]).toEqual([429, 429]);
	await control.clearFaults();
	expect((await ask()).status).toBe(200);
});
