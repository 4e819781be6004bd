import type { Settings } from './settings';
import { formatTime } from './time';
import type { ListRecord, Transaction, Webhook } from './types';

/** A transaction in the form of the list. */
export function listRecord(transaction: Transaction, form: Settings['listTime']): ListRecord {
	return {
		id: transaction.id,
		tid: transaction.reference,
		description: transaction.description,
		amount: transaction.amount,
		cusum_balance: transaction.balance,
		when: formatTime(transaction.time, form),
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
