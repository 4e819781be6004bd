import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodeProperties,
} from 'n8n-workflow';

import type { Account } from './shared/accounts/account';
import { listAccounts } from './shared/accounts/listAccounts';
import { isRecord } from './shared/types';
import { normalizeText } from './shared/transactions/filter';

/** Returns a parameter for an account that is selected from a list or entered by its number. */
export function createAccountField(
	field: Pick<INodeProperties, 'name' | 'description' | 'required'>,
): INodeProperties {
	return {
		displayName: 'Account',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select an account…',
				typeOptions: { searchListMethod: 'searchAccounts', searchable: true },
			},
			{
				displayName: 'By Number',
				name: 'number',
				type: 'string',
				placeholder: 'e.g. 8007041027107',
			},
		],
		...field,
	};
}

/** Filters transactions by account. */
export const accountFilterField = createAccountField({
	name: 'accountNumber',
	description:
		'Only include transactions of this account. A virtual account can be entered by its number.',
});

/** What to do if `toAccountNumber` returns undefined. */
export const ACCOUNT_NUMBER_HELP =
	'Select an account from the list, or enter its number, e.g. 8007041027107.';

/**
 * Returns the account number that a parameter of `createAccountField` holds, without the spaces that
 * people write into long numbers; `''` if it is empty. An expression in place of the whole parameter
 * gives the number itself. Returns undefined for everything that is neither text nor a whole number.
 */
export function toAccountNumber(parameter: unknown): string | undefined {
	const isPicked = isRecord(parameter) && 'mode' in parameter && 'value' in parameter;
	const value = isPicked ? parameter.value : parameter;
	if (value === undefined || value === null) return '';
	// A number beyond 2^53 has lost its last digits.
	if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
	return typeof value === 'string' ? value.replace(/\s/g, '') : undefined;
}

/**
 * Returns the linked accounts whose bank, number or holder contains the search text, for the list of
 * `createAccountField`.
 * @throws NodeApiError if the accounts cannot be read.
 */
export async function searchAccounts(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const search = normalizeText(filter.trim());
	const items = (await listAccounts(this)).map(toListItem);
	return { results: items.filter(({ name }) => normalizeText(name).includes(search)) };
}

function toListItem({
	bankName,
	accountNumber,
	accountName,
	connected,
}: Account): INodeListSearchItems {
	const parts = [bankName, accountNumber, connected ? '' : '(not connected)', accountName];
	return { name: parts.filter((part) => part !== '').join('  '), value: accountNumber };
}
