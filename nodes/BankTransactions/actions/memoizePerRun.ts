import type { IExecuteFunctions } from 'n8n-workflow';

const valuesByRun = new WeakMap<IExecuteFunctions, Map<string, unknown>>();

/**
 * Returns the value that `create` returned for this key earlier in the same run of the node, or calls
 * it. A run has one context for all its items.
 */
export function memoizePerRun<T>(context: IExecuteFunctions, key: string, create: () => T): T {
	const values = valuesByRun.get(context) ?? new Map<string, unknown>();
	valuesByRun.set(context, values);
	if (!values.has(key)) values.set(key, create());
	return values.get(key) as T;
}
