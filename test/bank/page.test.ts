import axios from 'axios';
import { startBank, type Bank } from './bank';
import type { BankControl } from './control';

let bank: Bank;
let control: BankControl;

beforeAll(async () => {
	bank = await startBank({ transactions: 30 });
	control = bank.control;
});
afterAll(async () => await bank.close());

const send = async (fields: Record<string, string>) =>
	await axios.post<string>(`${bank.url}/page/transfers`, new URLSearchParams(fields), {
		validateStatus: () => true,
	});

it('shows a form next to lists that refresh themselves', async () => {
	const { data } = await axios.get<string>(bank.url);
	expect(data).toContain('<iframe');
	expect(data).toContain('target="lists"');
});

it('makes a transfer and shows it, escaped', async () => {
	const { accounts, transactionCount } = await control.state();
	const { data } = await send({
		accountNumber: accounts[1].accountNumber,
		direction: 'outgoing',
		amount: '1250000',
		description: '<script>alert("DH1")</script>',
	});
	expect(data).toContain('&lt;script&gt;alert(&quot;DH1&quot;)&lt;/script&gt;');
	expect(data).not.toContain('<script');
	expect(data).toContain('-1,250,000 ₫');
	expect((await control.state()).transactionCount).toBe(transactionCount + 1);
});

it('says why a transfer was refused', async () => {
	const { status, data } = await send({ direction: 'incoming', amount: 'much' });
	expect(status).toBe(400);
	expect(data).toContain('The amount must be a number above 0');
});

it('shows webhooks and the test call, without tokens', async () => {
	const url = 'http://127.0.0.1:9/shown';
	await control.addWebhook({ url, secureToken: 'hidden-token' });
	const { data } = await axios.post<string>(`${bank.url}/page/test-call`);
	expect(data).toContain(url);
	expect(data).toContain('test call');
	expect(data).not.toContain('hidden-token');
	expect(data).not.toContain(bank.apiKey);
});
