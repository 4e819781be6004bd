import { createHmac } from 'node:crypto';
import { startBank, type Bank } from './bank';
import type { BankControl } from './control';
import { startReceiver, type Receiver } from './receiver';
import { waitUntil } from '../support/waitFor';
import type { Delivery } from './types';

let bank: Bank;
let control: BankControl;
let receiver: Receiver;

beforeAll(async () => {
	bank = await startBank({ transactions: 10 });
	control = bank.control;
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

it('sends a transfer at once, with the token', async () => {
	await addWebhook();
	const { transaction, deliveries } = await control.transfer({
		amount: 79000,
		description: 'DH1042',
		accountNumber: '123456789',
		when: '2020-10-14 00:34:57',
	});
	expect(deliveries).toMatchObject([
		{ state: 'delivered', transactionIds: [transaction.id], attempts: [{ outcome: 'ok' }] },
	]);
	expect(receiver.received[0].headers['secure-token']).toBe('the-token');
	expect(bodies()[0]).toEqual({
		error: 0,
		data: [
			{
				id: transaction.id,
				tid: transaction.tid,
				description: 'DH1042',
				amount: 79000,
				cusum_balance: transaction.cusum_balance,
				when: '2020-10-14 00:34:57',
				bank_sub_acc_id: '123456789',
				subAccId: '123456789',
				bankName: 'VPBank',
				bankAbbreviation: 'VPB',
				virtualAccount: '',
				virtualAccountName: '',
				corresponsiveName: 'NGUYEN VAN A',
				corresponsiveAccount: '8888888888',
				corresponsiveBankId: '970415',
				corresponsiveBankName: 'VietinBank',
			},
		],
	});
});

it('does not announce outgoing money to webhooks for incoming money', async () => {
	await addWebhook(true);
	expect((await control.transfer({ amount: -5 })).deliveries).toEqual([]);
	await control.transfers([{ amount: -5 }, { amount: 6 }, { amount: 7, deliver: false }]);
	expect(bodies().map(({ data }) => data.map(({ amount }: { amount: number }) => amount))).toEqual([
		[6],
	]);
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

it('repeats a delivery on demand', async () => {
	await addWebhook();
	const { deliveries } = await control.transfer({ amount: 1 });
	expect(await control.redeliver(deliveries[0].id)).toMatchObject({ outcome: 'ok' });
	expect(receiver.received[0].text).toBe(receiver.received[1].text);
});

it('sends the test call once', async () => {
	await addWebhook();
	receiver.answer.status = 500;
	const { deliveries } = await control.sendTestEvent();
	expect(deliveries).toMatchObject([{ transactionIds: [0], state: 'given up' }]);
	expect(bodies()[0].data).toMatchObject([{ id: 0, description: 'giao dich thu nghiem' }]);
	expect(await control.webhooks()).toMatchObject([{ paused: false }]);
});
