import type { Browser, Page } from 'playwright-core';
import { toBuffer } from 'qrcode';
import { startBank, type Bank } from '../bank/bank';
import { startBrowser } from './browser';
import { takePicture } from './pictures';

// To the first account of the practice bank: 250,000 dong for DH1042.
const request =
	'00020101021238570010A00000072701270006970422011309081234567890208QRIBFTTA530370454062500005802VN62100806DH104263043704';

let bank: Bank;
let browser: Browser;
let page: Page;

beforeAll(async () => {
	bank = await startBank({ transactions: 20 });
	browser = await startBrowser();
	page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
}, 60_000);

afterAll(async () => {
	await browser?.close();
	await bank?.close();
});

beforeEach(async () => {
	await page.goto(bank.url);
});

const frame = () => page.frameLocator('iframe');
const row = (text: string) => frame().locator('tr').filter({ hasText: text });

async function expectScanned(): Promise<void> {
	await frame().getByRole('button', { name: 'Pay' }).waitFor();
	expect(await frame().getByLabel('Amount in dong').inputValue()).toBe('250000');
	expect(await frame().getByRole('textbox', { name: 'Description' }).inputValue()).toBe('DH1042');
}

it('pays a payment request whose picture was uploaded, from MoMo and with another amount', async () => {
	const picture = { name: 'qr.png', mimeType: 'image/png', buffer: await toBuffer(request) };
	await page.getByLabel('Picture of the QR code').setInputFiles(picture);
	await page.getByRole('button', { name: 'Scan' }).click();
	await expectScanned();
	await takePicture(page, 'practice-bank');
	await frame().getByLabel("The payer's bank").selectOption({ label: 'MoMo' });
	await frame().getByLabel('Amount in dong').fill('249000');
	await frame().getByRole('button', { name: 'Pay' }).click();
	await row('+249,000 ₫').getByText('-DH1042-CHUYEN TIEN-OQCH').waitFor();
}, 60_000);

it('scans a picture that was pasted', async () => {
	const bytes = [...(await toBuffer(request))];
	await page.evaluate((data) => {
		const clipboardData = new DataTransfer();
		clipboardData.items.add(new File([new Uint8Array(data)], 'qr.png', { type: 'image/png' }));
		document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
	}, bytes);
	await expectScanned();
}, 60_000);

it('holds a payment back until the account is synced', async () => {
	await page.getByLabel('Or its text').fill(request);
	await page.getByRole('button', { name: 'Scan' }).click();
	await expectScanned();
	await frame().getByLabel('Hold back').check();
	await frame().getByRole('button', { name: 'Pay' }).click();
	await frame().getByRole('heading', { name: 'Held back' }).waitFor();
	await frame().getByRole('button', { name: 'Sync' }).click();
	await row('+250,000 ₫').getByText('DH1042').waitFor();
	await frame().getByRole('heading', { name: 'Held back' }).waitFor({ state: 'detached' });
}, 60_000);
