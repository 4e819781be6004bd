import type { AxiosInstance } from 'axios';
import { startBank, type Bank } from './bank';
import { createClient } from './client';
import type { BankControl } from './control';
import { startReceiver, type Receiver } from './receiver';

let bank: Bank;
let control: BankControl;
let http: AxiosInstance;
let receiver: Receiver;

beforeAll(async () => {
	bank = await startBank({ transactions: 30 });
	control = bank.control;
	http = createClient(bank);
	receiver = await startReceiver();
});
afterAll(async () => {
	await receiver.close();
	await bank.close();
});
beforeEach(async () => {
	await control.reset();
	receiver.received.length = 0;
});

const accountNumber = '0908123456789';
const sync = async (number: unknown = accountNumber) =>
	await http.post('/v2/sync', { bank_acc_id: number });
const listIds = async () => {
	const params = { fromDate: '2000-01-01', pageSize: '100' };
	const { data } = await http.get('/v2/transactions', { params });
	return data.data.records.map(({ id }: { id: number }) => id);
};
const receivedRecords = () => receiver.received.flatMap(({ text }) => JSON.parse(text).data);

describe('linked accounts', () => {
	it('lists every account, one of them not connected and without a balance', async () => {
		const { data } = await http.get('/v2/accounts');
		expect(data).toMatchObject({ error: 0, message: 'success' });
		const { accounts } = await control.state();
		expect(data.data).toHaveLength(4);
		expect(data.data[0]).toEqual({
			id: 733,
			accountNumber,
			accountName: 'CUA HANG THUC HANH',
			accountType: '',
			balance: accounts[0].balance,
			currency: 'VND',
			swift: '',
			citad: null,
			serviceType: 'personal',
			bankName: 'MBBank',
			BIN: 970422,
			bankCodeName: 'mbbank',
			memo: '',
			connectStatus: 1,
			beginningSettingDate: '2020-08-01',
			beginningTxnDate: null,
		});
		expect(data.data[2].accountName).toBeNull();
		expect(data.data[3]).toMatchObject({ connectStatus: 0, balance: null });
	});

	it('shows the same accounts in the user information, in a shorter form', async () => {
		const { data: list } = await http.get('/v2/accounts');
		const { data: user } = await http.get('/v2/userInfo');
		const short = list.data.map((account: Record<string, unknown>) => ({
			id: account.id,
			bank: { bin: account.BIN, codeName: account.bankCodeName, fullName: account.bankName },
			bankAccountName: account.accountName,
			bankSubAccId: account.accountNumber,
			balance: account.balance,
			connectStatus: account.connectStatus,
			planStatus: 1,
		}));
		expect(user.data.bankAccs).toEqual(short);
	});

	it('refuses a transfer to the account that is not connected', async () => {
		const input = { amount: 1, accountNumber: '1023456789012' };
		await expect(control.transfer(input)).rejects.toThrow('not connected');
		await expect(control.holdTransfer(input)).rejects.toThrow('not connected');
	});

	it('ends the link to an account, and restores it', async () => {
		const shown = async () => (await http.get('/v2/accounts')).data.data[0];
		await control.setConnected(accountNumber, false);
		expect(await shown()).toMatchObject({ connectStatus: 0, balance: null });
		await expect(control.transfer({ amount: 1, accountNumber })).rejects.toThrow('not connected');
		await control.setConnected(accountNumber, true);
		expect(await shown()).toMatchObject({ connectStatus: 1 });
		await expect(control.setConnected('55', true)).rejects.toThrow('There is no account 55');
	});
});

describe('sync', () => {
	it('brings what was held back into the list and sends it in one event', async () => {
		await control.addWebhook({ url: receiver.url });
		const before = await listIds();
		const when = '2026-03-01T08:00:00';
		await control.holdTransfer({ amount: 1000, description: 'DH1', accountNumber, when });
		await control.holdTransfer({ amount: 2000, description: 'DH2' });
		expect(await control.heldTransfers()).toMatchObject([
			{ accountNumber, amount: 1000, description: 'DH1', time: '2026-03-01T01:00:00.000Z' },
			{ accountNumber, amount: 2000, description: 'DH2' },
		]);
		expect(await listIds()).toEqual(before);
		expect(receiver.received).toEqual([]);

		expect((await sync()).data).toEqual({ error: 0, message: 'success', data: null });
		expect(await listIds()).toHaveLength(before.length + 2);
		expect(receiver.received).toHaveLength(1);
		expect(receivedRecords()).toMatchObject([
			{ amount: 1000, description: 'DH1', when: '2026-03-01 08:00:00' },
			{ amount: 2000, description: 'DH2' },
		]);
		expect(await control.heldTransfers()).toEqual([]);
	});

	it('brings only what belongs to the account, and each transfer once', async () => {
		await control.addWebhook({ url: receiver.url });
		await control.holdTransfer({ amount: 1000, accountNumber: '123456789' });
		await sync();
		expect(receiver.received).toEqual([]);
		await sync('123456789');
		await sync('123456789');
		expect(receivedRecords()).toMatchObject([{ amount: 1000 }]);
	});

	it('answers with what it brought if it is set to do so', async () => {
		await control.settings({ syncAnswer: 'array' });
		await control.holdTransfer({ amount: 1000, description: 'DH1' });
		expect((await sync()).data.data).toMatchObject([{ amount: 1000, description: 'DH1' }]);
		expect((await sync()).data).toEqual({ error: 0, message: 'success', data: [] });
	});

	it.each([
		['an unknown number', '55', 404],
		['the ID in place of the number', '733', 404],
		['an account that is not connected', '1023456789012', 400],
		['an empty number', '', 400],
		['a number that is no text', 733, 400],
	])('refuses %s', async (_name, number, status) => {
		const answer = await sync(number);
		expect(answer).toMatchObject({ status, data: { error: status, data: null } });
	});

	it('refuses a body without a number', async () => {
		expect(await http.post('/v2/sync', {})).toMatchObject({ status: 400, data: { error: 400 } });
	});
});
