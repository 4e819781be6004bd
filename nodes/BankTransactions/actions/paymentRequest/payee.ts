import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { createAccountField } from '../../../accountPicker';
import { listAccounts } from '../../../shared/accounts/listAccounts';
import { findBanks, suggestBanks, type Bank } from '../../../shared/paymentRequests/banks';
import type { Payee } from '../../../shared/paymentRequests/paymentRequest';
import type { ItemParameters } from '../itemParameters';
import { memoizePerRun } from '../memoizePerRun';
import { trackUnknownBin } from './unknownBins';

/** Longest account number that VietQR can hold. */
const MAX_ACCOUNT_NUMBER_LENGTH = 19;

const BIN = /^\d{6}$/;

const accountSourceField: INodeProperties = {
	displayName: 'Account Source',
	name: 'accountSource',
	type: 'options',
	options: [
		{
			name: 'Linked Account',
			value: 'linked',
			description: 'An account that your business has linked at the service',
		},
		{
			name: 'Manual Entry',
			value: 'manual',
			description: 'Any account at a Vietnamese bank. No request is sent.',
		},
	],
	default: 'linked',
	description: 'Where the account that the payment goes to comes from',
};

const linkedAccountField: INodeProperties = {
	...createAccountField({
		name: 'linkedAccount',
		required: true,
		description: 'The linked account that the payment goes to',
	}),
	displayName: 'Linked Account',
	displayOptions: { show: { accountSource: ['linked'] } },
};

const withManualEntry = { show: { accountSource: ['manual'] } };

const bankField: INodeProperties = {
	displayName: 'Bank',
	name: 'bank',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	displayOptions: withManualEntry,
	description: 'The bank of the account',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a bank…',
			typeOptions: {
				searchListMethod: 'searchBanks',
				searchable: true,
				skipCredentialsCheckInRLC: true,
			},
		},
		{
			displayName: 'By BIN, Code or Name',
			name: 'name',
			type: 'string',
			placeholder: 'e.g. 970436, VCB or Vietcombank',
		},
	],
};

const accountNumberField: INodeProperties = {
	displayName: 'Account Number',
	name: 'accountNumber',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 8007041027107',
	displayOptions: withManualEntry,
	description: 'Number of the account that the payment goes to',
};

const accountNameField: INodeProperties = {
	displayName: 'Account Name',
	name: 'accountName',
	type: 'string',
	default: '',
	placeholder: 'e.g. NGUYEN VAN A',
	displayOptions: withManualEntry,
	description: 'Name of the account holder, to show to the payer. The QR code does not contain it.',
};

/** Selects the account that a payment goes to. */
export const payeeFields: INodeProperties[] = [
	accountSourceField,
	linkedAccountField,
	bankField,
	accountNumberField,
	accountNameField,
];

/**
 * Returns the account that a payment goes to. The linked accounts are read once for all items of a
 * run.
 * @throws NodeOperationError if the account cannot be used, NodeApiError if the linked accounts cannot
 * be read.
 */
export async function getPayee(
	context: IExecuteFunctions,
	parameters: ItemParameters,
	itemIndex: number,
): Promise<Payee> {
	return parameters.getOption(accountSourceField) === 'manual'
		? getManualPayee(context, parameters)
		: await getLinkedPayee(context, parameters, itemIndex);
}

async function getLinkedPayee(
	context: IExecuteFunctions,
	parameters: ItemParameters,
	itemIndex: number,
): Promise<Payee> {
	const accountNumber = checkAccountNumber(
		parameters,
		linkedAccountField,
		parameters.getAccountNumber(linkedAccountField) as string,
	);
	const accounts = await memoizePerRun(
		context,
		'linkedAccounts',
		async () => await listAccounts(context, itemIndex),
	);
	const linked = accounts.filter((account) => account.accountNumber === accountNumber);
	const [account, other] = linked.filter(({ connected }) => connected);
	if (linked.length === 0) {
		throw parameters.createError(
			`'Linked Account' ${accountNumber} is not linked`,
			`Select an account from the list, or set 'Account Source' to 'Manual Entry'.`,
		);
	}
	if (account === undefined) {
		throw parameters.createError(
			`'Linked Account' ${accountNumber} is not connected`,
			'The service does not receive its transactions, so it would not see the payment. Connect the account again at the service, or select another one.',
		);
	}
	if (other !== undefined || !BIN.test(account.bankBin)) {
		throw parameters.createError(
			`The bank of 'Linked Account' ${accountNumber} is not clear`,
			"Set 'Account Source' to 'Manual Entry', and select the bank.",
		);
	}
	const { bankBin, bankName, accountName } = account;
	return { bankBin, bankName, accountNumber, accountName };
}

function getManualPayee(context: IExecuteFunctions, parameters: ItemParameters): Payee {
	const bank = getBank(parameters);
	const accountNumber = getAccountNumber(parameters);
	const accountName = parameters.getText(accountNameField)?.trim() ?? '';
	trackUnknownBin(context, bank);
	return { bankBin: bank.bin, bankName: bank.shortName, accountNumber, accountName };
}

function getBank(parameters: ItemParameters): Bank {
	const text = parameters.getText(bankField)?.trim() ?? '';
	if (text === '') {
		throw parameters.createError(
			"'Bank' is empty",
			'Select a bank, or enter its BIN, code or short name, e.g. 970436, VCB or Vietcombank.',
		);
	}
	const banks = findBanks(text);
	if (banks.length === 1) return banks[0];
	if (banks.length === 0) {
		throw parameters.createError(
			`'Bank' is not a known bank: ${text}`,
			`${askForBank(suggestBanks(text))}Select a bank from the list, or enter its BIN, which has 6 digits, e.g. 970436.`,
		);
	}
	throw parameters.createError(
		`'Bank' may be one of several banks: ${text}`,
		`${askForBank(suggestBanks(text))}Enter the BIN instead, or select the bank from the list.`,
	);
}

/** Returns a question with a space behind it, or `''`. */
function askForBank(banks: Bank[]): string {
	if (banks.length === 0) return '';
	const names = banks.map(({ bin, shortName }) => `${shortName} (${bin})`);
	return `Did you mean ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)}? `;
}

function getAccountNumber(parameters: ItemParameters): string {
	const value = parameters.get(accountNumberField);
	// A larger number has lost its last digits before it came here.
	if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
		throw parameters.createError(
			"'Account Number' is a number with too many digits",
			'Such a number is rounded. Enter the account number as text.',
		);
	}
	const accountNumber = (parameters.getText(accountNumberField) ?? '').replace(/\s/g, '');
	return checkAccountNumber(parameters, accountNumberField, accountNumber);
}

function checkAccountNumber(
	parameters: ItemParameters,
	{ displayName }: INodeProperties,
	accountNumber: string,
): string {
	if (accountNumber === '') {
		throw parameters.createError(
			`'${displayName}' is empty`,
			'Enter the number of the account that the payment goes to.',
		);
	}
	if (accountNumber.length > MAX_ACCOUNT_NUMBER_LENGTH) {
		throw parameters.createError(
			`'${displayName}' has more than ${MAX_ACCOUNT_NUMBER_LENGTH} characters`,
			'A QR code cannot hold a longer number. Enter a single account number.',
		);
	}
	if (/^[A-Za-z0-9]+$/.test(accountNumber)) return accountNumber;
	throw parameters.createError(
		`'${displayName}' contains other characters than letters and digits`,
		'Enter the number without separators, e.g. 8007041027107.',
	);
}
