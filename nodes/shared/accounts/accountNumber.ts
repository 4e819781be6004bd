import { isRecord } from '../types';
import { isNullText } from '../values';

/** What to do if `toAccountNumber` returns undefined. */
export const ACCOUNT_NUMBER_HELP =
	'Select an account from the list, or enter its number, e.g. 8007041027107.';

/**
 * Returns the account number that the parameter of an account picker holds, without the spaces that
 * people write into long numbers; `''` if it is empty. An expression in place of the whole parameter
 * gives the number itself. Returns undefined for everything that is neither text nor a whole number, and
 * for texts such as `null`.
 */
export function toAccountNumber(parameter: unknown): string | undefined {
	const value = getPickedValue(parameter);
	if (value === undefined || value === null) return '';
	if (isNullText(value)) return undefined;
	// A number beyond 2^53 has lost its last digits.
	if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
	return typeof value === 'string' ? value.replace(/\s/g, '') : undefined;
}

/** Returns what the parameter of an account picker holds: what was picked, or what an expression gave. */
export function getPickedValue(parameter: unknown): unknown {
	const isPicked = isRecord(parameter) && 'mode' in parameter && 'value' in parameter;
	return isPicked ? parameter.value : parameter;
}
