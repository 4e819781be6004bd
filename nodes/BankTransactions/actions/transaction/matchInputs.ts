import type { IExecuteFunctions, INodeProperties, NodeOperationError } from 'n8n-workflow';

import { accountFilterField } from '../../../accountPicker';
import { createAmountField } from '../../../amountField';
import { createOptionsField, showValue } from '../../../fields';
import { toAccountNumber } from '../../../shared/accounts/accountNumber';
import { findUntransmitted, splitSpellings, toPattern } from '../../../shared/payments/codePattern';
import { normalizeSpellings, type Order } from '../../../shared/payments/matchPayments';
import type { TransactionQuery } from '../../../shared/transactions/transactionPages';
import { isNullText } from '../../../shared/values';
import { fromDateField, toDateField } from '../fields';
import { ItemParameters } from '../itemParameters';
import { letOthersRun } from '../letOthersRun';

const ENTER_CODE = 'Enter the code that the payer uses in the transfer description, e.g. DH1042.';

const ZERO_HELP =
	'Leave it empty if any amount is enough. Otherwise correct the expression, so that it gives what the order costs, and remove orders that cost nothing before this node.';

/** Shorter numbers occur too often in what banks and payers write. */
const MIN_DIGITS = 5;

export const paymentCodeField: INodeProperties = {
	displayName: 'Payment Code',
	name: 'paymentCode',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. DH1042',
	description:
		'Code of the order, which the payer enters in the transfer description. Case, accents and separators are ignored. DH12 is not found in DH123. If payers write the code in several ways, enter all of them, separated by commas.',
};

export const expectedAmountField = createAmountField({
	displayName: 'Expected Amount',
	name: 'expectedAmount',
	description:
		'Amount of the order. Leave empty to accept any incoming transfer with the code as payment.',
	hint: 'What the order costs, not what was transferred. If empty, any amount counts as paid.',
});

const matchInsideWordsField: INodeProperties = {
	displayName: 'Match Inside Words',
	name: 'matchInsideWords',
	type: 'boolean',
	// On once it is added; without it, off.
	default: true,
	description:
		'Whether to find codes that directly follow other letters, such as DH1042 in CKDH1042. Numbers must always match in full. Without this option, it is off.',
};

const toleranceField: INodeProperties = {
	...createAmountField({
		displayName: 'Tolerance',
		name: 'tolerance',
		description:
			'Largest difference from the expected amount that still counts as paid. Leave empty for none.',
	}),
	placeholder: 'e.g. 1000',
};

const virtualAccountField: INodeProperties = {
	displayName: 'Virtual Account',
	name: 'virtualAccount',
	type: 'string',
	default: '',
	placeholder: 'e.g. 963NOPAYTEST01',
	description:
		'Number of the virtual account that only this order uses. A transfer to it counts for the order, with or without a code.',
};

export const matchOptionsField = createOptionsField([
	accountFilterField,
	fromDateField,
	matchInsideWordsField,
	toDateField,
	toleranceField,
	virtualAccountField,
]);

/** Which transactions the orders are matched with, the same for all items. */
export interface MatchScope {
	query: TransactionQuery;
	accountNumber?: string;
	insideWords: boolean;
}

/** The validated parameters of one input item. */
export interface MatchInput {
	order: Order;
	scope: MatchScope;
}

/**
 * Validates all items before the first request is sent. With *On Error: Continue*, an item that is not
 * valid becomes an error.
 * @throws NodeOperationError for the first item that is not valid.
 */
export async function readMatchInputs(
	context: IExecuteFunctions,
	timeZone: string,
): Promise<Array<MatchInput | Error>> {
	const codes = new Map<string, string>();
	const inputs: Array<MatchInput | Error> = [];
	let first: MatchInput | undefined;
	for (const itemIndex of context.getInputData().keys()) {
		await letOthersRun(itemIndex);
		try {
			const parameters = new ItemParameters(context, itemIndex);
			const input = readInput(parameters, timeZone);
			first ??= input;
			assertSameScope(parameters, input.scope, first.scope);
			assertOneOrder(parameters, input.order.paymentCode, codes);
			inputs.push(input);
		} catch (error) {
			if (!context.continueOnFail()) throw error as NodeOperationError;
			inputs.push(error as Error);
		}
	}
	return inputs;
}

function readInput(parameters: ItemParameters, timeZone: string): MatchInput {
	const options = parameters.getCollection(matchOptionsField);
	return {
		order: {
			paymentCode: readPaymentCode(parameters),
			expectedAmount: parameters.getAmount(expectedAmountField, { zeroHelp: ZERO_HELP }),
			tolerance: options.getAmount(toleranceField) ?? 0,
			virtualAccount: readVirtualAccount(options),
		},
		scope: {
			query: { sort: 'ASC', ...parameters.getDateRange(matchOptionsField, timeZone) },
			accountNumber: options.getAccountNumber(accountFilterField),
			insideWords: options.getBoolean(matchInsideWordsField) ?? false,
		},
	};
}

function readPaymentCode(parameters: ItemParameters): string {
	const code = parameters.getText(paymentCodeField)?.trim() ?? '';
	if (code === '') {
		throw parameters.createError(
			"'Payment Code' is empty",
			`${ENTER_CODE} If the trigger returns transfers without a code, pass only the others to this node.`,
		);
	}
	const untransmitted = findUntransmitted(code);
	if (untransmitted !== undefined) {
		throw parameters.createError(
			`'Payment Code' contains '${untransmitted}', which banks do not transmit`,
			'Use letters from A to Z and digits, e.g. DH1042. Otherwise the transfer could not be found.',
		);
	}
	const spellings = splitSpellings(code);
	if (isNullText(code)) throw parameters.createError(`'Payment Code' is ${code}`, ENTER_CODE);
	if (spellings.length === 0 || spellings.some((spelling) => toPattern(spelling) === undefined)) {
		throw parameters.createError("'Payment Code' contains no letters or digits", ENTER_CODE);
	}
	for (const spelling of spellings) assertLongEnough(parameters, spelling);
	return code;
}

function assertLongEnough(parameters: ItemParameters, spelling: string): void {
	const pattern = toPattern(spelling);
	if (pattern?.kind !== 'digits' || pattern.key.length >= MIN_DIGITS) return;
	throw parameters.createError(
		`'Payment Code' is a number of fewer than ${MIN_DIGITS} digits: ${spelling}`,
		`Banks and payers write many short numbers. Add letters, e.g. DH${spelling}, and ask payers for this code.`,
	);
}

function readVirtualAccount(options: ItemParameters): string | undefined {
	const value = options.get(virtualAccountField);
	const number = toAccountNumber(value);
	if (number !== undefined) return number;
	throw options.createError(
		`'Virtual Account' is not a valid account number${showValue(value)}`,
		'Enter the number as text, e.g. 963NOPAYTEST01. A spreadsheet cell that holds a number loses the last digits of a long one.',
	);
}

function assertSameScope(parameters: ItemParameters, scope: MatchScope, first: MatchScope): void {
	const isSame =
		scope.query.fromDate === first.query.fromDate &&
		scope.query.toDate === first.query.toDate &&
		scope.accountNumber === first.accountNumber &&
		scope.insideWords === first.insideWords;
	if (isSame) return;
	throw parameters.createError(
		"'Period', the dates, 'Account' or 'Match Inside Words' differ from the first item",
		'All items are matched against the same list of transactions. Use the same dates and options for all items, or a separate node for each.',
	);
}

/** Throws if the order has one spelling in common with another one, but not all. */
function assertOneOrder(
	parameters: ItemParameters,
	paymentCode: string,
	codes: Map<string, string>,
): void {
	const spellings = normalizeSpellings(paymentCode);
	const order = spellings.join(',');
	const taken = spellings.find((spelling) => (codes.get(spelling) ?? order) !== order);
	if (taken !== undefined) {
		throw parameters.createError(
			`'Payment Code' has a spelling that belongs to another item: ${paymentCode}`,
			'A transfer with this spelling could be for either of the two. Use a different one for each order, or the same spellings for items that are one order.',
		);
	}
	for (const spelling of spellings) codes.set(spelling, order);
}
