import { createHmac } from 'node:crypto';
import type { AxiosInstance } from 'axios';
import { startBank, type Bank } from './bank';
import { createClient } from './client';
import type { BankControl } from './control';
import { startReceiver, type Receiver } from './receiver';
import { waitUntil } from '../support/waitFor';
import type { Delivery } from './types';

let bank: Bank;
let control: BankControl;
let http: AxiosInstance;
let receiver: Receiver;

beforeAll(async () => {
	bank = await startBank({ transactions: 10 });
	control = bank.control;
	http = createClient(bank);
});
afterAll(async () => await bank.close());
beforeEach(async () => {
	await control.reset();
	await control.settings({ deliveryRetryMs: 5 });
	receiver = await startReceiver();
});
afterEach(async () => await receiver.close());

const addWebhook = async (incomeOnly = false) =>
	await control.addWebhook({ url: receiver.url, secureToken: 'the-token', incomeOnly });
const bodies = () => receiver.received.map(({ text }) => JSON.parse(text));

async function untilSettled(): Promise<Delivery> {
	return await waitUntil(
		'the delivery is no longer retried',
		async () => (await control.deliveries())[0],
		({ state }) => state !== 'retrying',
		{ intervalMs: 5 },
	);
}

it('does not announce outgoing money to webhooks for incoming money', async () => {
	await addWebhook(true);
	expect((await control.transfer({ amount: -5 })).deliveries).toEqual([]);
	await control.transfers([{ amount: -5 }, { amount: 6 }, { amount: 7, deliver: false }]);
	expect(bodies()).toMatchObject([{ data: [{ amount: 6 }] }]);
});

it('sends nothing to a paused webhook, nor an event that it loses', async () => {
	const { id } = await addWebhook();
	await control.settings({ deliver: false });
	await control.transfer({ amount: 1 });
	await control.settings({ deliver: true });
	await control.pauseWebhook(id);
	await control.transfer({ amount: 1 });
	expect(receiver.received).toEqual([]);
});

it('signs an event with one object, and does not send the token with it', async () => {
	await control.settings({ eventShape: 'object', tokenForm: 'signed' });
	await addWebhook();
	const { transactions } = await control.transfers([{ amount: 1 }, { amount: 2 }]);
	expect(bodies().map(({ data }) => data.id)).toEqual(transactions.map(({ id }) => id));
	const [{ headers, text }] = receiver.received;
	expect(headers).not.toHaveProperty('secure-token');

	const { error, data } = JSON.parse(text);
	const sorted = JSON.stringify({
		data: Object.fromEntries(Object.entries(data).sort(([one], [other]) => (one < other ? -1 : 1))),
		error,
	});
	const [, time, sign] = /^t=(\d+),v1=([0-9a-f]{128})$/.exec(String(headers['x-casso-signature']))!;
	expect(createHmac('sha512', 'the-token').update(`${time}.${sorted}`).digest('hex')).toBe(sign);
	expect(data).toHaveProperty('transactionDateTime');
	expect(data).toHaveProperty('runningBalance');
});

it('retries until the event is received', async () => {
	await addWebhook();
	receiver.answer.status = 503;
	const { deliveries } = await control.transfer({ amount: 1 });
	expect(deliveries).toMatchObject([{ state: 'retrying', attempts: [{ outcome: 'bad status' }] }]);
	receiver.answer.status = 200;
	const { state, attempts } = await untilSettled();
	expect(state).toBe('delivered');
	expect(attempts.at(-1)).toMatchObject({ status: 200, body: '{"success":true}', outcome: 'ok' });
	expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1);
});

it('gives up after the last attempt and pauses the webhook until it is updated', async () => {
	await control.settings({ deliveryAttempts: 3 });
	await addWebhook();
	receiver.answer.body = 'thanks';
	await control.transfer({ amount: 1 });
	const { state, attempts } = await untilSettled();
	expect(state).toBe('given up');
	expect(attempts.map(({ outcome }) => outcome)).toEqual(['bad body', 'bad body', 'bad body']);
	expect(await control.webhooks()).toMatchObject([{ paused: true }]);
});

it('distinguishes a slow endpoint from one that is not there', async () => {
	await control.settings({ deliveryTimeoutMs: 50, deliveryAttempts: 1 });
	await addWebhook();
	await control.addWebhook({ url: 'http://127.0.0.1:9/nobody' });
	receiver.answer.status = 0;
	const { deliveries } = await control.transfer({ amount: 1 });
	expect(deliveries.map(({ attempts }) => attempts[0].outcome)).toEqual(['timeout', 'refused']);
});

it('stops retrying when the webhook is removed', async () => {
	const { id } = await addWebhook();
	receiver.answer.status = 500;
	await control.transfer({ amount: 1 });
	await control.removeWebhook(id);
	expect((await untilSettled()).state).toBe('given up');
});

it('sends the test call once', async () => {
	await addWebhook();
	receiver.answer.status = 500;
	const { deliveries } = await control.sendTestEvent();
	expect(deliveries).toMatchObject([{ transactionIds: [0], state: 'given up' }]);
	expect(bodies()[0].data).toMatchObject([{ id: 0, description: 'giao dich thu nghiem' }]);
	expect(await control.webhooks()).toMatchObject([{ paused: false }]);
});

describe('a sync', () => {
	const accountNumber = '0908123456789';
	const sync = async (number: unknown = accountNumber) =>
		await http.post('/v2/sync', { bank_acc_id: number });
	const listIds = async () => {
		const params = { fromDate: '2000-01-01', pageSize: '100' };
		const { data } = await http.get('/v2/transactions', { params });
		return data.data.records.map(({ id }: { id: number }) => id);
	};

	it('brings what was held back into the list and sends it in one event', async () => {
		await addWebhook();
		const before = await listIds();
		const when = '2026-03-01T08:00:00';
		await control.holdTransfer({ amount: 1000, description: 'DH1', accountNumber, when });
		await control.holdTransfer({ amount: 2000, description: 'DH2' });
		expect(await control.heldTransfers()).toMatchObject([
			{ accountNumber, amount: 1000, description: 'DH1', time: '2026-03-01T01:00:00.000Z' },
			{ accountNumber, amount: 2000, description: 'DH2' },
		]);
		expect(await listIds()).toEqual(before);
		expect(receiver.received).toEqual([]);

		expect((await sync()).data).toEqual({ error: 0, message: 'success', data: null });
		expect(await listIds()).toHaveLength(before.length + 2);
		const first = { amount: 1000, description: 'DH1', when: '2026-03-01 08:00:00' };
		expect(bodies()).toMatchObject([{ data: [first, { amount: 2000, description: 'DH2' }] }]);
		expect(await control.heldTransfers()).toEqual([]);
	});

	it('brings only what belongs to the account, each transfer once, and can answer with it', async () => {
		await control.settings({ syncAnswer: 'array' });
		await control.holdTransfer({ amount: 1000, accountNumber: '123456789' });
		expect((await sync()).data.data).toEqual([]);
		expect((await sync('123456789')).data.data).toMatchObject([{ amount: 1000 }]);
		expect((await sync('123456789')).data.data).toEqual([]);
	});

	it.each([
		['an unknown number', '55', 404],
		['the ID in place of the number', '733', 404],
		['an account that is not connected', '1023456789012', 400],
		['an empty number', '', 400],
		['a number that is no text', 733, 400],
		['no number', null, 400],
	])('is refused with %s', async (_name, number, status) => {
		const answer = await sync(number);
		expect(answer).toMatchObject({ status, data: { error: status, data: null } });
	});
});
