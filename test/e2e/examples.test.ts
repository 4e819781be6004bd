import { DateTime } from 'luxon';
import type { IConnection, INode } from 'n8n-workflow';
import { exampleNames, importedExample } from '../support/exampleFiles';
import { getItems, type Execution, type Workflow } from '../support/n8n/editor';
import { createMailCredential } from '../support/n8n/mailCredential';
import { startMailServer } from '../support/mailServer';
import { hasPassed, hasTimeOfDay } from '../support/n8n/workflows';
import type { ListRecord, TransferInput } from '../bank/types';
import { useTestInstance } from '../support/n8n/testInstance';
import { readRecords } from '../support/service';

const instance = useTestInstance();
const imported: Workflow[] = [];

/** Imports an example as a user does; `changes` apply to the nodes with these names. */
async function importExample(name: string, changes: Record<string, object> = {}) {
	const { editor, credential } = instance;
	const example = await importedExample(name, credential);
	const nodes = example.nodes.map((node) => ({ ...node, ...changes[node.name] }));
	const workflow = await editor.createWorkflow({ ...example, nodes });
	imported.push(workflow);
	return workflow;
}

const pinnedTriggers = ({ pinData }: Workflow) => Object.keys(pinData ?? {});

/** Runs the workflow with the data pinned to a trigger (the first by default) and expects success. */
async function runPinned(
	workflow: Workflow,
	trigger = pinnedTriggers(workflow)[0],
): Promise<Execution> {
	const execution = await instance.editor.runToEnd(workflow.id, trigger);
	expect(execution.data.resultData.error).toBeUndefined();
	expect(execution.status).toBe('success');
	return execution;
}

/** Makes a transfer and waits until the workflow's trigger has passed it. */
async function transferThrough(workflow: Workflow, description: string): Promise<Execution> {
	const { transaction } = await instance.control.transfer({ amount: 120_000, description });
	return await instance.editor.waitForExecution(workflow.id, hasPassed(transaction.id, 'Money In'));
}

/** What the service itself lists for a month. */
async function listed(month: string): Promise<ListRecord[]> {
	return (await readRecords(instance.bank)).filter(({ when }) => when.startsWith(month));
}

afterEach(async () => {
	for (const workflow of imported.splice(0)) {
		await instance.editor.deactivate(workflow);
		await instance.editor.deleteWorkflow(workflow);
	}
});

it('runs every example with its pinned data as soon as the credential is selected', async () => {
	// These need a data table first: see paymentExamples.test.ts and watchAccounts.test.ts.
	const withDataTable = ['confirm-payment', 'request-payment', 'watch-accounts'];
	const names = (await exampleNames()).filter((name) => !withDataTable.includes(name));
	for (const name of names) {
		const workflow = await importExample(name);
		for (const trigger of pinnedTriggers(workflow)) await runPinned(workflow, trigger);
	}
}, 120_000);

describe('confirm-orders', () => {
	it('notifies the team about the pinned transfer', async () => {
		const execution = await runPinned(await importExample('confirm-orders'));
		expect(getItems(execution, 'Notify Team')).toEqual([
			{
				orderCode: 'DH1042',
				receivedAmount: 250_000,
				receivedAt: '2026-11-20T09:34:57+07:00',
				transactionId: 6785,
				message: 'Order DH1042: 250,000 received from NGUYEN VAN A (FT20288052)',
			},
		]);
	});

	it('notifies the team about each transfer when it is active', async () => {
		const workflow = await instance.editor.activate(await importExample('confirm-orders'));
		const ordered = await transferThrough(workflow, 'CK dh 2077 cam on shop');
		expect(getItems(ordered, 'Notify Team')).toEqual([
			expect.objectContaining({ orderCode: 'DH2077', receivedAmount: 120_000 }),
		]);
		const stray = await transferThrough(workflow, 'tien an trua');
		expect(getItems(stray, 'Confirm Order')).toEqual([]);
		expect(getItems(stray, 'Notify Team')).toMatchObject([
			{
				message: expect.stringMatching(/^No payment code, please check: 120,000 .+, tien an trua$/),
			},
		]);
	});
});

describe('unmatched-payments', () => {
	it('keeps the pinned transfers that the list does not have, with the reason', async () => {
		const execution = await runPinned(await importExample('unmatched-payments'));
		expect(getItems(execution, 'Notify Accounting')).toEqual([
			expect.objectContaining({
				transactionId: 6785,
				reason: 'Has the code of DH1042, but is not in the list of transactions yet',
			}),
			{
				day: '2026-11-20',
				amount: 500_000,
				description: 'DH9999 thanh toan',
				payer: 'TRAN THI B',
				account: '123456789',
				transactionId: 6786,
				reason: 'No open order has the code DH9999',
			},
			expect.objectContaining({
				transactionId: 6788,
				reason: 'The description contains no payment code',
			}),
		]);
	});

	it('keeps a real transfer that matches no order when it is active', async () => {
		const workflow = await instance.editor.activate(await importExample('unmatched-payments'));
		const notified = async (description: string) =>
			getItems(await transferThrough(workflow, description), 'Notify Accounting');
		expect(await notified('tien an trua')).toEqual([
			expect.objectContaining({ description: 'tien an trua', amount: 120_000 }),
		]);
		expect(await notified('DH1043 thanh toan')).toEqual([]);
		expect(await notified('DH1042 DH1043 DH1044')).toMatchObject([
			{ reason: 'Names several orders, of the open ones DH1042, DH1043, DH1044' },
		]);
		expect(await notified('DH1042 DH1045')).toMatchObject([
			{ reason: 'Names several orders, of the open ones DH1042' },
		]);
		expect(await notified('CKDH1042')).toMatchObject([
			{ reason: 'May be for DH1042 (the code is joined to other letters)' },
		]);
	});

	it('keeps every transfer if no order is open', async () => {
		const parameters = { mode: 'raw', jsonOutput: '{ "orders": [] }', options: {} };
		const changes = { 'Open Orders': { parameters } };
		const workflow = await importExample('unmatched-payments', changes);
		await instance.editor.activate(workflow);
		const stray = await transferThrough(workflow, 'DH1043 thanh toan');
		expect(getItems(stray, 'Notify Accounting')).toMatchObject([
			{ reason: 'No open order has the code DH1043', amount: 120_000 },
		]);
	});
});

describe('daily-reconciliation', () => {
	/** Runs it when these transfers, and no others, have been made. */
	async function reconcile(...transfers: TransferInput[]): Promise<Execution> {
		const { control } = instance;
		await control.reset({ transactions: 0 });
		await control.transfers(transfers);
		const execution = await runPinned(await importExample('daily-reconciliation'));
		await control.reset();
		return execution;
	}

	it('marks paid orders and reports the others', async () => {
		const execution = await reconcile(
			{ amount: 250_000, description: 'dh 1042 thanh toan' },
			{ amount: 200_000, description: 'DH1043 lan 1' },
			{ amount: 300_000, description: 'DH1043 lan 2' },
			{ amount: 99_000, description: 'DH10441 thanh toan' },
			{ amount: 5_000, description: 'CKDH1042' },
		);
		expect(getItems(execution, 'Mark as Paid')).toEqual([
			{ paymentCode: 'DH1042', status: 'paid', receivedAmount: 250_000 },
		]);
		expect(getItems(execution, 'Notify Team')).toEqual([
			{
				lines: [
					'DH1042: paid, 250000 of 250000 received, and a transfer needs a person',
					'DH1043: underpaid, 500000 of 1200000 received',
					'DH1044: unpaid, 0 of 99000 received',
				],
			},
		]);
	});

	it('does not mark three orders as paid with one transfer', async () => {
		const execution = await reconcile(
			{ amount: 250_000, description: 'DH1042 DH1043 DH1044' },
			{ amount: 1_000, description: 'DH1043' },
			{ amount: 1_000, description: 'DH1044' },
		);
		expect(getItems(execution, 'Mark as Paid')).toEqual([]);
		expect(getItems(execution, 'Notify Team')).toEqual([
			{
				lines: [
					'DH1042: unpaid, 0 of 250000 received, and a transfer needs a person',
					'DH1043: underpaid, 1000 of 1200000 received, and a transfer needs a person',
					'DH1044: underpaid, 1000 of 99000 received, and a transfer needs a person',
				],
			},
		]);
	});
});

it('month-to-sheet creates a row for every transaction of last month', async () => {
	const execution = await runPinned(await importExample('month-to-sheet'));
	const [{ month }] = getItems(execution, 'Set Month');
	const rows = getItems(execution, 'Update Sheet');
	const records = await listed(String(month));
	expect(records.length).toBeGreaterThan(30);
	expect(rows.map(({ transactionId }) => transactionId)).toEqual(records.map(({ id }) => id));
	expect(rows.map(({ incoming, outgoing }) => Number(incoming) - Number(outgoing))).toEqual(
		records.map(({ amount }) => amount),
	);
	const first = records.findIndex(hasTimeOfDay);
	const { when, ...record } = records[first];
	expect(rows[first]).toMatchObject({
		day: when.slice(0, 10),
		time: when.slice(11),
		description: record.description,
		account: record.bankSubAccId,
		reference: record.tid,
	});
	const withoutTime = rows.filter((_row, index) => !hasTimeOfDay(records[index]));
	expect(withoutTime.length).toBeGreaterThan(0);
	expect(new Set(withoutTime.map(({ time }) => time))).toEqual(new Set(['']));
});

it('monthly-statement mails all transactions of last month as a spreadsheet', async () => {
	const { editor, credential } = instance;
	const mailServer = await startMailServer();
	const { id, name, type } = await createMailCredential(editor, mailServer);
	const example = await importedExample('monthly-statement', credential);
	const nodes = example.nodes.map((node) =>
		node.name === 'Email Statement'
			? { ...node, disabled: false, credentials: { [type]: { id, name } } }
			: node,
	);
	const reader: INode = {
		id: 'Reader',
		name: 'Reader',
		type: 'n8n-nodes-base.extractFromFile',
		typeVersion: 1,
		position: [0, 0],
		parameters: { operation: 'xlsx', binaryPropertyName: 'statement', options: {} },
	};
	const [[toMail]] = example.connections['Create Spreadsheet'].main as [IConnection[]];
	const workflow = await editor.createWorkflow({
		...example,
		nodes: [...nodes, reader],
		connections: {
			...example.connections,
			'Create Spreadsheet': { main: [[toMail, { ...toMail, node: reader.name }]] },
		},
	});
	imported.push(workflow);
	const execution = await runPinned(workflow);
	await mailServer.close();

	const lastMonth = DateTime.now().setZone('Asia/Ho_Chi_Minh').minus({ months: 1 });
	const month = lastMonth.toFormat('yyyy-MM');
	const records = await listed(month);
	expect(records.length).toBeGreaterThan(30);
	const rows = getItems(execution, reader.name);
	expect(rows.map(({ ID, In, Out }) => [ID, Number(In) - Number(Out)])).toEqual(
		records.map((record) => [record.id, record.amount]),
	);
	const first = records.findIndex(hasTimeOfDay);
	const { when, ...record } = records[first];
	expect(rows[first]).toMatchObject({
		Day: when.slice(0, 10),
		Time: when.slice(11, 16),
		Balance: record.cusum_balance,
		Description: record.description,
		Account: record.bankSubAccId,
		Reference: record.tid,
	});

	const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
	const amounts = records.map(({ amount }) => amount);
	const incoming = sum(amounts.filter((amount) => amount > 0)).toLocaleString('en-US');
	const outgoing = sum(amounts.filter((amount) => amount < 0).map(Math.abs));
	const [mail] = mailServer.mails;
	expect(mail).toMatchObject({
		to: 'accounting@example.com',
		subject: `Bank statement ${month}`,
		text: `${records.length} transactions, ${incoming} VND in, ${outgoing.toLocaleString('en-US')} VND out.`,
		attachments: [{ filename: `statement-${month}.xlsx`, disposition: 'attachment' }],
	});
	const content = Buffer.from(mail.attachments[0].content as ArrayBuffer);
	expect(content.subarray(0, 2).toString()).toBe('PK');
});

describe('stale-webhooks', () => {
	const id = '2f0a1c5e-0000-4000-8000-00000000000';
	const ours = (digit: number, kind = 'webhook') =>
		`https://n8n.example.com/${kind}/${id}${digit}/webhook`;

	it('shows the stale webhooks of a trigger and deletes them if activated', async () => {
		const { control } = instance;
		await control.addWebhook({ url: ours(0) });
		const stale = [
			await control.addWebhook({ url: ours(1) }),
			await control.addWebhook({ url: ours(0, 'webhook-test') }),
		];
		await control.addWebhook({ url: 'https://shop.example.com/webhook' });
		const before = await control.webhooks();

		const shown = await runPinned(await importExample('stale-webhooks'));
		expect(getItems(shown, 'Delete Webhook').map(({ url }) => url)).toEqual(
			stale.map(({ url }) => url),
		);
		expect(await control.webhooks()).toEqual(before);

		const armed = await importExample('stale-webhooks', { 'Delete Webhook': { disabled: false } });
		const removed = await runPinned(armed);
		expect(getItems(removed, 'Delete Webhook')).toEqual(
			stale.map((webhook) => ({ deleted: true, id: webhook.id })),
		);
		const left = await control.webhooks();
		expect(left.map(({ url }) => url)).toEqual([ours(0), 'https://shop.example.com/webhook']);
	});
});
