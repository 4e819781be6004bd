import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

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

/** Returns an n8n expression, without braces, for the label of the option that a parameter holds. */
export function createLabelExpression(parameter: string, options: INodePropertyOptions[]): string {
	const labels = Object.fromEntries(options.map(({ name, value }) => [value, name]));
	return `(${JSON.stringify(labels)})[$parameter["${parameter}"]]`;
}
