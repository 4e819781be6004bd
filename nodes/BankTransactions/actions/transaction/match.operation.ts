import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	NodeHint,
} from 'n8n-workflow';

import { simplifyField } from '../../../fields';
import { readSettings } from '../../../shared/http/settings';
import { toLogEntry } from '../../../shared/logEntry';
import { splitSpellings } from '../../../shared/payments/codePattern';
import {
	normalizeSpellings,
	PaymentMatcher,
	type Payment,
} from '../../../shared/payments/matchPayments';
import { createMatcher } from '../../../shared/transactions/filter';
import {
	isTestTransaction,
	simplify,
	type Transaction,
} from '../../../shared/transactions/transaction';
import { periodField } from '../fields';
import { ItemParameters } from '../itemParameters';
import { memoizePerRun } from '../memoizePerRun';
import { toItem, type Operation } from '../operation';
import { listWithWarnings } from '../skippedRecords';
import {
	expectedAmountField,
	matchOptionsField,
	paymentCodeField,
	readMatchInputs,
	type MatchInput,
	type MatchScope,
} from './matchInputs';
import { toMatchOutput } from './matchOutput';

const SKIPPED_CONSEQUENCE = 'Skipped transactions are not matched to any order.';

/**
 * Shown above the output, because the editor hides the hint of a field that has an expression. An
 * expression that finds no order would otherwise go unnoticed. The editor evaluates the condition.
 */
export const anyAmountHint: NodeHint = {
	message: "'Expected Amount' is empty, so any amount counts as paid.",
	type: 'warning',
	location: 'outputPane',
	whenToDisplay: 'afterExecution',
	displayCondition:
		'={{ $parameter["resource"] === "transaction" && $parameter["operation"] === "match" && ["", null, undefined].includes($parameter["expectedAmount"]) }}',
};

/** Only tests change it. */
export const matchLimits = {
	/** After so many transactions, a line in n8n's log tells a long run from one that hangs. */
	transactionsPerLogEntry: 10_000,
};

const simplifyPaymentField: INodeProperties = {
	...simplifyField,
	description:
		'Whether to return one flat row for each order. Turn it off to get the transfers, with those that a person must decide on.',
};

const includeOtherFieldsField: INodeProperties = {
	displayName: 'Include Other Input Fields',
	name: 'includeOtherFields',
	type: 'boolean',
	default: true,
	description: 'Whether to return the fields of the input item as well, such as the customer',
};

/** Finds out which orders were paid, by the payment codes in the descriptions of transfers. */
export const match: Operation = {
	option: {
		name: 'Match Payments',
		value: 'match',
		// For an agent, this is the description of the tool. See `docs/n8n-engine.md#ai-agents`.
		action: 'Check payments for orders',
		description: 'Check if orders are paid, by the payment codes in the transfer descriptions',
	},
	fields: [
		paymentCodeField,
		expectedAmountField,
		periodField,
		simplifyPaymentField,
		includeOtherFieldsField,
		matchOptionsField,
	],
	execute,
};

async function execute(this: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]> {
	const payments = await memoizePerRun(this, 'payments', async () => await matchAllItems(this));
	const payment = payments[itemIndex];
	if (payment instanceof Error) throw payment;
	const parameters = new ItemParameters(this, itemIndex);
	const output = toMatchOutput(payment, this.getInputData()[itemIndex].json, {
		isSimplified: parameters.getBoolean(simplifyPaymentField) ?? true,
		includesOtherFields: parameters.getBoolean(includeOtherFieldsField) ?? true,
	});
	return [toItem(output, itemIndex)];
}

/** Returns one result per input item, which is an error if the item's parameters are not valid. */
async function matchAllItems(context: IExecuteFunctions): Promise<Array<Payment | Error>> {
	const { timeZone } = await readSettings(context);
	const inputs = await readMatchInputs(context, timeZone);
	const validInputs = inputs.filter(isValid);
	if (validInputs.length === 0) return inputs as Error[];
	warnAboutCodesWithoutDigits(context, validInputs);
	warnAboutRepeatedCodes(context, validInputs);
	const [{ scope }] = validInputs;
	const orders = validInputs.map(({ order }) => order);
	const matcher = new PaymentMatcher(orders, { insideWords: scope.insideWords });
	let read = 0;
	for await (const transactions of readTransactions(context, scope, timeZone)) {
		for (const transaction of transactions) matcher.add(transaction);
		const step = matchLimits.transactionsPerLogEntry;
		const isDue = (read % step) + transactions.length >= step;
		read += transactions.length;
		if (isDue) {
			const progress = `Match Payments: ${read} transactions read, ${matcher.counted} of them counted for one of ${orders.length} orders`;
			context.logger.info(...toLogEntry(context, progress));
		}
	}
	const payments = matcher.getPayments().values();
	return inputs.map((input) => (isValid(input) ? (payments.next().value as Payment) : input));
}

/** A word, or a prefix that was taken for a code, may stand in many transfers. */
function warnAboutCodesWithoutDigits(context: IExecuteFunctions, inputs: MatchInput[]): void {
	const spellings = new Set(inputs.flatMap(({ order }) => splitSpellings(order.paymentCode)));
	const codes = [...spellings].filter((spelling) => !/\d/.test(spelling));
	if (codes.length === 0) return;
	const [first] = codes;
	const subject = codes.length === 1 ? `'${first}' contains` : `${codes.length} codes contain`;
	warn(
		context,
		`${subject} no digits. Any transfer with the word '${first}' counts for '${first}'. If that is only the beginning of your codes, such as ${first}1042, enter the whole code of each order.`,
	);
}

/** Two rows of one order look like two payments. */
function warnAboutRepeatedCodes(context: IExecuteFunctions, inputs: MatchInput[]): void {
	const codes = new Map<string, string>();
	const repeated = new Set<string>();
	for (const { order } of inputs) {
		const name = normalizeSpellings(order.paymentCode).join(',');
		if (codes.has(name)) repeated.add(codes.get(name) as string);
		else codes.set(name, order.paymentCode);
	}
	if (repeated.size === 0) return;
	const [first] = repeated;
	const count = repeated.size - 1;
	const others =
		count === 0 ? '' : ` The same is true of ${count} other ${count === 1 ? 'code' : 'codes'}.`;
	warn(
		context,
		`Several items have the code '${first}'. They count as one order, so each of them shows the same transfers and the whole received amount.${others}`,
	);
}

function warn(context: IExecuteFunctions, message: string): void {
	context.addExecutionHints({ type: 'warning', location: 'outputPane', message });
}

function isValid(input: MatchInput | Error): input is MatchInput {
	return !(input instanceof Error);
}

/** Yields the transactions page by page, so that no more of them are held than belong to orders. */
async function* readTransactions(
	context: IExecuteFunctions,
	{ query, accountNumber }: MatchScope,
	timeZone: string,
): AsyncGenerator<Transaction[]> {
	const isInAccount = createMatcher({ accountNumber });
	for await (const records of listWithWarnings(context, { query }, SKIPPED_CONSEQUENCE)) {
		yield records
			.filter((record) => !isTestTransaction(record) && isInAccount(record))
			.map((record) => simplify(record, timeZone));
	}
}
