import {
	NodeOperationError,
	type IDataObject,
	type IHookFunctions,
	type ITriggerFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';

import { ACCOUNT_NUMBER_HELP, toAccountNumber } from '../shared/accounts/accountNumber';
import type { PaymentCodeShape } from '../shared/payments/paymentCode';
import { parseNumber } from '../shared/parseNumber';
import type { Selection } from './selection';

type Context = IHookFunctions | ITriggerFunctions | IWebhookFunctions;

/** The parameters of the trigger, validated. */
export interface TriggerParameters {
	delivery: 'webhook' | 'polling';
	/** Which transactions start the workflow. */
	selection: Selection;
	/** The payment codes to read from descriptions, if any. */
	paymentCode?: PaymentCodeShape;
	simplify: boolean;
	/** True if the trigger checks for missed transactions. Always true with polling. */
	catchUp: boolean;
	intervalMinutes: number;
	windowDays: number;
	includeTestEvents: boolean;
	/** Header that carries the token. Empty: any header may. */
	secureTokenHeader: string;
	testWithLatest: boolean;
}

/** The editor offers whole minutes only, but an expression may return a fraction. */
const MIN_INTERVAL_MINUTES = 1 / 60;

/**
 * Reads and validates all parameters of the trigger. Expressions may return numbers as text, and text as
 * numbers; both are accepted if they are clear.
 * @throws NodeOperationError that names the invalid parameter.
 */
export function readTriggerParameters(context: Context): TriggerParameters {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const triggerOn = context.getNodeParameter('triggerOn');
	const isPolling = context.getNodeParameter('delivery', 'webhook') === 'polling';
	const paymentCode = readPaymentCode(context, options.paymentCode);
	const interval = isPolling
		? readNumber(context, 'Interval', context.getNodeParameter('interval', 5), MIN_INTERVAL_MINUTES)
		: readNumber(context, 'Catch Up Interval', options.catchUpInterval, MIN_INTERVAL_MINUTES);
	return {
		delivery: isPolling ? 'polling' : 'webhook',
		selection: {
			direction: triggerOn === 'incoming' || triggerOn === 'outgoing' ? triggerOn : undefined,
			accountNumber: readAccountNumber(context, options.accountNumber),
			minimumAmount: readNumber(context, 'Minimum Amount', options.minimumAmount, 0),
			requiredCode: toBoolean(options.onlyWithPaymentCode, false)
				? (paymentCode ?? missingPaymentCodeError(context))
				: undefined,
		},
		paymentCode,
		simplify: toBoolean(context.getNodeParameter('simplify', true), true),
		catchUp: isPolling || toBoolean(options.catchUp, true),
		intervalMinutes: interval ?? (isPolling ? 5 : 15),
		windowDays: readNumber(context, 'Catch Up Window', options.catchUpWindow, 1) ?? 3,
		includeTestEvents: toBoolean(options.includeTestEvents, false),
		secureTokenHeader: toText(options.secureTokenHeader),
		testWithLatest: isPolling || toBoolean(options.testWithLatest, false),
	};
}

/** Empty if no account is selected. */
function readAccountNumber(context: Context, value: unknown): string {
	const number = toAccountNumber(value);
	if (number !== undefined) return number;
	throw new NodeOperationError(context.getNode(), "'Account' is not a valid account number", {
		description: ACCOUNT_NUMBER_HELP,
	});
}

function readPaymentCode(context: Context, value: unknown): PaymentCodeShape | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const given = value as IDataObject;
	const read = (name: string, length: unknown) =>
		readNumber(context, `${name} Length' of 'Payment Code`, length, 1);
	const shape: PaymentCodeShape = {
		prefix: readPrefix(context, given.prefix),
		minimumLength: read('Minimum', given.minimumLength) ?? 3,
		maximumLength: read('Maximum', given.maximumLength) ?? 10,
		characters: given.characters === 'alphanumeric' ? 'alphanumeric' : 'digits',
	};
	if (shape.minimumLength <= shape.maximumLength) return shape;
	throw new NodeOperationError(
		context.getNode(),
		"'Minimum Length' of 'Payment Code' is larger than 'Maximum Length'",
		{ description: "Set 'Maximum Length' to at least 'Minimum Length', e.g. 3 and 10." },
	);
}

/** One prefix, or several, separated by commas; empty if none is entered. */
function readPrefix(context: Context, value: unknown): string {
	const isText = typeof value === 'string' || typeof value === 'number';
	if (isText || value === undefined || value === null) return toText(value);
	throw new NodeOperationError(context.getNode(), "'Prefix' of 'Payment Code' is not a text", {
		description:
			'Enter the letters at the start of your codes, e.g. DH. Separate several with commas, e.g. DH, HD, NAP.',
	});
}

function missingPaymentCodeError(context: Context): never {
	throw new NodeOperationError(
		context.getNode(),
		"'Only With Payment Code' is on, but 'Payment Code' is missing",
		{ description: "Add the option 'Payment Code' and enter the format of your codes." },
	);
}

/** Returns undefined if nothing was entered. */
function readNumber(
	context: Context,
	displayName: string,
	value: unknown,
	minimum: number,
): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const number = parseNumber(value);
	if (Number.isFinite(number) && number >= minimum) return number;
	throw new NodeOperationError(
		context.getNode(),
		`'${displayName}' is not a number of at least ${Math.ceil(minimum)}`,
		{ description: 'Enter a number without thousands separators, e.g. 250000.' },
	);
}

function toText(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

function toBoolean(value: unknown, defaultValue: boolean): boolean {
	if (value === true || value === 'true') return true;
	return value === false || value === 'false' ? false : defaultValue;
}
