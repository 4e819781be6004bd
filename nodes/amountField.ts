import type { INodeProperties } from 'n8n-workflow';

import { describeInvalidNumber } from './fields';
import { parseAmount, readGroups } from './shared/parseAmount';
import { isEmpty, toText } from './shared/values';

/**
 * Returns a parameter for an amount. It is text, because a number field of n8n turns `250.000` into 250
 * before the node sees it.
 */
export function createAmountField(
	field: Pick<INodeProperties, 'displayName' | 'name' | 'description' | 'hint'>,
): INodeProperties {
	return { type: 'string', default: '', placeholder: 'e.g. 250000', ...field };
}

/** Filters by absolute amount. */
export const minimumAmountField = createAmountField({
	displayName: 'Minimum Amount',
	name: 'minimumAmount',
	description:
		'Smallest amount to include, incoming or outgoing, without a minus sign. Leave empty for no limit.',
});

/** What an amount may be. */
export interface AmountRules {
	isWhole?: boolean;
	/** What to do about 0, if it is refused. */
	zeroHelp?: string;
}

/** An amount, which is undefined if nothing was entered, or what to tell the user about it. */
type ReadAmount = { amount?: number } | { refused: { message: string; description: string } };

/** Reads the value of `createAmountField`. */
export function readAmount(
	{ displayName }: INodeProperties,
	value: unknown,
	{ isWhole = false, zeroHelp }: AmountRules = {},
): ReadAmount {
	if (isEmpty(value)) return {};
	const amount = parseAmount(value);
	if (amount === 0 && zeroHelp !== undefined) {
		return { refused: { message: `'${displayName}' is 0`, description: zeroHelp } };
	}
	const isValid = isWhole ? Number.isInteger(amount) : Number.isFinite(amount);
	if (isValid && amount >= 0) return { amount };
	const minimum = isWhole && zeroHelp !== undefined ? 1 : 0;
	const { message, description } = describeInvalidNumber(displayName, value, { minimum, isWhole });
	return { refused: { message, description: describeGroups(value) ?? description } };
}

/** Says how to write an amount with thousands separators. With a unit, an expression can do so, too. */
function describeGroups(value: unknown): string | undefined {
	const groups = readGroups(value);
	if (groups === undefined) return undefined;
	const { joined, asDecimal } = groups;
	const other = asDecimal === undefined ? '' : `, or ${asDecimal} if that is the amount`;
	return `Enter ${joined} or ${toText(value).trim()} đ${other}.`;
}
