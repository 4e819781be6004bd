import type { Settings } from './settings';
import { formatTime } from './time';
import type { Account, Transaction, Webhook } from './types';

/** A transaction in the form of the list. */
export function listRecord(transaction: Transaction, form: Settings['listTime']) {
	return {
		id: transaction.id,
		tid: transaction.reference,
		description: transaction.description,
		amount: transaction.amount,
		cusum_balance: transaction.balance,
		...(writeTime(transaction.time, form) as { when: string }),
		bankSubAccId: transaction.account.accountNumber,
		paymentChannel: transaction.paymentChannel,
		virtualAccount: transaction.virtualAccount,
		virtualAccountName: transaction.virtualAccountName,
		corresponsiveName: transaction.counterpartName,
		corresponsiveAccount: transaction.counterpartAccount,
		corresponsiveBankId: transaction.counterpartBankId,
		corresponsiveBankName: transaction.counterpartBankName,
		accountId: transaction.account.id,
		bankCodeName: transaction.account.codeName,
	};
}

/** The usual forms have `when`. Tests that set another do not read it. */
function writeTime(time: number, form: Settings['listTime']): object {
	switch (form) {
		case 'null':
			return { when: null };
		case 'missing':
			return {};
		case 'renamed':
			return { transactionDateTime: formatTime(time, 'space') };
		case 'dayFirst': {
			const [day, clock] = formatTime(time, 'space').split(' ');
			return { when: `${day.split('-').reverse().join('/')} ${clock}` };
		}
		default:
			return { when: formatTime(time, form) };
	}
}

/** A transaction in the form of the detail request. */
export function detailRecord(transaction: Transaction) {
	return {
		id: transaction.id,
		tid: transaction.reference,
		description: transaction.description,
		amount: transaction.amount,
		cusumBalance: transaction.balance,
		when: formatTime(transaction.time, 'iso'),
		bankSubAccId: transaction.account.accountNumber,
	};
}

/** A linked account in the form of the list of accounts. */
export function accountRecord(account: Account) {
	return {
		id: account.id,
		accountNumber: account.accountNumber,
		accountName: account.accountName,
		accountType: '',
		balance: account.connected ? account.balance : null,
		currency: 'VND',
		swift: '',
		citad: null,
		serviceType: 'personal',
		bankName: account.bankName,
		BIN: account.bin,
		bankCodeName: account.codeName,
		memo: '',
		connectStatus: connectStatus(account),
		beginningSettingDate: '2020-08-01',
		beginningTxnDate: null,
	};
}

/** A linked account in the form of the user information. */
export function userAccountRecord(account: Account) {
	const { id, balance, accountName, connectStatus: status } = accountRecord(account);
	return {
		id,
		bank: { bin: account.bin, codeName: account.codeName, fullName: account.bankName },
		bankAccountName: accountName,
		bankSubAccId: account.accountNumber,
		balance,
		connectStatus: status,
		planStatus: 1,
	};
}

const connectStatus = ({ connected }: Account) => (connected ? 1 : 0);

/** A webhook as the service shows it; `changed` in the answers to update and delete. */
export function webhookRecord(webhook: Webhook, form: Settings['param2'], changed: boolean) {
	const text = changed ? `webhook ${webhook.id}` : '';
	return {
		id: webhook.id,
		channel: 'webhook',
		param1: webhook.url,
		param2: { empty: '', text, token: webhook.secureToken }[form],
		send_only_income: webhook.incomeOnly ? 1 : 0,
	};
}
