import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	NodeHint,
	NodeOperationError,
} from 'n8n-workflow';

import { createOptionsField } from '../../../fields';
import type { TransactionQuery } from '../../../shared/transactions/transactionPages';
import { toPattern } from '../../../shared/payments/codePattern';
import { matchPayments, type Order, type Payment } from '../../../shared/payments/matchPayments';
import { readSettings } from '../../../shared/http/settings';
import {
	isTestTransaction,
	simplify,
	type Transaction,
} from '../../../shared/transactions/transaction';
import { fromDateField, toDateField } from '../fields';
import { ItemParameters } from '../itemParameters';
import { memoizePerRun } from '../memoizePerRun';
import { toItem, type Operation } from '../operation';
import { listWithWarnings } from '../skippedRecords';

const SKIPPED_CONSEQUENCE = 'Skipped transactions are not matched to any order.';

const ENTER_CODE = 'Enter the code that the payer uses in the transfer description, e.g. DH1042.';

const paymentCodeField: INodeProperties = {
	displayName: 'Payment Code',
	name: 'paymentCode',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. DH1042',
	description:
		'Code of the order, which the payer enters in the transfer description. Case, accents and separators are ignored. DH12 is not found in DH123.',
};

const expectedAmountField: INodeProperties = {
	displayName: 'Expected Amount',
	name: 'expectedAmount',
	type: 'string',
	default: '',
	placeholder: 'e.g. 250000',
	description:
		'Amount of the order. Leave empty to accept any incoming transfer with the code as payment.',
	hint: 'What the order costs, not what was transferred. If empty, any amount counts as paid.',
};

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

const matchInsideWordsField: INodeProperties = {
	displayName: 'Match Inside Words',
	name: 'matchInsideWords',
	type: 'boolean',
	default: false,
	description:
		'Whether to find codes that directly follow other letters, such as DH1042 in CKDH1042. Numbers must always match in full.',
};

const toleranceField: INodeProperties = {
	displayName: 'Tolerance',
	name: 'tolerance',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description: 'Largest difference from the expected amount that still counts as paid',
};

const optionsField = createOptionsField([
	fromDateField,
	matchInsideWordsField,
	toDateField,
	toleranceField,
]);

/** The validated parameters of one input item. */
interface MatchInput {
	order: Order;
	query: TransactionQuery;
	insideWords: boolean;
}

/** Finds out which orders were paid, by the payment codes in the descriptions of transfers. */
export const match: Operation = {
	option: {
		name: 'Match Payments',
		value: 'match',
		action: 'Match payments to orders',
		description:
			'Check which orders are paid, based on the payment codes in the transfer descriptions',
	},
	fields: [paymentCodeField, expectedAmountField, optionsField],
	execute,
};

async function execute(this: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]> {
	const payments = await memoizePerRun(this, 'payments', async () => await matchAllItems(this));
	const payment = payments[itemIndex];
	if (payment instanceof Error) throw payment;
	return [toItem(payment, itemIndex)];
}

/** Returns one result per input item, which is an error if the item's parameters are not valid. */
async function matchAllItems(context: IExecuteFunctions): Promise<Array<Payment | Error>> {
	const { timeZone } = await readSettings(context);
	const inputs = getInputs(context, timeZone);
	const validInputs = inputs.filter(isValid);
	if (validInputs.length === 0) return inputs as Error[];
	warnAboutCodesWithoutDigits(context, validInputs);
	const [{ query, insideWords }] = validInputs;
	const payments = matchPayments(
		validInputs.map(({ order }) => order),
		await fetchIncomingTransactions(context, query, timeZone),
		{ insideWords },
	).values();
	return inputs.map((input) => (isValid(input) ? (payments.next().value as Payment) : input));
}

/** Validates all items before the first request is sent. */
function getInputs(context: IExecuteFunctions, timeZone: string): Array<MatchInput | Error> {
	let first: MatchInput | undefined;
	return context.getInputData().map((_, itemIndex) => {
		try {
			const parameters = new ItemParameters(context, itemIndex);
			const input = getInput(parameters, timeZone);
			first ??= input;
			assertSameQuery(parameters, input, first);
			return input;
		} catch (error) {
			if (context.continueOnFail()) return error as Error;
			throw error as NodeOperationError;
		}
	});
}

function getInput(parameters: ItemParameters, timeZone: string): MatchInput {
	const options = parameters.getCollection(optionsField);
	return {
		order: {
			paymentCode: getPaymentCode(parameters),
			expectedAmount: parameters.getNumber(expectedAmountField),
			tolerance: options.getNumber(toleranceField) ?? 0,
		},
		query: { sort: 'ASC', ...options.getDateRange(timeZone) },
		insideWords: options.getBoolean(matchInsideWordsField) ?? false,
	};
}

/** A prefix that was taken for a code is found in the codes of all orders. */
function warnAboutCodesWithoutDigits(context: IExecuteFunctions, inputs: MatchInput[]): void {
	const codes = inputs.map(({ order }) => order.paymentCode).filter((code) => !/\d/.test(code));
	if (codes.length === 0) return;
	const [first] = codes;
	const subject = codes.length === 1 ? `'${first}' contains` : `${codes.length} codes contain`;
	context.addExecutionHints({
		type: 'warning',
		location: 'outputPane',
		message: `${subject} no digits. A transfer with any code that begins with '${first}', such as ${first}1042, counts for '${first}'. If that is only the beginning of your codes, enter the whole code of each order.`,
	});
}

function isValid(input: MatchInput | Error): input is MatchInput {
	return !(input instanceof Error);
}

function getPaymentCode(parameters: ItemParameters): string {
	const code = parameters.getText(paymentCodeField)?.trim() ?? '';
	if (toPattern(code) !== undefined) return code;
	if (code === '') {
		throw parameters.createError(
			"'Payment Code' is empty",
			`${ENTER_CODE} If the trigger returns transfers without a code, turn on its option 'Only With Payment Code'.`,
		);
	}
	throw parameters.createError("'Payment Code' contains no letters or digits", ENTER_CODE);
}

function assertSameQuery(
	parameters: ItemParameters,
	{ query, insideWords }: MatchInput,
	first: MatchInput,
): void {
	const isSame = query.fromDate === first.query.fromDate && query.toDate === first.query.toDate;
	if (isSame && insideWords === first.insideWords) return;
	throw parameters.createError(
		"The dates or 'Match Inside Words' differ from the first item",
		'All items are matched against the same list of transactions. Use the same dates and options for all items, or a separate node for each.',
	);
}

async function fetchIncomingTransactions(
	context: IExecuteFunctions,
	query: TransactionQuery,
	timeZone: string,
): Promise<Transaction[]> {
	const pages: Transaction[][] = [];
	for await (const records of listWithWarnings(context, { query }, SKIPPED_CONSEQUENCE)) {
		const transactions = records
			.filter((record) => !isTestTransaction(record))
			.map((record) => simplify(record, timeZone));
		pages.push(transactions.filter(({ amount }) => amount > 0));
	}
	return pages.flat();
}
