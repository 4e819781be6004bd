import {
	NodeOperationError,
	type IExecuteFunctions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { readAmount, type AmountRules } from '../../amountField';
import { describeInvalidNumber, describeUnknownOption, showValue } from '../../fields';
import {
	ACCOUNT_NUMBER_HELP,
	getPickedValue,
	toAccountNumber,
} from '../../shared/accounts/accountNumber';
import { BOOLEAN_HELP, parseBoolean } from '../../shared/parseBoolean';
import {
	getDay,
	getMonthBefore,
	getPossibleDays,
	subtractDays,
	toFirstOfMonth,
	toServiceDay,
} from '../../shared/transactions/time';
import { parseNumber } from '../../shared/parseNumber';
import {
	dropHalfCharacters,
	isEmpty,
	isNullText,
	toFiniteNumber,
	toId,
	toText,
} from '../../shared/values';
import { fromDateField, limitField, periodField, returnAllField, toDateField } from './fields';
import { memoizePerRun } from './memoizePerRun';

/** First and last day of a listing, as `YYYY-MM-DD` in the service's time zone. */
export interface DateRange {
	fromDate?: string;
	toDate?: string;
}

/** Number of days before the last day at which a listing begins if the user sets no first day. */
const DEFAULT_DAYS = 7;

/** Excel counts the days from 1899-12-31 as 1. This one is in the year 2173. */
const MAX_EXCEL_DAY = 100_000;

/**
 * Reads and validates the parameters of one input item. The methods take the field that describes a
 * parameter. In a collection, a field that the user did not add is undefined.
 * @throws NodeOperationError with the field's label and the item's index if a value is not valid.
 */
export class ItemParameters {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly itemIndex: number,
		private readonly readValue = (field: INodeProperties): unknown =>
			context.getNodeParameter(field.name, itemIndex, field.default, {
				extractValue: field.type === 'resourceLocator',
			}),
	) {}

	/** Returns the value as it is. */
	get(field: INodeProperties): unknown {
		return this.readValue(field);
	}

	/** Returns a reader for the fields of a collection. */
	getCollection(field: INodeProperties): ItemParameters {
		const values = this.get(field) as Record<string, unknown>;
		return new ItemParameters(this.context, this.itemIndex, ({ name }) => values[name]);
	}

	/** Returns true if the field of a collection was added. */
	has(field: INodeProperties): boolean {
		return this.get(field) !== undefined;
	}

	/** Returns the value of a switch; undefined if empty. */
	getBoolean(field: INodeProperties): boolean | undefined {
		const value = this.get(field);
		const isOn = parseBoolean(value);
		if (isOn !== undefined || isEmpty(value)) return isOn;
		throw this.createError(
			`'${field.displayName}' is neither true nor false${showValue(value)}`,
			orLeaveEmpty(value, BOOLEAN_HELP),
		);
	}

	/**
	 * Returns the value of the option that is selected; undefined if empty. An expression may also give the
	 * name that the editor shows, and case does not matter: language models write either.
	 */
	getOption(field: INodeProperties): string | undefined {
		const value = this.get(field);
		const option = findNamedOption(field, value);
		if (option !== undefined || isEmpty(value)) return option;
		const { message, description } = describeUnknownOption(field, value);
		throw this.createError(message, orLeaveEmpty(value, description));
	}

	/** Returns the value as text; undefined if nothing was entered, or an expression gave null. */
	getText(field: INodeProperties): string | undefined {
		const value = this.get(field);
		if (typeof value === 'string') return value;
		if (typeof value === 'number') return String(value);
		if (isEmpty(value)) return undefined;
		throw this.createError(
			`'${field.displayName}' is not text`,
			'Enter text. In an expression, use one value that is text or a number, e.g. {{ $json.code }}, and not a whole object or list.',
		);
	}

	/** Returns an amount (see `createAmountField`), which is not negative; undefined if empty. */
	getAmount(field: INodeProperties, rules?: AmountRules): number | undefined {
		const result = readAmount(field, this.get(field), rules);
		if (!('refused' in result)) return result.amount;
		throw this.createError(result.refused.message, result.refused.description);
	}

	/** Returns a whole number at or above the field's minimum, which is 0 by default; undefined if empty. */
	getInteger(field: INodeProperties): number | undefined {
		const value = this.get(field);
		if (isEmpty(value)) return undefined;
		const minimum = field.typeOptions?.minValue ?? 0;
		const number = parseNumber(value);
		if (Number.isInteger(number) && number >= minimum) return number;
		const limits = { minimum, isWhole: true };
		const { message, description } = describeInvalidNumber(field.displayName, value, limits);
		throw this.createError(message, orLeaveEmpty(value, description));
	}

	/** Returns the maximum number of output items of a listing, from `returnAllField` and `limitField`. */
	getLimit(): number {
		if (this.getBoolean(returnAllField)) return Infinity;
		return this.getInteger(limitField) ?? Number(limitField.default);
	}

	/** Returns the number of an account (see `createAccountField`); undefined if empty and optional. */
	getAccountNumber(field: INodeProperties): string | undefined {
		const value = getPickedValue(this.get(field));
		const number = toAccountNumber(value);
		if (number !== undefined && (number !== '' || !field.required)) return number || undefined;
		throw this.createError(
			number === ''
				? `'${field.displayName}' is empty`
				: `'${field.displayName}' is not a valid account number${showValue(value)}`,
			field.required ? ACCOUNT_NUMBER_HELP : orLeaveEmpty(value, ACCOUNT_NUMBER_HELP),
		);
	}

	/** Returns an ID of the service, which is a whole number from 1. */
	getId(field: INodeProperties): number {
		const value = this.get(field);
		const id = toId(value);
		if (id !== undefined && id !== 0) return id;
		throw this.createError(
			`'${field.displayName}' is not a valid ID${showValue(value)}`,
			'Enter a whole number, e.g. 114.',
		);
	}

	/** Returns an http or https URL without surrounding spaces. */
	getUrl(field: INodeProperties): string {
		const url = this.getText(field)?.trim() ?? '';
		const isUrl = /^https?:\/\//i.test(url) && URL.canParse(url);
		if (isUrl && dropHalfCharacters(url) === url) return url;
		throw this.createError(
			`'${field.displayName}' is not a valid URL`,
			'Enter the full URL, e.g. https://n8n.example.com/webhook/bank.',
		);
	}

	/** Returns a secret as it was entered; it must not be blank. */
	getSecret(field: INodeProperties): string {
		const secret = this.getText(field) ?? '';
		if (secret.trim() !== '') return secret;
		throw this.createError(
			`'${field.displayName}' is empty`,
			'Enter a long random string. The service sends it with each event, so that you can verify the sender.',
		);
	}

	/**
	 * Returns the days of `fromDateField` and `toDateField`, which are in a collection, in the service's
	 * time zone. Without both, returns those of `periodField`. Without the first day, the range starts 7
	 * days before the last one.
	 */
	getDateRange(collection: INodeProperties, timeZone: string): DateRange {
		const dates = this.getCollection(collection);
		const fromDate = dates.getDay(fromDateField, timeZone);
		const toDate = dates.getDay(toDateField, timeZone);
		if (!fromDate && !toDate) return this.getPeriod(collection, timeZone);
		if (fromDate && toDate && fromDate > toDate) {
			throw this.createError(
				"'From Date' is after 'To Date'",
				`The dates are ${fromDate} and ${toDate}. Swap the two dates.`,
			);
		}
		// The service would begin 7 days before today, whatever the last day is.
		if (toDate && !fromDate) return { fromDate: subtractDays(toDate, DEFAULT_DAYS), toDate };
		return { fromDate, toDate };
	}

	/**
	 * Returns an error that n8n shows with the item. Of several items, the message names it in the form
	 * that the editor uses for messages without it (docs/n8n-engine.md#messages-about-an-item).
	 */
	createError(message: string, description: string): NodeOperationError {
		const { itemIndex } = this;
		const isOneOfSeveral = this.context.getInputData().length > 1;
		const text = isOneOfSeveral ? `${message} [item ${itemIndex}]` : message;
		return new NodeOperationError(this.context.getNode(), text, { itemIndex, description });
	}

	private getPeriod({ displayName }: INodeProperties, timeZone: string): DateRange {
		const period = this.getOption(periodField) ?? periodField.default;
		// One day for all items, also of a run during which a day ends.
		const today = memoizePerRun(this.context, `today in ${timeZone}`, () => getDay(timeZone));
		if (period === 'lastMonth') return getMonthBefore(today);
		// With the last day, a month that begins while the list is read is not included.
		if (period === 'thisMonth') return { fromDate: toFirstOfMonth(today), toDate: today };
		if (period === 'last30Days') return { fromDate: subtractDays(today, 30) };
		// The service's own default.
		if (period === 'last7Days') return {};
		throw this.createError(
			"'Period' is 'Custom', but no dates are set",
			`Add 'From Date' under '${displayName}', and check that its value is not empty. Or select another period.`,
		);
	}

	private getDay(field: INodeProperties, timeZone: string): string | undefined {
		const value = this.get(field);
		if (isEmpty(value)) return undefined;
		const day = toServiceDay(value, timeZone);
		if (day !== undefined) return day;
		throw this.createError(
			`'${field.displayName}' is not a valid date${showValue(value)}`,
			orLeaveEmpty(value, `${describeDay(value)} ${describeConversion(value)}`),
		);
	}
}

function findNamedOption({ options = [] }: INodeProperties, value: unknown): string | undefined {
	const text = toText(value).trim().toLowerCase();
	const isNamed = (option: INodePropertyOptions) =>
		[option.value, option.name].some((name) => String(name).toLowerCase() === text);
	return (options as INodePropertyOptions[]).find(isNamed)?.value as string | undefined;
}

/** Adds what to do about a text such as `null` to what a parameter accepts. */
function orLeaveEmpty(value: unknown, description: string): string {
	return isNullText(value) ? `Leave it empty if there is no value. ${description}` : description;
}

/** Says which day to enter for a date that is not accepted. */
function describeDay(value: unknown): string {
	const days = getPossibleDays(value);
	if (days.length === 0) return 'Select a day, or enter a date such as 2026-01-31.';
	return `Enter ${days.join(' or ')}${days.length > 1 ? ', whichever day is meant' : ''}.`;
}

/** Says how to convert a date that is not accepted, with an expression. */
function describeConversion(value: unknown): string {
	const number = toFiniteNumber(value);
	return number !== undefined && number > 0 && number < MAX_EXCEL_DAY
		? "Convert a day that Excel stores as a number with an expression, e.g. {{ DateTime.fromISO('1899-12-30').plus({ days: $json.date }).toFormat('yyyy-MM-dd') }}."
		: "Convert other formats with an expression, e.g. {{ DateTime.fromFormat($json.date, 'dd/MM/yyyy').toFormat('yyyy-MM-dd') }}.";
}
