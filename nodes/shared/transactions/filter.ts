import { getAccountNumber, getVirtualAccount, type TransactionRecord } from './transaction';

/** Conditions for transactions. Empty ones match all transactions. */
export interface TransactionFilter {
	direction?: 'incoming' | 'outgoing';
	/** Number of the bank account, or of the virtual account that the payer used. */
	accountNumber?: string;
	/** Bounds of the amount without its sign, inclusive. */
	minimumAmount?: number;
	maximumAmount?: number;
	/** Text that the description contains (see `normalizeDescription`). Blanks alone are no condition. */
	description?: string;
}

const MARKS = /[\u0300-\u036f]/g;
const BLANKS = /\s+/g;
/** What stands between the parts of a payment code, and what banks drop or insert there. */
const CODE_SEPARATORS = /[#\-_./\s]+/g;
const DIGIT = /\d/;

/** Converts text to upper case without accents. `đ` has no accent to remove and becomes `D`. */
export function normalizeText(text: string): string {
	return text.normalize('NFD').replace(MARKS, '').replace(/[đĐ]/g, 'D').toUpperCase();
}

/** Returns a function that tests transactions against the filter. */
export function createMatcher(filter: TransactionFilter): (record: TransactionRecord) => boolean {
	const { direction, minimumAmount, maximumAmount } = filter;
	const accountNumber = filter.accountNumber?.trim() ?? '';
	const wanted = filter.description?.trim() ?? '';
	const hasCode = DIGIT.test(wanted);
	const description = normalizeDescription(wanted, hasCode);
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
		if (description === '') return true;
		return normalizeDescription(String(record.description ?? ''), hasCode).includes(description);
	};
}

/** Returns true if the filter matches all transactions. */
export function isEmptyFilter(filter: TransactionFilter): boolean {
	return Object.values(filter).every((value) => value === undefined || String(value).trim() === '');
}

/**
 * Normalizes a description, or the text to find in it. A text with a digit may be a payment code, so its
 * separators are dropped: `DH1042` is found in `DH-1042` and `DH 1042`, and in `DH10 42`, because banks break
 * lines within a code. In other texts only repeated blanks are ignored.
 */
function normalizeDescription(text: string, hasCode: boolean): string {
	const normalized = normalizeText(text);
	return hasCode ? normalized.replace(CODE_SEPARATORS, '') : normalized.replace(BLANKS, ' ');
}
