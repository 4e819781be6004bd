import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodeProperties,
} from 'n8n-workflow';

import type { Account } from './shared/accounts/account';
import { listAccounts } from './shared/accounts/listAccounts';
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
	const account = [bankName, accountNumber, accountName].filter((part) => part !== '').join('  ');
	// In front, because the editor cuts long names.
	return { name: connected ? account : `Not connected: ${account}`, value: accountNumber };
}
