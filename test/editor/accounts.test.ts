import { useEditorSetup } from './editorSetup';
import { takePicture } from './pictures';

const setup = useEditorSetup({ transactions: 5 });
const { screen } = setup;

beforeAll(async () => await screen.openNewWorkflow());

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
	await screen.fill('prefix', 'DH, HD, NAP');
	await setup.control.transfer({
		amount: 2_000,
		description: 'CK NAP1043',
		accountNumber: '123456789',
	});
	await setup.control.transfer({ amount: 1_000, description: 'CK DH1042' });
	await screen.executeStep();
	const [item] = await screen.output();
	expect(item).toMatchObject({ amount: '2000', paymentCode: 'NAP1043' });
}, 120_000);
