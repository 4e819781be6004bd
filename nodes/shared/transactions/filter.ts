import { getAccountNumber, getVirtualAccount, type TransactionRecord } from './transaction';

/** Which transactions pass; what is left out lets everything pass. */
export interface TransactionFilter {
	direction?: 'incoming' | 'outgoing';
	/** Number of the account, or of the virtual account that the payer saw. */
	accountNumber?: string;
	/** Bounds of the absolute amount, inclusive. */
	minimumAmount?: number;
	maximumAmount?: number;
	/** Text that the description must hold; accents and case do not matter. */
	description?: string;
}

const MARKS = /[\u0300-\u036f]/g;

/** Upper case without accents; `đ`, which has no accent to strip, becomes `D`. */
export function normalizeText(text: string): string {
	return text.normalize('NFD').replace(MARKS, '').replace(/[đĐ]/g, 'D').toUpperCase();
}

/** Makes a test of the filter that is cheap to run over many transactions. */
export function createMatcher(filter: TransactionFilter): (record: TransactionRecord) => boolean {
	const { direction, minimumAmount, maximumAmount } = filter;
	const accountNumber = filter.accountNumber?.trim() ?? '';
	const description = normalizeText(filter.description?.trim() ?? '');
	return (record) => {
		const amount = Number(record.amount);
		if (direction !== undefined && amount >= 0 !== (direction === 'incoming')) return false;
		if (minimumAmount !== undefined && Math.abs(amount) < minimumAmount) return false;
		if (maximumAmount !== undefined && Math.abs(amount) > maximumAmount) return false;
		if (
			accountNumber !== '' &&
			getAccountNumber(record) !== accountNumber &&
			getVirtualAccount(record) !== accountNumber
		)
			return false;
		return (
			description === '' || normalizeText(String(record.description ?? '')).includes(description)
		);
	};
}

/** True where the filter lets everything pass. */
export function isEmptyFilter(filter: TransactionFilter): boolean {
	return Object.values(filter).every((value) => value === undefined || value === '');
}
