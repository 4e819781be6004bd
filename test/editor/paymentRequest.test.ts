import { SETUP_TIMEOUT_MS } from '../support/n8n/testInstance';
import { startEditorSetup, type EditorSetup } from './editorSetup';
import { takePicture } from './pictures';
import type { EditorScreen } from './screen';

let setup: EditorSetup;
let screen: EditorScreen;

beforeAll(async () => {
	setup = await startEditorSetup({ transactions: 5 });
	screen = setup.screen;
	await screen.openNewWorkflow();
}, SETUP_TIMEOUT_MS);

afterAll(async () => await setup?.end(), 60_000);

const picture = async (name: string) => await takePicture(screen.page, name);

/** Searches the list of the only parameter that has one, and selects the only result. */
async function pick(words: string, entry: string): Promise<void> {
	await screen.part('rlc-input').click();
	await screen.part('rlc-search').fill(words);
	const item = screen.part('rlc-item').filter({ hasText: entry });
	await item.waitFor();
	await item.click();
}

// Each test continues where the one before it ended.
it('is found by the words of a user who wants a QR code', async () => {
	await (await screen.findInPanel('manual', 'Manual Trigger')).click();
	await screen.part('node-creator').waitFor({ state: 'hidden' });
	await (await screen.findInPanel('qr code', 'Bank Transactions')).click();
	await screen.choose('Create payment request');
	await screen.part('ndv').waitFor();
	expect(await screen.field('operation').inputValue()).toBe('Create');
	expect(await screen.field('accountSource').inputValue()).toBe('Linked Account');
}, 120_000);

it('asks for a payment to a linked account that is picked from the list', async () => {
	await pick('mbbank', 'MBBank');
	await screen.fill('amount', '250000');
	await screen.fill('paymentCode', 'dh-1042');
	await screen.add('Add Option', 'Note');
	await screen.fill('note', 'cảm ơn');
	await picture('payment-request-parameters');
	await screen.executeStep();
	const [item] = await screen.output();
	await picture('payment-request');
	expect(item).toMatchObject({
		paymentCode: 'DH1042',
		content: 'DH1042 CAM ON',
		bankName: 'MBBank',
	});
}, 120_000);

it('asks for a payment to any account, without a credential', async () => {
	await screen.select('accountSource', 'Manual Entry');
	await pick('ngoại thương', 'Vietcombank');
	await screen.fill('accountNumber', '1023456789012');
	await screen.part('node-credentials-select').waitFor({ state: 'hidden' });
	await picture('payment-request-manual');
	await screen.executeStep();
	await screen.part('output-panel').getByText('Vietcombank').first().waitFor();
	const [item] = await screen.output();
	expect(item).toMatchObject({ paymentCode: 'DH1042', bankBin: '970436' });
}, 120_000);

it('shows the picture of the QR code', async () => {
	await screen.part('output-panel').getByText('Binary', { exact: true }).click();
	await screen.part('output-panel').getByText('DH1042.png').waitFor();
	await screen.part('output-panel').getByText('View', { exact: true }).click();
	await screen.part('output-panel').locator('img').waitFor();
	await picture('payment-request-picture');
}, 120_000);

it('says why a payment code is refused', async () => {
	await screen.fill('paymentCode', '1042');
	await screen.executeStep();
	const { what, toDo } = await screen.message();
	expect(what).toMatch(/'Payment Code' needs letters followed by digits/);
	expect(toDo).toContain('DH1042');
	await picture('payment-request-refused');
}, 120_000);
