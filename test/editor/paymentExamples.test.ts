import { DateTime } from 'luxon';

import { readQrPicture } from '../bank/qrPicture';
import { readVietQr } from '../bank/vietQr';
import { importedExample } from '../support/exampleFiles';
import { startMailServer, type MailServer } from '../support/mailServer';
import { PaymentExamples } from '../support/n8n/paymentExamples';
import { useEditorSetup } from './editorSetup';
import { takePicture } from './pictures';

/** Of a phone. */
const size = { width: 480, height: 860 };

const setup = useEditorSetup({ transactions: 0 });
let mailServer: MailServer;
let examples: PaymentExamples;

beforeAll(async () => {
	mailServer = await startMailServer();
	examples = await PaymentExamples.setUp(setup, mailServer);
});

afterAll(async () => await mailServer?.close());

it('takes a customer from the order form to the receipt in a browser', async () => {
	const { editor, control, n8n, screen } = setup;
	const requests = await editor.activate(await examples.importRequests());
	await editor.activate(await examples.importConfirmations());
	const { webhookId } = requests.nodes.find(({ name }) => name === 'Order Form')!;

	const page = await screen.page.context().browser()!.newPage({ viewport: size });
	await page.goto(`${n8n.url}/form/${webhookId}`);
	await page.getByLabel('Name').fill('Nguyen Van A');
	await page.getByLabel('Email').fill('customer@example.com');
	await page.getByRole('combobox').selectOption('Tea, 200 g');
	await page.getByRole('button', { name: 'Submit' }).click();
	const heading = page.getByRole('heading', { name: /^Đơn hàng DH\d+$/ });
	await heading.waitFor();
	const code = (await heading.innerText()).replace('Đơn hàng ', '');
	const deadline = DateTime.now().setZone('Asia/Ho_Chi_Minh').plus({ minutes: 15 });
	const times = [0, 1, 2].map((minutes) => deadline.minus({ minutes }).toFormat('HH:mm'));
	const shown = await page.locator('body').innerText();
	expect(times).toContain(/trả 120\.000 ₫ trước (.+)\./.exec(shown)?.[1]);
	expect(times).toContain(/pay by (.+)\./.exec(shown)?.[1]);
	expect(shown).not.toContain('Đã nhận thanh toán');

	const request = readVietQr(readQrPicture(await page.screenshot()));
	expect(request).toMatchObject({ amount: 120_000, content: code });
	await takePicture(page, 'order');
	await control.transfer({ amount: 120_000, description: request.content });
	const { to, text } = await mailServer.waitForMail(`Order ${code} is paid`);
	expect(to).toBe('customer@example.com');
	expect(text).toContain('Thank you, Nguyen Van A. We have received 120.000 ₫ for Tea, 200 g.');

	await page.getByRole('heading', { name: 'Đã nhận thanh toán' }).waitFor();
	const paid = await page.locator('body').innerText();
	expect(paid).toContain('Payment received');
	expect(paid).toContain(`${code}\n120.000 ₫`);
	expect(await page.getByRole('img').count()).toBe(0);
	expect(
		await page.locator('main').evaluate((main) => getComputedStyle(main).backgroundColor),
	).toBe('rgb(21, 128, 61)');
	await takePicture(page, 'order-paid');
	await page.close();
}, 120_000);

it('shows both workflows and their notes', async () => {
	const { editor, screen } = setup;
	for (const [name, workflow] of [
		['request-payment', await examples.importRequests()],
		['confirm-payment', await examples.importConfirmations()],
	] as const) {
		await screen.openWorkflow(workflow.id);
		await screen.part('zoom-to-fit').click();
		await takePicture(screen.page, name);
		// n8n marks a node that it does not know, or whose parameters are incomplete.
		expect(await screen.part('node-issues').count()).toBe(0);
		await editor.deleteWorkflow(workflow);
	}
}, 120_000);

it('runs an imported example with its sample data at the first click', async () => {
	const { editor, credential, screen } = setup;
	const workflow = await editor.createWorkflow(await importedExample('confirm-orders', credential));
	await screen.openWorkflow(workflow.id);
	await screen.part('execute-workflow-button').click();
	await screen.page.getByText('Workflow executed successfully').waitFor();
	await screen.part('zoom-to-fit').click();
	await takePicture(screen.page, 'workflow');
	const passed = screen.part('edge-label').filter({ hasText: '1 item' });
	expect(await passed.count()).toBe(4);
});
