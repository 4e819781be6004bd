/** Converts an ID, which may be text, to a whole number. Returns undefined if it is not valid. */
export function toId(value: unknown): number | undefined {
	const number = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
	return Number.isSafeInteger(number) && (number as number) >= 0 ? (number as number) : undefined;
}

const DECIMAL = /^\s*[+-]?\d+(\.\d+)?\s*$/;

/** `250.000` is a quarter of a million to most users, and 250 to a program. */
const UNCLEAR = /^\s*[+-]?[1-9]\d{0,2}\.\d{3}\s*$/;

/** Converts a number, which may be text, to a number. Returns undefined if it is not valid or unclear. */
export function toFiniteNumber(value: unknown): number | undefined {
	if (Number.isFinite(value)) return value as number;
	if (typeof value !== 'string' || !DECIMAL.test(value) || UNCLEAR.test(value)) return undefined;
	return Number(value);
}

/** Returns a text as it is, and a number as text; `''` for every other value. */
export function toText(value: unknown): string {
	if (typeof value === 'string') return value;
	return typeof value === 'number' ? String(value) : '';
}

/** Returns true for a flag that is set: the service sends `1`, and other forms are accepted. */
export function isSet(value: unknown): boolean {
	return [1, '1', true].includes(value as number | string | boolean);
}

/** Returns true for the value of a parameter that nothing was entered for. */
export function isEmpty(value: unknown): value is undefined | null | '' {
	return value === undefined || value === null || value === '';
}

/** Returns true for a text that programs and language models write if there is no value. */
export function isNullText(value: unknown): boolean {
	return /^\s*(null|undefined|none|nan)\s*$/i.test(toText(value));
}

/**
 * Returns the text without halves of characters that JavaScript stores in two parts, as a text that was
 * cut may end with one. A URL cannot hold them.
 */
export function dropHalfCharacters(text: string): string {
	return text.replace(/\p{Surrogate}/gu, '');
}
