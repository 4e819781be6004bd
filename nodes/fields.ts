import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { toText } from './shared/values';

/** Selects between the simplified shape and the service's own record. */
export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** Filters by absolute amount. */
export const minimumAmountField: INodeProperties = {
	displayName: 'Minimum Amount',
	name: 'minimumAmount',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description: 'Smallest amount to include, incoming or outgoing',
};

/** Returns the collection of optional parameters, which are in alphabetical order. */
export function createOptionsField(options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options,
	};
}

/** Returns the option that a value selects, or undefined if there is none. */
export function findOption({ options = [] }: INodeProperties, value: unknown): string | undefined {
	const choices = options as INodePropertyOptions[];
	return choices.find((choice) => choice.value === value)?.value as string | undefined;
}

/** Returns what to tell a user whose value selects none of the options of a parameter. */
export function describeUnknownOption(
	{ displayName, options = [] }: INodeProperties,
	value: unknown,
): { message: string; description: string } {
	const choices = options as INodePropertyOptions[];
	const list = (names: unknown[]) =>
		new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names.map(String));
	const shown = toText(value).trim();
	return {
		message: `'${displayName}' has an unknown value${shown && `: ${shown}`}`,
		description: `Select ${list(choices.map(({ name }) => `'${name}'`))}. In an expression, use ${list(choices.map((choice) => choice.value))}.`,
	};
}

/** Returns an n8n expression, without braces, for the label of the option that a parameter holds. */
export function createLabelExpression(parameter: string, options: INodePropertyOptions[]): string {
	const labels = Object.fromEntries(options.map(({ name, value }) => [value, name]));
	return `(${JSON.stringify(labels)})[$parameter["${parameter}"]]`;
}
