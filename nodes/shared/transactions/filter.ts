import { getAccountNumber, getVirtualAccount, type TransactionRecord } from './transaction';

/** Conditions for transactions. Empty ones match all transactions. */
export interface TransactionFilter {
	direction?: 'incoming' | 'outgoing';
	/** Number of the bank account, or of the virtual account that the payer used. */
	accountNumber?: string;
	/** Bounds of the amount without its sign, inclusive. */
	minimumAmount?: number;
	maximumAmount?: number;
	/** Text that the description contains. Accents and case are ignored. */
	description?: string;
}

const MARKS = /[\u0300-\u036f]/g;

/** Converts text to upper case without accents. `đ` has no accent to remove and becomes `D`. */
export function normalizeText(text: string): string {
	return text.normalize('NFD').replace(MARKS, '').replace(/[đĐ]/g, 'D').toUpperCase();
}

/** Returns a function that tests transactions against the filter. */
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

/** Returns true if the filter matches all transactions. */
export function isEmptyFilter(filter: TransactionFilter): boolean {
	return Object.values(filter).every((value) => value === undefined || value === '');
}
