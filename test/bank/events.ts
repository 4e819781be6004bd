import { createHmac } from 'node:crypto';
import type { Settings } from './settings';
import { formatTime } from './time';
import type { Account, Transaction, Webhook } from './types';

/** The service's test call, as if it were a transaction of this account. */
export function testTransaction(account: Account, now: number): Transaction {
	return {
		id: 0,
		reference: 'MA_GIAO_DICH_THU_NGHIEM',
		description: 'giao dich thu nghiem',
		amount: 599000,
		balance: 25000000,
		time: now,
		account,
		paymentChannel: '',
		virtualAccount: '',
		virtualAccountName: '',
		counterpartName: 'NGUYEN VAN A',
		counterpartAccount: '8888888888',
		counterpartBankId: '970415',
		counterpartBankName: 'VietinBank',
	};
}

function arrayRecord(transaction: Transaction) {
	const { account } = transaction;
	return {
		id: transaction.id,
		tid: transaction.reference,
		description: transaction.description,
		amount: transaction.amount,
		cusum_balance: transaction.balance,
		when: formatTime(transaction.time, 'space'),
		bank_sub_acc_id: account.accountNumber,
		subAccId: account.accountNumber,
		bankName: account.bankName,
		bankAbbreviation: account.bankAbbreviation,
		virtualAccount: transaction.virtualAccount,
		virtualAccountName: transaction.virtualAccountName,
		corresponsiveName: transaction.counterpartName,
		corresponsiveAccount: transaction.counterpartAccount,
		corresponsiveBankId: transaction.counterpartBankId,
		corresponsiveBankName: transaction.counterpartBankName,
	};
}

function objectRecord(transaction: Transaction) {
	const { account } = transaction;
	return {
		id: transaction.id,
		reference: transaction.reference,
		description: transaction.description,
		amount: transaction.amount,
		runningBalance: transaction.balance,
		transactionDateTime: formatTime(transaction.time, 'space'),
		accountNumber: account.accountNumber,
		bankName: account.bankName,
		bankAbbreviation: account.bankAbbreviation,
		virtualAccountNumber: transaction.virtualAccount,
		virtualAccountName: transaction.virtualAccountName,
		counterAccountName: transaction.counterpartName,
		counterAccountNumber: transaction.counterpartAccount,
		counterAccountBankId: transaction.counterpartBankId,
		counterAccountBankName: transaction.counterpartBankName,
	};
}

/** The body of an event; in the object shape it contains only the first transaction. */
export function eventBody(transactions: Transaction[], shape: Settings['eventShape']) {
	return {
		error: 0,
		data: shape === 'array' ? transactions.map(arrayRecord) : objectRecord(transactions[0]),
	};
}

function sortKeys(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sortKeys);
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
	return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]));
}

/** The X-Casso-Signature of a body; `time` in milliseconds since 1970. */
export function signature(body: unknown, secret: string, time: number): string {
	const text = `${time}.${JSON.stringify(sortKeys(body))}`;
	return `t=${time},v1=${createHmac('sha512', secret).update(text).digest('hex')}`;
}

/** The headers that authenticate an event; none for a webhook registered without a token. */
export function proof(webhook: Webhook, body: unknown, settings: Settings): Record<string, string> {
	if (!webhook.secureToken) return {};
	if (settings.tokenForm === 'plain') return { 'secure-token': webhook.secureToken };
	return { 'X-Casso-Signature': signature(body, webhook.secureToken, Date.now()) };
}
