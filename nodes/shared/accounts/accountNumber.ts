import { isRecord } from '../types';

/** What to do if `toAccountNumber` returns undefined. */
export const ACCOUNT_NUMBER_HELP =
	'Select an account from the list, or enter its number, e.g. 8007041027107.';

/**
 * Returns the account number that the parameter of an account picker holds, without the spaces that
 * people write into long numbers; `''` if it is empty. An expression in place of the whole parameter
 * gives the number itself. Returns undefined for everything that is neither text nor a whole number.
 */
export function toAccountNumber(parameter: unknown): string | undefined {
	const isPicked = isRecord(parameter) && 'mode' in parameter && 'value' in parameter;
	const value = isPicked ? parameter.value : parameter;
	if (value === undefined || value === null) return '';
	// A number beyond 2^53 has lost its last digits.
	if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
	return typeof value === 'string' ? value.replace(/\s/g, '') : undefined;
}
