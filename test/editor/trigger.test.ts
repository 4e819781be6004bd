import { triggerWorkflow } from '../support/n8n/workflows';
import { waitUntil } from '../support/waitFor';
import { takePicture } from './pictures';
import { useEditorSetup } from './editorSetup';

const triggerName = 'Bank Transactions Trigger';
const transfer = {
	amount: 250_000,
	description: 'MBVCB.2707051024.042064.DH1042.CT tu NGUYEN VAN A',
	counterpartName: 'NGUYEN VAN A',
	counterpartAccount: '8888888888',
};

// The tests run in order: each continues where the one before it ended.
const setup = useEditorSetup();
const { screen } = setup;

beforeAll(async () => await screen.openNewWorkflow());

const picture = async (name: string) => await takePicture(screen.page, name);

it.each(['casso', 'vietqr', 'reconcile', 'payment', 'bank'])(
	'finds the trigger in the panel for "%s"',
	async (words) => {
		const found = await screen.findInPanel(words, 'Bank Transactions');
		expect(await found.count()).toBe(1);
	},
);

it('offers a trigger for each direction of money', async () => {
	await screen.choose('Bank Transactions');
	const panel = screen.part('node-creator');
	await panel.getByText('On incoming money', { exact: true }).waitFor();
	// What n8n shows of both nodes is the description of the trigger.
	const both = /Starts the workflow when a bank transaction occurs\. The actions request payments/;
	await panel.getByText(both).first().waitFor();
	await picture('panel');
	expect(await panel.innerText()).toMatch(
		/On incoming money\s+On outgoing money\s+On incoming and outgoing money/,
	);
	await screen.choose('On incoming money');
	await screen.part('ndv').waitFor();
	expect(await screen.field('triggerOn').inputValue()).toBe('Incoming Money');
});

it('refuses a wrong key and says what to do', async () => {
	const dialog = await screen.newCredential();
	await screen.fill('baseUrl', setup.bank.url);
	await screen.fill('apiKey', 'a key that was never made');
	await screen.part('credential-save-button').click();
	await dialog.getByText('More details').click();
	await dialog.getByText('The service does not accept this key').waitFor();
	await picture('credential');
	expect(await dialog.innerText()).toContain('Copy the key again from the integration area');
});

it('accepts the right key and never shows it again', async () => {
	await screen.fill('apiKey', setup.bank.apiKey);
	await screen.part('credential-save-button').click();
	await screen.part('credential-edit-dialog').waitFor({ state: 'hidden' });
	await screen.part('credential-edit-button').click();
	const dialog = screen.part('credential-edit-dialog');
	await dialog.getByText('Connection tested successfully').waitFor();
	expect(await screen.field('apiKey').getAttribute('type')).toBe('password');
	expect(await screen.field('apiKey').inputValue()).not.toContain(setup.bank.apiKey);
	await screen.closeCredential();
});

it('explains in the panel how to see a transaction without a transfer', async () => {
	const text = await screen.part('ndv').innerText();
	expect(text).toContain("'Execute step' shows the latest transaction, without a new transfer.");
});

const untilShown = async (id: number) =>
	await waitUntil(
		'the test run shows the transaction',
		async () => await screen.output(),
		([item]) => item?.id === String(id),
		{ timeoutMs: 20_000 },
	);

it('shows the latest transaction at once in a test run and leaves no webhook behind', async () => {
	const { transaction } = await setup.control.transfer(transfer);
	await screen.executeStep();
	const items = await untilShown(transaction.id);
	await picture('transaction');
	expect(items).toHaveLength(1);
	expect(items[0]).toMatchObject({
		amount: '250000',
		direction: 'incoming',
		description: transfer.description,
		counterpartName: 'NGUYEN VAN A',
	});
	const left = await waitUntil(
		'n8n removes the webhook of the test run',
		async () => await setup.control.webhooks(),
		(webhooks) => webhooks.length === 0,
		{ timeoutMs: 10_000 },
	);
	expect(left).toEqual([]);
});

it('waits for a transfer in a test run if that option is turned off', async () => {
	await screen.add('Add Option', 'Test With Latest Transaction');
	// It is on when it is added.
	await screen.part('parameter-input-testWithLatest').click();
	await screen.executeStep();
	await screen.part('trigger-listening').waitFor();
	await waitUntil(
		'n8n registers the webhook of the test run',
		async () => await setup.control.webhooks(),
		(webhooks) => webhooks.length === 1,
		{ timeoutMs: 10_000 },
	);
	const { transaction } = await setup.control.transfer({ ...transfer, amount: 99_000 });
	const [item] = await untilShown(transaction.id);
	expect(item.amount).toBe('99000');
});

it('asks for the prefix as soon as payment codes are added', async () => {
	await screen.add('Add Option', 'Payment Code');
	await screen.field('prefix').waitFor();
	await screen.fill('prefix', 'DH');
});

it('summarizes on the canvas what starts the workflow', async () => {
	await screen.closeNode();
	expect(await screen.node(triggerName).innerText()).toContain('Incoming Money');
});

it('runs the published workflow for a transfer and lists the execution', async () => {
	const { page } = screen;
	await screen.part('workflow-open-publish-modal-button').click();
	await screen.part('workflow-publish-button').click();
	await page.getByText('The workflow now starts for each new bank transaction').waitFor();
	const [webhook] = await setup.control.webhooks();
	expect(webhook.url).toContain('/webhook/');
	const [, workflowId] = /\/workflow\/(\w+)/.exec(page.url()) ?? [];
	// The trigger begins with an execution of its own, which records what is listed.
	await setup.editor.waitForExecution(
		workflowId,
		({ mode, status }) => mode === 'trigger' && status === 'success',
	);
	await setup.control.transfer(transfer);
	const { id } = await setup.editor.waitForExecution(
		workflowId,
		({ mode, status }) => mode === 'webhook' && status === 'success',
	);
	await page.keyboard.press('Escape');
	await screen.part('radio-button-executions').click();
	// The list opens with the latest execution.
	await page.waitForURL((address) => address.pathname.endsWith(`/executions/${id}`));
	expect(await screen.part(`execution-preview-details-${id}`).innerText()).toContain('Succeeded');
});

it('says why the workflow could not be published, and publishes it at the next attempt', async () => {
	const { credential, control, editor } = setup;
	const workflow = await editor.createWorkflow(triggerWorkflow({}, credential));
	const button = screen.part('workflow-open-publish-modal-button');
	const publish = async () => {
		await button.click();
		await screen.part('workflow-publish-button').click();
	};
	await screen.openWorkflow(workflow.id);
	await control.fault({ kind: 'status', status: 401, times: null });
	await publish();
	// What happened, and what to do.
	const reason = screen.page.getByText(
		/The service does not accept the API key\. Open the credential/,
	);
	// n8n tries five times.
	await reason.waitFor({ timeout: 60_000 });
	await takePicture(screen.page, 'not-published', { withNotifications: true });
	expect(await screen.page.getByText('Workflow could not be published').count()).toBe(1);
	expect((await button.innerText()).trim()).toBe('Publish');

	await control.clearFaults();
	// Before n8n 2.40, the dialog is still open.
	await screen.page.keyboard.press('Escape');
	await publish();
	await button.getByText('Published', { exact: true }).waitFor({ timeout: 60_000 });
	const urls = (await control.webhooks()).map(({ url }) => url);
	expect(urls).toContainEqual(expect.stringContaining(workflow.nodes[0].webhookId!));
}, 120_000);
