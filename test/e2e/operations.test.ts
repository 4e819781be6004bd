import type { INode, INodeParameters } from 'n8n-workflow';
import { simplifyAccount, type AccountRecord } from '../../nodes/shared/accounts/account';
import type { ListRecord } from '../bank/types';
import { getItems } from '../support/n8n/editor';
import { useTestInstance } from '../support/n8n/testInstance';
import {
	actionName,
	actionWorkflow,
	runAction,
	simplified,
	startName,
} from '../support/n8n/workflows';
import { readRecords, readService } from '../support/service';

const instance = useTestInstance();
/** All transactions of the bank, oldest first, from its own list. */
let records: ListRecord[];

beforeAll(async () => {
	records = await readRecords(instance.bank);
});

const run = async (resource: string, operation: string, parameters: INodeParameters = {}) =>
	await runAction(instance, { resource, operation, ...parameters });

describe('credential', () => {
	it('passes its test with the right key', async () => {
		const result = await instance.editor.testCredential(instance.credential);
		expect(result.status).toBe('OK');
	});

	it('fails its test with another key and does not show it', async () => {
		const { editor, bank } = instance;
		const apiKey = 'AK_CS.not-the-key';
		const credential = await editor.createBankCredential({ url: bank.url, apiKey });
		const result = await editor.testCredential(credential);
		expect(result.status).toBe('Error');
		expect(result.message).toContain('does not accept this key');
		expect(result.message).not.toContain(apiKey);
	});
});

describe('transaction', () => {
	const all = { returnAll: true, filters: { fromDate: '2020-01-01T00:00:00' } };

	it('lists every transaction once', async () => {
		const { transactionCount } = await instance.control.state();
		expect(records).toHaveLength(transactionCount);
		const options = { pageSize: 20, maxConcurrency: 3 };
		for (const parameters of [all, { ...all, options }]) {
			const items = await run('transaction', 'getAll', parameters);
			expect(items).toEqual(records.map(simplified));
		}
	});

	it('lists the newest seven as the service returns them', async () => {
		const parameters = { returnAll: false, limit: 7, simplify: false, options: { sort: 'DESC' } };
		const newest = records.slice(-7).reverse();
		expect(await run('transaction', 'getAll', parameters)).toEqual(newest);
	});

	it('lists the incoming transactions of one account from an amount on', async () => {
		const [, { accountNumber }] = (await instance.control.state()).accounts;
		const expected = records.filter(
			({ bankSubAccId, amount }) => bankSubAccId === accountNumber && amount >= 100_000,
		);
		expect(expected.length).toBeGreaterThan(0);
		const account = { __rl: true, mode: 'list', value: accountNumber };
		for (const given of [account, accountNumber, `={{ '${accountNumber}' }}`]) {
			const chosen = { accountNumber: given, direction: 'incoming', minimumAmount: 100_000 };
			const filters = { ...all.filters, ...chosen };
			const items = await run('transaction', 'getAll', { ...all, filters });
			expect(items).toEqual(expected.map(simplified));
		}
	});

	it('finds a transfer by words in its description, ignoring accents', async () => {
		const { transaction } = await instance.control.transfer({
			amount: 45_000,
			description: 'THANH TOAN TIEN DIEN THANG MUOI',
		});
		const filters = { description: 'tiền điện tháng mười' };
		expect(await run('transaction', 'getAll', { returnAll: true, filters })).toEqual([
			simplified(transaction),
		]);
	});

	it('reads one transaction by its ID, simplified and raw', async () => {
		const record = records[3];
		const transactionId = { __rl: true, mode: 'id', value: String(record.id) };
		// The detail form of the service holds neither virtual account nor counterpart.
		const missing = { virtualAccount: '', counterpartName: '', counterpartAccount: '' };
		const expected = { ...simplified(record), ...missing };
		expect(await run('transaction', 'get', { transactionId })).toEqual([expected]);
		expect(await run('transaction', 'get', { transactionId, simplify: false })).toEqual([
			await readService(instance.bank, `/v2/transactions/${record.id}`),
		]);
	});

	it('sends failing items to the error output and passes the others on', async () => {
		const { bank, control, credential, editor } = instance;
		const { transaction } = await control.transfer({ amount: 1000, description: 'DH1042' });
		const workflow = actionWorkflow(
			{
				resource: 'transaction',
				operation: 'get',
				transactionId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			},
			credential,
		);
		const nodes = workflow.nodes.map(
			(node): INode =>
				node.name === actionName ? { ...node, onError: 'continueErrorOutput' } : node,
		);
		const ids = [424_242, transaction.id, 'abc'];
		const pinData = { [startName]: ids.map((id, order) => ({ json: { id, order } })) };
		const stored = await editor.createWorkflow({ ...workflow, nodes, pinData });
		const { status, data } = await editor.runToEnd(stored.id, startName);

		expect(status).toBe('success');
		const outputs = data.resultData.runData[actionName][0].data?.main ?? [];
		expect(outputs.map((items) => items?.map(({ json }) => json))).toEqual([
			[expect.objectContaining({ id: transaction.id, amount: 1000 })],
			[
				{
					id: 424_242,
					order: 0,
					error: expect.stringContaining('Transaction 424242'),
					description: expect.stringMatching(/\w/),
					httpStatus: 404,
					serviceCode: 404,
				},
				{
					id: 'abc',
					order: 2,
					error: expect.stringContaining("'Transaction'"),
					description: expect.stringMatching(/\w/),
				},
			],
		]);
		const saved = JSON.stringify(data);
		expect(saved).not.toContain(bank.apiKey);
		expect(saved).not.toContain('Authorization');
	});
});

describe('account', () => {
	it('lists the linked accounts, simplified and raw', async () => {
		const raw = await readService<AccountRecord[]>(instance.bank, '/v2/accounts');
		expect(await run('account', 'getAll', { simplify: false })).toEqual(raw);
		const simplifiedAccounts = raw.slice(0, 2).map(simplifyAccount);
		expect(await run('account', 'getAll', { limit: 2 })).toEqual(simplifiedAccounts);
	});

	it('brings a transfer that was held back at the bank', async () => {
		const [{ accountNumber }] = (await instance.control.state()).accounts;
		await instance.control.holdTransfer({ amount: 65_000, description: 'HELD BACK 4711' });
		const filters = { description: 'HELD BACK 4711' };
		expect(await run('transaction', 'getAll', { filters })).toEqual([]);
		const account = { __rl: true, mode: 'number', value: accountNumber };
		expect(await run('account', 'sync', { accountNumber: account })).toEqual([
			{ requested: true, accountNumber },
		]);
		expect(await run('transaction', 'getAll', { filters })).toMatchObject([{ amount: 65_000 }]);
	});
});

it('matches payments to an order, with the transfers or as a row', async () => {
	const { transactions } = await instance.control.transfers([
		{ amount: 45_000.5, description: 'MBVCB.270705.e2e 90417.CT tu NGUYEN VAN A' },
		{ amount: 25_000, description: 'Thanh toán É2E#90417' },
		{ amount: 10_000, description: 'E2E90417 va E2E904170' },
		{ amount: 99_000, description: 'E2E904170' },
	]);
	const [first, second, shared] = transactions.map(simplified);
	const order = { paymentCode: 'E2E-90417', expectedAmount: '={{ 70000 + 1 }}' };
	const result = {
		status: 'underpaid',
		paymentCode: 'E2E-90417',
		expectedAmount: 70_001,
		receivedAmount: 70_000.5,
		difference: -0.5,
	};
	expect(await run('transaction', 'match', { ...order, simplify: false })).toEqual([
		{
			...result,
			transactions: [first, second],
			sharedTransactions: [shared],
			possibleTransactions: [],
		},
	]);
	expect(await run('transaction', 'match', { ...order, simplify: true })).toEqual([
		{
			...result,
			paidAt: second.time,
			payer: second.counterpartName,
			references: `${first.reference}, ${second.reference}`,
			needsReview: true,
		},
	]);
});

describe('payment request', () => {
	const request = {
		resource: 'paymentRequest',
		operation: 'create',
		accountSource: 'manual',
		bank: { __rl: true, mode: 'name', value: 'Vietcombank' },
		accountNumber: '1023456789012',
		paymentCode: 'e2e-71042',
		amount: '={{ 125000 * 2 }}',
	};

	it('needs no credential, and gives a code whose payment is found in the bank text', async () => {
		const { control, credential, editor } = instance;
		const { nodes, ...input } = actionWorkflow(request, credential);
		const withoutCredential = nodes.map((node) => ({ ...node, credentials: undefined }));
		const workflow = await editor.createWorkflow({ ...input, nodes: withoutCredential });
		const [created] = getItems(await editor.runToEnd(workflow.id, startName), actionName);
		expect(created).toMatchObject({
			paymentCode: 'E2E71042',
			content: 'E2E71042',
			amount: 250_000,
			bankBin: '970436',
			qrContent: expect.stringMatching(/^000201010212.*5406250000.*0808E2E710426304/),
		});
		const { transaction } = await control.transfer({
			amount: 250_000,
			description: `MBVCB.2707051024.042064.${created.content as string}.CT tu NGUYEN VAN A`,
		});
		expect(
			await run('transaction', 'match', {
				paymentCode: created.paymentCode as string,
				expectedAmount: String(created.amount),
				simplify: false,
			}),
		).toMatchObject([{ status: 'paid', transactions: [{ id: transaction.id }] }]);
	});

	it('goes to a linked account', async () => {
		const linkedAccount = { __rl: true, mode: 'list', value: '0908123456789' };
		const parameters = { linkedAccount, paymentCode: 'DH1042' };
		expect(await run('paymentRequest', 'create', parameters)).toMatchObject([
			{ bankBin: '970422', accountNumber: '0908123456789', amount: null },
		]);
	});
});

describe('webhook', () => {
	const url = 'http://127.0.0.1:9/orders';

	it('is created, read, updated and deleted', async () => {
		const { control } = instance;
		const secureToken = 'a secret of the shop';
		const parameters = { webhookUrl: url, secureToken, incomeOnly: true };
		const created = await run('webhook', 'create', parameters);
		const [{ id }] = created;
		const webhook = { id, url, incomeOnly: true, channel: 'webhook' };
		expect(created).toEqual([webhook]);
		expect(await control.webhooks()).toMatchObject([{ id, url, secureToken, incomeOnly: true }]);
		const webhookId = String(id);
		expect(await run('webhook', 'get', { webhookId })).toEqual([webhook]);
		const updateFields = { incomeOnly: false };
		const updated = await run('webhook', 'update', { webhookId, updateFields });
		expect(updated).toEqual([{ ...webhook, incomeOnly: false }]);
		// The fields that it was not given stay.
		expect(await control.webhooks()).toMatchObject([{ id, url, secureToken, incomeOnly: false }]);
		expect(await run('webhook', 'delete', { webhookId })).toEqual([{ deleted: true, id }]);
		expect(await control.webhooks()).toEqual([]);
	});

	it('is deleted with all others that have its URL', async () => {
		const { control } = instance;
		const same = [await control.addWebhook({ url }), await control.addWebhook({ url })];
		const other = await control.addWebhook({ url: `${url}/other` });
		const deleted = await run('webhook', 'deleteByUrl', { webhookUrl: url });
		expect(deleted.map(({ id }) => id)).toEqual(same.map(({ id }) => id));
		expect((await control.webhooks()).map(({ id }) => id)).toEqual([other.id]);
	});
});

it('reads the owner of the key', async () => {
	expect(await run('user', 'get')).toEqual([await readService(instance.bank, '/v2/userInfo')]);
});
