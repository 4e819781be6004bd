import { SETUP_TIMEOUT_MS } from '../support/n8n/testInstance';
import { waitUntil } from '../support/waitFor';
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

// Each test continues where the one before it ended.
it('lists the linked accounts', async () => {
	await (await screen.findInPanel('manual', 'Manual Trigger')).click();
	await screen.part('node-creator').waitFor({ state: 'hidden' });
	await (await screen.findInPanel('bank', 'Bank Transactions')).click();
	await screen.choose('Get many accounts');
	await screen.part('ndv').waitFor();
	await screen.executeStep();
	const items = await screen.output();
	expect(items).toHaveLength(4);
	expect(items[0]).toMatchObject({ accountNumber: '0908123456789', bankName: 'MBBank' });
}, 120_000);

it('syncs an account that is picked from the list', async () => {
	await screen.select('operation', 'Sync');
	await screen.part('rlc-input').click();
	await screen.part('rlc-item').filter({ hasText: 'Not connected: ' }).waitFor();
	await takePicture(screen.page, 'account-list');
	await screen.page.keyboard.press('Escape');
	await screen.pick('acb', '17271687');
	await screen.executeStep();
	await screen.part('output-panel').getByText('requested').waitFor();
	const [item] = await screen.output();
	expect(item).toMatchObject({ requested: 'true', accountNumber: '17271687' });
	const syncs = (await setup.control.requests()).filter(({ path }) => path === '/v2/sync');
	expect(syncs).toMatchObject([{ method: 'POST', body: { bank_acc_id: '17271687' } }]);
}, 120_000);

it('starts a workflow for the account that is picked in the trigger', async () => {
	await screen.openNewWorkflow();
	await (await screen.findInPanel('bank', 'Bank Transactions')).click();
	await screen.choose('On incoming money');
	await screen.part('ndv').waitFor();
	await screen.add('Add Option', 'Account');
	await screen.pick('vpbank', '123456789');
	await screen.add('Add Option', 'Payment Code');
	await screen.add('Add Prefix, Length or Characters', 'Prefix');
	await screen.fill('prefix', 'DH, HD, NAP');
	await screen.executeStep();
	await screen.part('trigger-listening').waitFor();
	await waitUntil(
		'n8n registers the webhook of the test run',
		async () => await setup.control.webhooks(),
		(webhooks) => webhooks.length === 1,
		{ timeoutMs: 10_000 },
	);
	await setup.control.transfer({ amount: 1_000, description: 'CK DH1042' });
	await setup.control.transfer({
		amount: 2_000,
		description: 'CK NAP1043',
		accountNumber: '123456789',
	});
	const [item] = await screen.output();
	expect(item).toMatchObject({ amount: '2000', paymentCode: 'NAP1043' });
}, 120_000);
