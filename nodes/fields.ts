import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** The switch between the shape of this package and the service's own record. */
export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** One account of the business. */
export const accountNumberField: INodeProperties = {
	displayName: 'Account Number',
	name: 'accountNumber',
	type: 'string',
	default: '',
	placeholder: 'e.g. 8007041027107',
	description: 'Only transactions of this account, or of this virtual account',
};

/** The lower end of the amounts. */
export const minimumAmountField: INodeProperties = {
	displayName: 'Minimum Amount',
	name: 'minimumAmount',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description: 'Smallest amount, whichever way the money went',
};

/** The inside of an expression of n8n: the label of the option that a parameter holds. */
export function labelOf(parameter: string, options: INodePropertyOptions[]): string {
	const labels = Object.fromEntries(options.map(({ name, value }) => [value, name]));
	return `(${JSON.stringify(labels)})[$parameter["${parameter}"]]`;
}
