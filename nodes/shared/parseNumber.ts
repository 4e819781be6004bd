import { toFiniteNumber } from './values';

/** Reads a number that a user entered or an expression gave; `NaN` if it is not valid or unclear. */
export function parseNumber(value: unknown): number {
	return toFiniteNumber(value) ?? NaN;
}
