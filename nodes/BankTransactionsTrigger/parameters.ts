import type { IDataObject, INodeProperties, IWebhookFunctions } from 'n8n-workflow';

import { minimumAmountField, readAmount } from '../amountField';
import { describeInvalidNumber, describeUnknownOption, findOption, showValue } from '../fields';
import { ACCOUNT_NUMBER_HELP, toAccountNumber } from '../shared/accounts/accountNumber';
import { toOperationError, type ErrorText } from '../shared/http/errors';
import { hasPrefix, type PaymentCodeShape } from '../shared/payments/paymentCode';
import { BOOLEAN_HELP, parseBoolean } from '../shared/parseBoolean';
import { parseNumber } from '../shared/parseNumber';
import { isEmpty, toText } from '../shared/values';
import type { LifecycleContext, TriggerContext } from './contexts';
import { charactersField, deliveryField, triggerOnField } from './properties';
import type { Selection } from './selection';

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

export const DEFAULT_CATCH_UP_MINUTES = 15;

/** The editor offers whole minutes only, but an expression may return a fraction. */
const MIN_INTERVAL_MINUTES = 1 / 60;

/**
 * Separates prefixes to some users: everything but a comma, and but what one prefix has between two
 * words, as `CTY-DH` has. As a part of a prefix, it would keep every code from being found.
 */
const OTHER_SEPARATOR = /[;|+\n]|\p{L}[^\p{L}\p{N},]*[^\p{L}\p{N},#\-_.][^\p{L}\p{N},]*\p{L}/u;

/**
 * Reads and validates all parameters of the trigger. Expressions may return numbers as text, and text as
 * numbers; both are accepted if they are clear.
 * @throws NodeOperationError that names the invalid parameter.
 */
export function readTriggerParameters(
	context: LifecycleContext | IWebhookFunctions,
): TriggerParameters {
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const readTopOption = <T extends string>(field: INodeProperties) =>
		readOption<T>(context, field, context.getNodeParameter(field.name));
	const direction = readTopOption<'all' | 'incoming' | 'outgoing'>(triggerOnField);
	const delivery = readTopOption<TriggerParameters['delivery']>(deliveryField);
	const isPolling = delivery === 'polling';
	const paymentCode = readPaymentCode(context, options.paymentCode);
	const interval = isPolling
		? readNumber(context, 'Interval', context.getNodeParameter('interval', 5), MIN_INTERVAL_MINUTES)
		: readNumber(context, 'Catch Up Interval', options.catchUpInterval, MIN_INTERVAL_MINUTES);
	return {
		delivery,
		selection: {
			direction: direction === 'all' ? undefined : direction,
			accountNumber: readAccountNumber(context, options.accountNumber),
			minimumAmount: readMinimumAmount(context, options.minimumAmount),
			requiredCode: readBoolean(context, 'Only With Payment Code', options.onlyWithPaymentCode)
				? (paymentCode ?? missingPaymentCodeError(context))
				: undefined,
		},
		paymentCode,
		simplify: readBoolean(context, 'Simplify', context.getNodeParameter('simplify')) ?? true,
		catchUp: isPolling || (readBoolean(context, 'Catch Up', options.catchUp) ?? true),
		intervalMinutes: interval ?? (isPolling ? 5 : DEFAULT_CATCH_UP_MINUTES),
		windowDays: readNumber(context, 'Catch Up Window', options.catchUpWindow, 1) ?? 3,
		includeTestEvents:
			readBoolean(context, 'Include Test Events', options.includeTestEvents) ?? false,
		secureTokenHeader: toText(options.secureTokenHeader),
		testWithLatest:
			isPolling ||
			(readBoolean(context, 'Test With Latest Transaction', options.testWithLatest) ?? true),
	};
}

/**
 * Returns what has to be changed if numbers of different lengths would be codes without a prefix: the
 * bank's own numbers would be, too. An invalid format is left to `readTriggerParameters`.
 */
export function findPaymentCodeIssue(context: TriggerContext): ErrorText | undefined {
	// Without expressions, so the parameters of the node are their values.
	const options = (context.getNode().parameters.options ?? {}) as IDataObject;
	let shape: PaymentCodeShape | undefined;
	try {
		shape = readPaymentCode(context, options.paymentCode);
	} catch {
		return undefined;
	}
	if (shape === undefined || hasPrefix(shape) || shape.minimumLength === shape.maximumLength) {
		return undefined;
	}
	const { minimumLength, maximumLength, characters } = shape;
	const kind = characters === 'digits' ? 'number' : 'word with a digit';
	return {
		message: `'Payment Code' has no prefix, so any ${kind} of ${minimumLength} to ${maximumLength} characters would be a code, even one of the bank`,
		description:
			"Enter the letters that your codes begin with as 'Prefix', e.g. DH, or set 'Minimum Length' and 'Maximum Length' to the same number.",
	};
}

/** Returns false if the delivery cannot be told: an expression may fail by now that could be evaluated before. */
export function isPolling(context: LifecycleContext): boolean {
	try {
		return context.getNodeParameter('delivery') === 'polling';
	} catch {
		return false;
	}
}

/** Empty if no account is selected. */
function readAccountNumber(context: TriggerContext, value: unknown): string {
	const number = toAccountNumber(value);
	if (number !== undefined) return number;
	const message = "'Account' is not a valid account number";
	throw toOperationError(context.getNode(), { message, description: ACCOUNT_NUMBER_HELP });
}

function readPaymentCode(context: TriggerContext, value: unknown): PaymentCodeShape | undefined {
	if (isEmpty(value)) return undefined;
	const given = value as IDataObject;
	const read = (name: string, length: unknown) =>
		readNumber(context, `${name} Length' of 'Payment Code`, length, 1);
	const shape: PaymentCodeShape = {
		prefix: readPrefix(context, given.prefix),
		minimumLength: read('Minimum', given.minimumLength) ?? 3,
		maximumLength: read('Maximum', given.maximumLength) ?? 10,
		characters: readOption<PaymentCodeShape['characters']>(
			context,
			charactersField,
			given.characters,
		),
		matchInsideWords: readBoolean(context, 'Match Inside Words', given.matchInsideWords) ?? false,
	};
	if (shape.minimumLength <= shape.maximumLength) return shape;
	throw toOperationError(context.getNode(), {
		message: "'Minimum Length' of 'Payment Code' is larger than 'Maximum Length'",
		description: "Set 'Maximum Length' to at least 'Minimum Length', e.g. 3 and 10.",
	});
}

/** One prefix, or several, separated by commas; empty if none is entered. */
function readPrefix(context: TriggerContext, value: unknown): string {
	const isText = typeof value === 'string' || typeof value === 'number';
	const isValid = isText ? !OTHER_SEPARATOR.test(toText(value).normalize()) : isEmpty(value);
	if (isValid) return toText(value);
	throw toOperationError(context.getNode(), {
		message: `'Prefix' of 'Payment Code' is not valid${showValue(value)}`,
		description:
			'Enter the letters at the start of your codes, e.g. DH. Separate several with commas, e.g. DH, HD, NAP. In a prefix of two words, write a hyphen between them: DON-HANG is also found with a space or another separator.',
	});
}

function missingPaymentCodeError(context: TriggerContext): never {
	throw toOperationError(context.getNode(), {
		message: "'Only With Payment Code' is on, but 'Payment Code' is missing",
		description: "Add the option 'Payment Code' and enter the 'Prefix' of your codes.",
	});
}

/** Returns undefined for no limit. */
function readMinimumAmount(context: TriggerContext, value: unknown): number | undefined {
	const result = readAmount(minimumAmountField, value);
	if (!('refused' in result)) return result.amount || undefined;
	throw toOperationError(context.getNode(), result.refused);
}

/** Returns undefined if nothing was entered. */
function readNumber(
	context: TriggerContext,
	displayName: string,
	value: unknown,
	minimum: number,
): number | undefined {
	if (isEmpty(value)) return undefined;
	const number = parseNumber(value);
	if (Number.isFinite(number) && number >= minimum) return number;
	const limits = { minimum: Math.ceil(minimum) };
	throw toOperationError(context.getNode(), describeInvalidNumber(displayName, value, limits));
}

/** Returns undefined if nothing was entered. */
function readBoolean(
	context: TriggerContext,
	displayName: string,
	value: unknown,
): boolean | undefined {
	const isOn = parseBoolean(value);
	if (isOn !== undefined || isEmpty(value)) return isOn;
	const message = `'${displayName}' is neither true nor false`;
	throw toOperationError(context.getNode(), { message, description: BOOLEAN_HELP });
}

/** Returns the default if nothing was entered. */
function readOption<T extends string>(
	context: TriggerContext,
	field: INodeProperties,
	value: unknown,
): T {
	const option = findOption(field, isEmpty(value) ? field.default : value);
	if (option !== undefined) return option as T;
	throw toOperationError(context.getNode(), describeUnknownOption(field, value));
}
