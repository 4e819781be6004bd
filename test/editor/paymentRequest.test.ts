import { actionName, actionWorkflow } from '../support/n8n/workflows';
import { useEditorSetup } from './editorSetup';
import { takePicture } from './pictures';

const setup = useEditorSetup({ transactions: 5 });
const { screen } = setup;

beforeAll(async () => await screen.openNewWorkflow());

const credential = () => screen.part('node-credentials-select');

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
	await screen.pick('mbbank', 'MBBank');
	await screen.fill('amount', '250000');
	await screen.fill('paymentCode', 'dh-1042');
	await screen.add('Add Option', 'Note');
	await screen.fill('note', 'cảm ơn');
	await screen.executeStep();
	await screen.part('output-panel').getByText('DH1042.png').waitFor({ timeout: 30_000 });
	await screen.showOutput('Table');
	const [item] = await screen.output();
	expect(item).toMatchObject({
		paymentCode: 'DH1042',
		content: 'DH1042 CAM ON',
		bankName: 'MBBank',
	});
}, 120_000);

it('shows the picture of the QR code', async () => {
	await screen.showOutput('Binary');
	await screen.part('output-panel').getByText('View', { exact: true }).click();
	await screen.part('output-panel').locator('img').waitFor();
	await takePicture(screen.page, 'payment-request');
}, 120_000);

it('asks for a payment to any account, and then for no credential', async () => {
	await screen.select('accountSource', 'Manual Entry');
	await screen.pick('vietcombank', 'Vietcombank');
	await screen.fill('accountNumber', '1023456789012');
	await screen.fill('paymentCode', 'dh-1043');
	await credential().waitFor({ state: 'hidden' });
	await screen.executeStep();
	await screen.part('output-panel').getByText('DH1043.png').waitFor({ timeout: 30_000 });
	await screen.showOutput('Table');
	const [item] = await screen.output();
	expect(item).toMatchObject({ paymentCode: 'DH1043', bankBin: '970436' });
}, 120_000);

it('says why a payment code is refused', async () => {
	await screen.fill('paymentCode', '1042');
	await screen.executeStep();
	const { what, toDo } = await screen.message();
	expect(what).toMatch(/'Payment Code' needs letters followed by digits/);
	expect(toDo).toContain('DH1042');
}, 120_000);

it('asks for the credential again if another resource is selected', async () => {
	await screen.select('resource', 'Account');
	await credential().waitFor();
	await screen.executeStep();
	await screen.part('ndv-items-count').getByText('4 items').waitFor();
}, 120_000);

it('needs no credential in a workflow without one', async () => {
	const parameters = {
		resource: 'paymentRequest',
		operation: 'create',
		accountSource: 'manual',
		paymentCode: 'DH1044',
		accountNumber: '1023456789012',
	};
	const workflow = actionWorkflow(parameters, setup.credential);
	for (const node of workflow.nodes) delete node.credentials;
	const { id } = await setup.editor.createWorkflow(workflow);
	await screen.openWorkflow(id);
	await screen.openNode(actionName);
	await screen.pick('techcombank', 'Techcombank');
	await screen.executeStep();
	await screen.part('output-panel').getByText('DH1044.png').waitFor({ timeout: 30_000 });
}, 120_000);
