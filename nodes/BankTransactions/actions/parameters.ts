import { NodeOperationError, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';

import { subtractDays, toServiceDay } from '../../service/time';
import { toId } from '../../service/transaction';
import type { TransactionQuery } from '../../service/types';

/** The first day of a listing. */
export const fromDateField: INodeProperties = {
	displayName: 'From Date',
	name: 'fromDate',
	type: 'dateTime',
	default: '',
	description:
		"First day to list, in the service's time zone. Leave empty to list the 7 days up to 'To Date'.",
};

/** The last day of a listing. */
export const toDateField: INodeProperties = {
	displayName: 'To Date',
	name: 'toDate',
	type: 'dateTime',
	default: '',
	description:
		"Last day to list, in the service's time zone. Leave empty to list up to today. Without 'From Date', the list begins 7 days before it.",
};

/** How many days before its last day a listing begins if the user gives no first day. */
const DEFAULT_DAYS = 7;

/** What the two fields above hold. */
export interface Days {
	fromDate?: unknown;
	toDate?: unknown;
}

/** The webhook that an operation is about. */
export const webhookIdField: INodeProperties = {
	displayName: 'Webhook ID',
	name: 'webhookId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 114',
	description: 'The number that the service gave the webhook when it was created',
};

/** Refuses the value of a parameter, in words that name the parameter and the item. */
export function refuse(
	context: IExecuteFunctions,
	itemIndex: number,
	what: string,
	toDo: string,
): NodeOperationError {
	return new NodeOperationError(context.getNode(), `${what} [Item ${itemIndex}]`, {
		itemIndex,
		description: toDo,
	});
}

/**
 * Reads a parameter that is an id of the service.
 * @throws NodeOperationError where it is no whole number from 1.
 */
export function readId(
	context: IExecuteFunctions,
	itemIndex: number,
	parameter: { name: string; displayName: string },
): number {
	const value = context.getNodeParameter(parameter.name, itemIndex, '', { extractValue: true });
	const id = toId(value);
	if (id === undefined || id === 0) {
		throw refuse(
			context,
			itemIndex,
			`'${parameter.displayName}' is not an ID of the service`,
			'Enter the whole number that the service shows, e.g. 114.',
		);
	}
	return id;
}

/**
 * Checks a URL at which a webhook is called, and returns it without blanks around it.
 * @throws NodeOperationError where it is no http or https URL.
 */
export function checkWebhookUrl(
	context: IExecuteFunctions,
	itemIndex: number,
	value: unknown,
): string {
	const url = typeof value === 'string' ? value.trim() : '';
	if (/^https?:\/\//i.test(url) && URL.canParse(url)) return url;
	throw refuse(
		context,
		itemIndex,
		"'Webhook URL' is not a URL",
		'Enter the whole address that the service shall call, e.g. https://n8n.example.com/webhook/bank.',
	);
}

/**
 * Checks the secret that the service sends with every event.
 * @throws NodeOperationError where it is empty: then nobody could tell an event from a forgery.
 */
export function checkSecureToken(
	context: IExecuteFunctions,
	itemIndex: number,
	value: unknown,
): string {
	if (typeof value === 'string' && value.trim() !== '') return value;
	throw refuse(
		context,
		itemIndex,
		"'Secure Token' is empty",
		'Enter a long random text. The service sends it with every event, and your endpoint compares it.',
	);
}

/**
 * Reads an amount or a count out of a collection; empty means that it was not given.
 * @throws NodeOperationError where it is no number or below the minimum.
 */
export function checkNumber(
	context: IExecuteFunctions,
	itemIndex: number,
	value: unknown,
	rule: { displayName: string; minimum: number; whole?: boolean },
): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const number = typeof value === 'string' ? readNumber(value) : value;
	if (
		typeof number === 'number' &&
		Number.isFinite(number) &&
		number >= rule.minimum &&
		(!rule.whole || Number.isInteger(number))
	) {
		return number;
	}
	const kind = rule.whole ? 'a whole number' : 'a number';
	throw refuse(
		context,
		itemIndex,
		`'${rule.displayName}' is not ${kind} from ${rule.minimum}`,
		`Enter ${kind} of at least ${rule.minimum}, without separators of thousands, e.g. 250000.`,
	);
}

/**
 * Blanks alone would read as 0, and `250.000`, which is a quarter of a million to most of the users,
 * as 250: such a text is refused.
 */
function readNumber(text: string): number {
	const isUnclear = text.trim() === '' || /^\s*\d{1,3}(\.\d{3})+\s*$/.test(text);
	return isUnclear ? NaN : Number(text);
}

/**
 * Reads the first and the last day of a listing as the service's own days.
 * @throws NodeOperationError if one is no date, or the first is later than the last.
 */
export function readDays(
	context: IExecuteFunctions,
	itemIndex: number,
	days: Days,
	timeZone: string,
): TransactionQuery {
	const query: TransactionQuery = {};
	for (const [name, displayName] of [
		['fromDate', 'From Date'],
		['toDate', 'To Date'],
	] as const) {
		const value = days[name];
		if (value === undefined || value === null || value === '') continue;
		const day = toServiceDay(value, timeZone);
		if (day === undefined) {
			throw refuse(
				context,
				itemIndex,
				`'${displayName}' is not a date`,
				'Pick a day, or give an ISO 8601 date such as 2026-01-31.',
			);
		}
		query[name] = day;
	}
	if (query.fromDate && query.toDate && query.fromDate > query.toDate) {
		throw refuse(
			context,
			itemIndex,
			"'From Date' is later than 'To Date'",
			`The dates are ${query.fromDate} and ${query.toDate}. Swap the two dates.`,
		);
	}
	if (query.toDate && !query.fromDate) {
		// The service would begin 7 days before today, whatever the last day is.
		query.fromDate = subtractDays(query.toDate, DEFAULT_DAYS);
	}
	return query;
}
