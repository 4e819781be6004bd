import { toFiniteNumber } from './values';

/** The currency of the service, at either end of an amount. It has no decimals in use. */
const UNIT = /^(?:VND|VNĐ|đồng|dong|đ|₫)|(?:VND|VNĐ|đồng|dong|đ|₫)$/iu;

const DIGITS = /^\d+$/;
const GROUPED_DIGITS = /^[1-9]\d{0,2}([.,\s])\d{3}(?:\1\d{3})*$/;
const SEPARATORS = /[.,\s]/g;

/**
 * Reads an amount that a user entered or an expression gave; `NaN` if it is not valid or unclear. A unit
 * makes thousands separators clear: `250.000 đ` is 250000, but `250.000` may also be 250.
 */
export function parseAmount(value: unknown): number {
	const number = toFiniteNumber(value);
	if (number !== undefined || typeof value !== 'string') return number ?? NaN;
	const text = value.normalize().trim();
	const withoutUnit = text.replace(UNIT, '');
	if (withoutUnit === text) return NaN;
	const digits = withoutUnit.trim();
	return DIGITS.test(digits) ? Number(digits) : (readGroups(digits)?.joined ?? NaN);
}

/** An amount with thousands separators. */
interface Groups {
	/** The amount without its separators. */
	joined: number;
	/** The other reading, if a single separator may be a decimal point. */
	asDecimal?: number;
}

/** Reads digits with thousands separators. Returns undefined for every other value. */
export function readGroups(value: unknown): Groups | undefined {
	if (typeof value !== 'string' || !GROUPED_DIGITS.test(value.trim())) return undefined;
	const parts = value.trim().split(SEPARATORS);
	const joined = Number(parts.join(''));
	return parts.length === 2 ? { joined, asDecimal: Number(parts.join('.')) } : { joined };
}
