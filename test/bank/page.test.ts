import axios from 'axios';
import { toBuffer } from 'qrcode';
import { QRPay } from 'vietnam-qr-pay';
import { startBank, type Bank } from './bank';
import { formChoices } from './chosenForm';
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

/** Returns the text of a VietQR code. */
const request = ({ bin = '970422', account = '0908123456789', amount = '', content = '' }) =>
	QRPay.initVietQR({ bankBin: bin, bankNumber: account, amount, purpose: content }).build();

async function scan({ text = '', picture }: { text?: string; picture?: Buffer }) {
	const form = new FormData();
	form.set('text', text);
	const file = new Blob(picture ? [new Uint8Array(picture)] : [], { type: 'image/png' });
	form.set('picture', file, 'qr.png');
	return await axios.post<string>(`${bank.url}/page/scan`, form, { validateStatus: () => true });
}

describe('a payment request', () => {
	const asked = request({ amount: '250000', content: 'DH1042' });

	it.each([
		['its text', async () => await scan({ text: ` ${asked}\n` })],
		['its picture', async () => await scan({ picture: await toBuffer(asked) })],
	])('is scanned from %s and fills in the form that pays it', async (_name, scanning) => {
		const { status, data } = await scanning();
		expect(status).toBe(200);
		expect(data).toContain('MBBank 0908123456789');
		expect(data).toContain('250,000 ₫');
		expect(data).toMatch(/name="accountNumber" value="0908123456789"/);
		expect(data).toMatch(/name="amount"[^>]* value="250000"/);
		expect(data).toMatch(/name="description" value="DH1042"/);
		expect(data).not.toContain('http-equiv="refresh"');
	});

	it('can be paid from any bank, usually from Vietcombank', async () => {
		const { data } = await scan({ text: asked });
		expect(data).toContain('<option value="mbFromVietcombank" selected>Vietcombank to MB</option>');
		for (const { name, label } of formChoices) {
			expect(data).toMatch(new RegExp(`<option value="${name}"( selected)?>${label}</option>`));
		}
	});

	it.each([
		['momo', /09\d{8}-DH1042-CHUYEN TIEN-OQCH\w+-MOMO09\d{8}MOMO/],
		['mb', /CUSTOMER DH1042 {3}Ma giao dich {2}Trace\d{6} {2}Trace \d{6}/],
		['vietcombank', /MBVCB\.\d+\.\d+\.DH1042\.CT tu \d+ TRAN THI B toi 0908123456789/],
		['plain', />DH1042</],
	])('is paid with another amount, in the text of the bank %s', async (form, description) => {
		const accountNumber = '0908123456789';
		const payment = { amount: '251000', description: 'DH1042', counterpartName: 'TRAN THI B' };
		const { data } = await send({ accountNumber, ...payment, form });
		expect(data).toContain('+251,000 ₫');
		expect(data).toMatch(description);
	});

	it('is refused from a bank that is not offered', async () => {
		const { status, data } = await send({ amount: '1000', form: 'added' });
		expect(status).toBe(400);
		expect(data).toContain('There is no form added');
	});

	it('leaves amount and content to the payer if it has none', async () => {
		const { data } = await scan({ text: request({}) });
		expect(data.match(/The payer decides/g)).toHaveLength(2);
		expect(data).toMatch(/name="amount"[^>]* value=""/);
	});

	it.each([
		['nothing', {}, 'Choose a picture'],
		['another text', { text: 'DH1042' }, 'not a VietQR payment request'],
		[
			'a request of another bank',
			{ text: request({ bin: '970415', account: '113366668888' }) },
			'113366668888 at the bank 970415, which is not one',
		],
		[
			'a known number at the wrong bank',
			{ text: request({ bin: '970415' }) },
			'0908123456789 at the bank 970415, which is not one',
		],
		[
			'an account that is not connected',
			{ text: request({ bin: '970436', account: '1023456789012' }) },
			'1023456789012 is not connected',
		],
	])('is refused with a reason: %s', async (_name, input, reason) => {
		const { status, data } = await scan(input);
		expect(status).toBe(400);
		expect(data).toContain(reason);
	});

	it('is held back until the account is synced', async () => {
		const { transactionCount } = await control.state();
		const accountNumber = '0908123456789';
		const held = { direction: 'incoming', amount: '77000', description: 'DH77', held: 'yes' };
		const { data } = await send({ accountNumber, ...held });
		expect(data).toContain('Held back');
		expect(await control.heldTransfers()).toMatchObject([{ amount: 77000, description: 'DH77' }]);
		expect((await control.state()).transactionCount).toBe(transactionCount);
		const body = new URLSearchParams({ accountNumber });
		const synced = await axios.post<string>(`${bank.url}/page/sync`, body);
		expect(synced.data).not.toContain('Held back');
		expect(synced.data).toContain('+77,000 ₫');
		expect((await control.state()).transactionCount).toBe(transactionCount + 1);
	});
});

it('shows which account is not connected and does not offer it for transfers', async () => {
	const front = await axios.get<string>(bank.url);
	expect(front.data).toContain('17271687');
	expect(front.data).not.toContain('1023456789012');
	const { data } = await axios.get<string>(`${bank.url}/page/lists`);
	expect(data).toMatch(/1023456789012[^]*not connected/);
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
