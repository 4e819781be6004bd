import axios from 'axios';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { ListRecord } from '../bank/types';
import {
	SETUP_TIMEOUT_MS,
	startTestInstance,
	type TestInstance,
} from '../support/n8n/testInstance';
import { getItems } from '../support/n8n/editor';
import {
	actionName,
	actionWorkflow,
	runAction,
	simplified,
	startName,
} from '../support/n8n/workflows';

let instance: TestInstance;
/** All transactions of the bank, oldest first, from its own list. */
let records: ListRecord[];

async function readService<T>(path: string): Promise<T> {
	const { bank } = instance;
	const headers = { Authorization: `Apikey ${bank.apiKey}` };
	return (await axios.get<{ data: T }>(`${bank.url}${path}`, { headers })).data.data;
}

async function readRecords(): Promise<ListRecord[]> {
	interface Page {
		totalPages: number;
		records: ListRecord[];
	}
	const readPage = async (page: number) =>
		await readService<Page>(`/v2/transactions?fromDate=2020-01-01&pageSize=100&page=${page}`);
	const first = await readPage(1);
	const found = [...first.records];
	for (let page = 2; page <= first.totalPages; page++)
		found.push(...(await readPage(page)).records);
	return found;
}

const run = async (resource: string, operation: string, parameters: INodeParameters = {}) =>
	await runAction(instance, { resource, operation, ...parameters });

const webhooks = async () =>
	(await instance.control.webhooks()).map(({ id, url, secureToken, incomeOnly }) => ({
		id,
		url,
		secureToken,
		incomeOnly,
	}));

beforeAll(async () => {
	instance = await startTestInstance();
	records = await readRecords();
}, SETUP_TIMEOUT_MS);

afterAll(async () => await instance.end(), 60_000);

describe('credential', () => {
	it('passes its test with the right key', async () => {
		const result = await instance.editor.testCredential(instance.credential);
		expect(result.status).toBe('OK');
	}, 30_000);

	it('fails its test with another key and does not show it', async () => {
		const { editor, bank } = instance;
		const apiKey = 'AK_CS.not-the-key';
		const data = { baseUrl: bank.url, apiKey };
		const credential = await editor.createCredential({
			name: 'Wrong key',
			type: 'bankTransactionsApi',
			data,
		});
		const result = await editor.testCredential(credential);
		expect(result.status).toBe('Error');
		expect(result.message).toContain('does not accept this key');
		expect(result.message).not.toContain(apiKey);
	}, 30_000);
});

describe('transaction', () => {
	const all = { returnAll: true, filters: { fromDate: '2020-01-01T00:00:00' } };

	it('lists every transaction once', async () => {
		const { transactionCount } = await instance.control.state();
		expect(records).toHaveLength(transactionCount);
		expect(await run('transaction', 'getAll', all)).toEqual(records.map(simplified));
	}, 60_000);

	it.each([1, 3])(
		'lists every transaction once with up to %i pages at a time',
		async (maxConcurrency) => {
			const options = { pageSize: 20, maxConcurrency };
			const items = await run('transaction', 'getAll', { ...all, options });
			expect(items).toEqual(records.map(simplified));
		},
		60_000,
	);

	it('lists the newest seven as the service returns them', async () => {
		const parameters = { returnAll: false, limit: 7, simplify: false, options: { sort: 'DESC' } };
		const newest = records.slice(-7).reverse();
		expect(await run('transaction', 'getAll', parameters)).toEqual(newest);
	}, 60_000);

	it.each<[string, IDataObject, (record: ListRecord) => boolean]>([
		['incoming', { direction: 'incoming' }, ({ amount }) => amount >= 0],
		['outgoing', { direction: 'outgoing' }, ({ amount }) => amount < 0],
		['large', { minimumAmount: 1_000_000 }, ({ amount }) => Math.abs(amount) >= 1_000_000],
		['small', { maximumAmount: 100_000 }, ({ amount }) => Math.abs(amount) <= 100_000],
	])(
		'lists %s transactions',
		async (_name, filter, passes) => {
			const filters = { ...all.filters, ...filter } as INodeParameters;
			const expected = records.filter(passes);
			expect(expected.length).toBeGreaterThan(0);
			expect(expected.length).toBeLessThan(records.length);
			const items = await run('transaction', 'getAll', { ...all, filters });
			expect(items).toEqual(expected.map(simplified));
		},
		60_000,
	);

	it('lists the transactions of one account', async () => {
		const { accounts } = await instance.control.state();
		const { accountNumber } = accounts[1];
		const expected = records.filter(({ bankSubAccId }) => bankSubAccId === accountNumber);
		expect(expected.length).toBeGreaterThan(0);
		const account = { __rl: true, mode: 'list', value: accountNumber };
		for (const given of [account, accountNumber, `={{ '${accountNumber}' }}`]) {
			const filters = { ...all.filters, accountNumber: given };
			const items = await run('transaction', 'getAll', { ...all, filters });
			expect(items).toEqual(expected.map(simplified));
		}
	}, 60_000);

	it('finds a transfer by words in its description, ignoring accents', async () => {
		const { transaction } = await instance.control.transfer({
			amount: 45_000,
			description: 'THANH TOAN TIEN DIEN THANG MUOI',
		});
		const filters = { description: 'tiền điện tháng mười' };
		expect(await run('transaction', 'getAll', { returnAll: true, filters })).toEqual([
			simplified(transaction),
		]);
	}, 60_000);

	it('reads one transaction by its ID, simplified and raw', async () => {
		const record = records[3];
		const transactionId = { __rl: true, mode: 'id', value: String(record.id) };
		// The detail form of the service holds neither virtual account nor counterpart.
		const missing = { virtualAccount: '', counterpartName: '', counterpartAccount: '' };
		const expected = { ...simplified(record), ...missing };
		expect(await run('transaction', 'get', { transactionId })).toEqual([expected]);
		expect(await run('transaction', 'get', { transactionId, simplify: false })).toEqual([
			await readService(`/v2/transactions/${record.id}`),
		]);
	}, 60_000);
});

describe('account', () => {
	it('lists the linked accounts, simplified and raw', async () => {
		const raw = await readService<IDataObject[]>('/v2/accounts');
		expect(await run('account', 'getAll', { simplify: false })).toEqual(raw);
		const { accounts } = await instance.control.state();
		expect(await run('account', 'getAll', { limit: 2 })).toEqual(
			accounts.slice(0, 2).map((account) => ({
				id: account.id,
				accountNumber: account.accountNumber,
				accountName: account.accountName,
				bankName: account.bankName,
				bankCode: account.codeName,
				bankBin: String(account.bin),
				balance: account.balance,
				currency: 'VND',
				connected: true,
			})),
		);
	}, 60_000);

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
	}, 60_000);
});

describe('payments', () => {
	const paymentCode = 'E2E-90417';
	let transfers: ListRecord[];

	const match = async (parameters: INodeParameters) =>
		await run('transaction', 'match', { paymentCode, simplify: false, ...parameters });

	beforeAll(async () => {
		const booked = await instance.control.transfers([
			{ amount: 45_000.5, description: 'MBVCB.270705.e2e 90417.CT tu NGUYEN VAN A' },
			{ amount: 25_000, description: 'Thanh toán É2E#90417' },
			{ amount: 10_000, description: 'E2E90417 va E2E904170' },
			{ amount: 99_000, description: 'E2E904170' },
		]);
		transfers = booked.transactions;
	});

	it.each<[INodeParameters, IDataObject]>([
		[{}, { status: 'paid', expectedAmount: null, difference: null }],
		[{ expectedAmount: '70000.5' }, { status: 'paid', expectedAmount: 70_000.5, difference: 0 }],
		[
			{ expectedAmount: '={{ 70000 + 1 }}' },
			{ status: 'underpaid', expectedAmount: 70_001, difference: -0.5 },
		],
		[
			{ expectedAmount: '70000', options: { tolerance: '0.5', matchInsideWords: true } },
			{ status: 'paid', expectedAmount: 70_000, difference: 0.5 },
		],
	])(
		'matches payments to an order with %j',
		async (parameters, expected) => {
			expect(await match(parameters)).toEqual([
				{
					paymentCode,
					receivedAmount: 70_000.5,
					transactions: transfers.slice(0, 2).map(simplified),
					sharedTransactions: [simplified(transfers[2])],
					possibleTransactions: [],
					...expected,
				},
			]);
		},
		60_000,
	);

	it('returns a row for an order', async () => {
		expect(await match({ simplify: true, expectedAmount: '70000.5' })).toEqual([
			{
				status: 'paid',
				paymentCode,
				expectedAmount: 70_000.5,
				receivedAmount: 70_000.5,
				difference: 0,
				paidAt: simplified(transfers[1]).time,
				payer: simplified(transfers[1]).counterpartName,
				references: transfers
					.slice(0, 2)
					.map((transfer) => simplified(transfer).reference)
					.join(', '),
				needsReview: true,
			},
		]);
	}, 60_000);

	it('reports an order without a code as not matched', async () => {
		await expect(match({ paymentCode: '={{ "" }}' })).rejects.toThrow("'Payment Code' is empty");
	}, 60_000);
});

describe('payment request', () => {
	const request = {
		accountSource: 'manual',
		bank: { __rl: true, mode: 'name', value: 'Vietcombank' },
		accountNumber: '1023456789012',
		paymentCode: 'e2e-71042',
		amount: '={{ 125000 * 2 }}',
	};

	it('gives a code whose payment is found in the bank text', async () => {
		const [created] = await run('paymentRequest', 'create', request);
		expect(created).toMatchObject({
			paymentCode: 'E2E71042',
			content: 'E2E71042',
			amount: 250_000,
			bankBin: '970436',
			qrContent: expect.stringMatching(/^000201010212.*5406250000.*0808E2E710426304/),
		});
		const { transaction } = await instance.control.transfer({
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
	}, 60_000);

	it('goes to a linked account', async () => {
		const linkedAccount = { __rl: true, mode: 'list', value: '0908123456789' };
		const parameters = { linkedAccount, paymentCode: 'DH1042' };
		expect(await run('paymentRequest', 'create', parameters)).toMatchObject([
			{ bankBin: '970422', accountNumber: '0908123456789', amount: null },
		]);
	}, 60_000);

	it('needs no credential if the account is entered', async () => {
		const { editor, credential } = instance;
		const parameters = { resource: 'paymentRequest', operation: 'create', ...request };
		const workflow = actionWorkflow(parameters, credential);
		for (const node of workflow.nodes) delete node.credentials;
		const created = await editor.createWorkflow(workflow);
		const id = await editor.runOnce(created.id, startName);
		const execution = await editor.waitForExecution(created.id, (seen) => seen.id === id);
		expect(getItems(execution, actionName)).toMatchObject([{ paymentCode: 'E2E71042' }]);
	}, 60_000);

	it('is refused without a usable code', async () => {
		await expect(
			run('paymentRequest', 'create', { ...request, paymentCode: '1042' }),
		).rejects.toThrow("'Payment Code' needs letters followed by digits");
	}, 60_000);
});

describe('webhook', () => {
	const url = 'http://127.0.0.1:9/orders';
	const secureToken = 'a secret of the shop';
	let id: number;

	it('creates a webhook', async () => {
		const created = await run('webhook', 'create', {
			webhookUrl: url,
			secureToken,
			incomeOnly: true,
		});
		id = Number(created[0].id);
		expect(created).toEqual([{ id, url, incomeOnly: true, channel: 'webhook' }]);
		expect(await webhooks()).toEqual([{ id, url, secureToken, incomeOnly: true }]);
	}, 60_000);

	it('reads a webhook', async () => {
		expect(await run('webhook', 'get', { webhookId: String(id) })).toEqual([
			{ id, url, incomeOnly: true, channel: 'webhook' },
		]);
	}, 60_000);

	it('updates only the fields it is given', async () => {
		const updateFields = { incomeOnly: false };
		expect(await run('webhook', 'update', { webhookId: String(id), updateFields })).toEqual([
			{ id, url, incomeOnly: false, channel: 'webhook' },
		]);
		expect(await webhooks()).toEqual([{ id, url, secureToken, incomeOnly: false }]);
	}, 60_000);

	it('deletes a webhook', async () => {
		expect(await run('webhook', 'delete', { webhookId: String(id) })).toEqual([
			{ deleted: true, id },
		]);
		expect(await webhooks()).toEqual([]);
	}, 60_000);

	it('deletes all webhooks with one URL and no others', async () => {
		const { control } = instance;
		const same = [await control.addWebhook({ url }), await control.addWebhook({ url })];
		const other = await control.addWebhook({ url: `${url}/other` });
		const deleted = await run('webhook', 'deleteByUrl', { webhookUrl: url });
		expect(deleted.map((item) => item.id)).toEqual(same.map((webhook) => webhook.id));
		expect((await webhooks()).map((webhook) => webhook.id)).toEqual([other.id]);
	}, 60_000);
});

it('reads the owner of the key', async () => {
	expect(await run('user', 'get')).toEqual([await readService('/v2/userInfo')]);
}, 60_000);
