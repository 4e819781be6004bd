/**
 * Reads a number that a user entered or an expression gave; `NaN` if it is unclear. Blank text would
 * read as 0, and `250.000`, which is a quarter of a million to most users, as 250.
 */
export function parseNumber(value: unknown): number {
	if (typeof value === 'number') return value;
	if (typeof value !== 'string') return NaN;
	const isUnclear = value.trim() === '' || /^\s*\d{1,3}(\.\d{3})+\s*$/.test(value);
	return isUnclear ? NaN : Number(value);
}
