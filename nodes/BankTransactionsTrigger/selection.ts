import {
	NodeOperationError,
	type IDataObject,
	type IHookFunctions,
	type INodeExecutionData,
	type ITriggerFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';

import { passes, type TransactionFilter } from '../service/filter';
import { paymentCodeReader, type PaymentCodeShape } from '../service/paymentCode';
import { isTestTransaction, simplify, type TransactionRecord } from '../service/transaction';
import { timeZoneOf } from './timeZone';

type Context = IHookFunctions | ITriggerFunctions | IWebhookFunctions;

/** The optional parameters of the trigger. */
export interface TriggerOptions {
	accountNumber?: string;
	minimumAmount?: number;
	includeTestEvents?: boolean;
	secureTokenHeader?: string;
	paymentCode?: Partial<PaymentCodeShape>;
	onlyWithPaymentCode?: boolean;
	catchUp?: boolean;
	catchUpInterval?: number;
	catchUpWindow?: number;
	testWithLatest?: boolean;
}

/** Turns records of the service into the items that start the workflow. */
export interface Selection {
	filter: TransactionFilter;
	/** Those that the parameters let through, one item each, in the same order. */
	toItems: (records: TransactionRecord[]) => INodeExecutionData[];
}

/** The options of the trigger, all of them optional. */
export function readOptions(context: Context): TriggerOptions {
	return context.getNodeParameter('options', {}) as TriggerOptions;
}

/**
 * Reads the parameters that choose and shape transactions, once for many of them. The service's
 * test call is money to nobody: it passes where it was asked for, and always in a test run.
 * @throws NodeOperationError where the shape of the payment code cannot be.
 */
export async function readSelection(context: Context): Promise<Selection> {
	const triggerOn = context.getNodeParameter('triggerOn') as 'incoming' | 'outgoing' | 'all';
	const simple = context.getNodeParameter('simplify', true) as boolean;
	const options = readOptions(context);
	const filter: TransactionFilter = {
		direction: triggerOn === 'all' ? undefined : triggerOn,
		accountNumber: options.accountNumber,
		minimumAmount: options.minimumAmount,
	};
	const showTests = context.getMode() === 'manual' || options.includeTestEvents === true;
	const passing = passes(filter);
	const readCode = paymentCodeOf(context, options);
	const timeZone = await timeZoneOf(context);

	const toItem = (record: TransactionRecord): INodeExecutionData[] => {
		const isTest = isTestTransaction(record);
		if (isTest ? !showTests : !passing(record)) return [];
		const json = { ...(simple ? simplify(record, timeZone) : record) } as IDataObject;
		if (readCode) json.paymentCode = readCode(String(record.description ?? ''));
		const isLeftOut = options.onlyWithPaymentCode && !json.paymentCode && !isTest;
		return isLeftOut ? [] : [{ json }];
	};
	return { filter, toItems: (records) => records.flatMap(toItem) };
}

function paymentCodeOf(context: Context, options: TriggerOptions) {
	const given = options.paymentCode;
	if (!given) return undefined;
	const shape: PaymentCodeShape = {
		prefix: given.prefix ?? '',
		minimumLength: given.minimumLength ?? 3,
		maximumLength: given.maximumLength ?? 10,
		characters: given.characters ?? 'digits',
	};
	const { minimumLength, maximumLength } = shape;
	if (minimumLength >= 1 && minimumLength <= maximumLength) return paymentCodeReader(shape);
	throw new NodeOperationError(
		context.getNode(),
		"'Minimum Length' of the payment code is not between 1 and 'Maximum Length'",
		{ description: 'Give the number of characters that follow the prefix, e.g. 3 to 10.' },
	);
}
