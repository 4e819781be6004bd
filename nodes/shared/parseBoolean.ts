import { validateFieldType } from 'n8n-workflow';

/** What to do if `parseBoolean` returns undefined. */
export const BOOLEAN_HELP = 'Turn the switch on or off. In an expression, use true or false.';

/**
 * Reads a switch that a user set or an expression gave. Text and the numbers 0 and 1 are accepted, as n8n
 * does in its own nodes. Returns undefined if it is unclear.
 */
export function parseBoolean(value: unknown): boolean | undefined {
	if (typeof value === 'object') return undefined;
	const result = validateFieldType('', value, 'boolean');
	return result.valid ? result.newValue : undefined;
}
