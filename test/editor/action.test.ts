import { waitFor } from '../support/waitFor';
import { actionName, actionWorkflow } from '../support/n8n/workflows';
import type { ListRecord } from '../bank/types';
import { takePicture } from './pictures';
import { useEditorSetup } from './editorSetup';

const setup = useEditorSetup({ transactions: 60 });
const { screen } = setup;
let payment: ListRecord;

beforeAll(async () => {
	const { transaction } = await setup.control.transfer({
		amount: 250_000,
		description: 'MBVCB.2707051024.042064.DH1042.CT tu NGUYEN VAN A',
		counterpartName: 'NGUYEN VAN A',
	});
	payment = transaction;
});

const onlySevenDays = "Only the transactions of 7 days are included, up to 'To Date' or today.";

const anyAmount = "'Expected Amount' is empty, so any amount counts as paid.";

const picture = async (name: string) => await takePicture(screen.page, name);

// Each test continues where the one before it ended.
describe('in a new workflow', () => {
	beforeAll(async () => await screen.openNewWorkflow());

	it('lists the operations of the node by resource', async () => {
		await (await screen.findInPanel('manual', 'Manual Trigger')).click();
		await screen.part('node-creator').waitFor({ state: 'hidden' });
		await (await screen.findInPanel('bank', 'Bank Transactions')).click();
		await screen.part('node-creator').getByText('Get many transactions').waitFor();
		const text = await screen.part('node-creator').innerText();
		expect(text).toContain('Check payments for orders');
		await screen.choose('Get transaction');
		await screen.part('ndv').waitFor();
		expect(await screen.field('operation').inputValue()).toBe('Get');
	});

	it('finds a transaction in the list by its description and reads it', async () => {
		await screen.part('rlc-input').click();
		await screen.part('rlc-search').fill('dh1042');
		await screen.part('rlc-item').filter({ hasText: '+250,000' }).first().waitFor();
		await picture('list');
		expect(await screen.part('rlc-item').count()).toBe(1);
		await screen.part('rlc-item').first().click();
		await screen.executeStep();
		const [item] = await screen.output();
		expect(item).toMatchObject({ id: String(payment.id), description: payment.description });
	});

	it('lists the newest transactions first if that order is selected', async () => {
		await screen.select('operation', 'Get Many');
		await screen.fill('limit', '5');
		await screen.add('Add Option', 'Sort');
		await screen.select('sort', 'Newest First');
		await screen.executeStep();
		await screen.part('ndv-items-count').getByText('5 items').waitFor();
		const items = await screen.output();
		await picture('get-many');
		expect(items).toHaveLength(5);
		expect(items[0].id).toBe(String(payment.id));
		await screen.part('output-panel').getByText(onlySevenDays).waitFor();
	});

	it('finds an account in the list and filters by it', async () => {
		const transfer = { amount: 1_000, accountNumber: '17271687' };
		await setup.control.transfers([transfer, transfer]);
		await screen.fill('limit', '2');
		await screen.add('Add Filter', 'Account');
		await screen.pick('acb', '17271687');
		await screen.executeStep();
		await screen.part('ndv-items-count').getByText('2 items').waitFor();
		const numbers = (await screen.output()).map(({ accountNumber }) => accountNumber);
		expect(numbers).toEqual(['17271687', '17271687']);
	});

	it('shows whether an order was paid', async () => {
		await screen.select('operation', 'Match Payments');
		await screen.fill('paymentCode', 'DH-1042');
		await screen.fill('expectedAmount', '300000');
		await screen.executeStep();
		await screen.part('output-panel').getByText('underpaid').waitFor();
		const [item] = await screen.output();
		await picture('match-payments');
		expect(item).toMatchObject({ status: 'underpaid', difference: '-50000' });
		expect(item).toMatchObject({ references: payment.tid, needsReview: 'false' });
	});

	it('warns that any amount counts as paid without an expected amount', async () => {
		await screen.fill('expectedAmount', '');
		await screen.executeStep();
		await screen.part('output-panel').getByText(anyAmount).waitFor();
		// The warning follows the parameter, and may appear before the new output.
		await waitFor(async () => expect((await screen.output())[0]).toMatchObject({ status: 'paid' }));
	});

	it('summarizes the operation on the canvas', async () => {
		await screen.closeNode();
		const text = await screen.node('Check payments for orders').innerText();
		expect(text).toContain('Match Payments: Transaction');
	});
});

it.each([
	{
		name: 'for a wrong key',
		apiKey: 'a key that was never made',
		transactionId: '1',
		what: /^The service does not accept the API key$/,
		toDo: /^Open the credential 'Bank Transactions API' of this node and enter a valid key/,
	},
	{
		name: 'for an ID that is none',
		transactionId: "={{ 'abc' }}",
		what: /^'Transaction' is not a valid ID: abc$/,
		toDo: /^Enter a whole number/,
	},
])(
	'says on the screen what happened and what to do: $name',
	async ({ apiKey = setup.bank.apiKey, transactionId, what, toDo }) => {
		const { editor } = setup;
		const { url } = setup.bank;
		const credential = await editor.createBankCredential(
			{ url, apiKey },
			'Bank Transactions account',
		);
		const parameters = {
			resource: 'transaction',
			operation: 'get',
			transactionId: { __rl: true, mode: 'id', value: transactionId },
		};
		const workflow = await editor.createWorkflow(actionWorkflow(parameters, credential));
		await screen.openWorkflow(workflow.id);
		await screen.openNode(actionName);
		await screen.executeStep();
		const message = await screen.message();
		if (apiKey !== setup.bank.apiKey) await picture('message');
		expect(message.what).toMatch(what);
		expect(message.toDo).toMatch(toDo);
	},
	120_000,
);
