import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { parseNumber } from './shared/parseNumber';
import { toText } from './shared/values';

/** Enough to recognize a value of a parameter in a message. */
const MAX_SHOWN_LENGTH = 40;

/** Selects between the simplified shape and the service's own record. */
export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
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
	{ displayName, options = [], noDataExpression = false }: INodeProperties,
	value: unknown,
): { message: string; description: string } {
	const choices = options as INodePropertyOptions[];
	const list = (names: unknown[]) =>
		new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names.map(String));
	const values = ` In an expression, use ${list(choices.map((choice) => choice.value))}.`;
	return {
		message: `'${displayName}' has an unknown value${showValue(value)}`,
		description: `Select ${list(choices.map(({ name }) => `'${name}'`))}.${noDataExpression ? '' : values}`,
	};
}

/** Returns what to tell a user whose value is not a number that a parameter accepts. */
export function describeInvalidNumber(
	displayName: string,
	value: unknown,
	{ minimum, isWhole = false }: { minimum: number; isWhole?: boolean },
): { message: string; description: string } {
	const kind = isWhole ? 'a whole number' : 'a number';
	const isNegative = parseNumber(value) < 0;
	return {
		message: `'${displayName}' is not ${kind} of at least ${minimum}${showValue(value)}`,
		description: isNegative
			? `Enter ${kind} without a minus sign.`
			: `Enter ${kind} in digits, without a unit or thousands separators.`,
	};
}

/** Returns a value for the end of a message: the editor may show neither it nor the item it is from. */
export function showValue(value: unknown): string {
	const text = toText(value).trim();
	if (text === '') return '';
	return `: ${text.slice(0, MAX_SHOWN_LENGTH)}${text.length > MAX_SHOWN_LENGTH ? '…' : ''}`;
}

/** Returns an n8n expression, without braces, for the label of the option that a parameter holds. */
export function createLabelExpression(parameter: string, options: INodePropertyOptions[]): string {
	const labels = Object.fromEntries(options.map(({ name, value }) => [value, name]));
	return `(${JSON.stringify(labels)})[$parameter["${parameter}"]]`;
}
