import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { simplifyField } from '../../../fields';
import { simplifyAccount, type AccountRecord } from '../../../shared/accounts/account';
import { fetchAccounts } from '../../../shared/accounts/listAccounts';
import { limitField, returnAllField } from '../fields';
import { ItemParameters } from '../itemParameters';
import { memoizePerRun } from '../memoizePerRun';
import { toItems, type Operation } from '../operation';
import { trackSkippedRecords } from '../skippedRecords';
import { toEmptyOutput } from '../toolCall';

const SKIPPED_ACCOUNTS = {
	one: 'account',
	many: 'accounts',
	unreadable: 'ID or number',
	consequence: "Skipped accounts are not returned, even if 'Simplify' is off.",
};

const NO_ACCOUNTS = 'No linked bank accounts found.';

/** Lists the linked bank accounts. */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many accounts',
		description: 'List the bank accounts that your business has linked, with their balances',
	},
	fields: [returnAllField, limitField, simplifyField],
	execute,
};

async function execute(this: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]> {
	const parameters = new ItemParameters(this, itemIndex);
	const limit = parameters.getLimit();
	const isSimplified = parameters.getBoolean(simplifyField) ?? true;
	const records = await memoizePerRun(
		this,
		'accounts',
		async () => await readAccounts(this, itemIndex),
	);
	if (records.length === 0) return toEmptyOutput(this, NO_ACCOUNTS, itemIndex);
	const selected = records.slice(0, limit);
	return toItems(isSimplified ? selected.map(simplifyAccount) : selected, itemIndex);
}

async function readAccounts(
	context: IExecuteFunctions,
	itemIndex: number,
): Promise<AccountRecord[]> {
	const { records, unreadable } = await fetchAccounts(context, itemIndex);
	trackSkippedRecords(context, SKIPPED_ACCOUNTS).onUnreadable(unreadable.length);
	return records;
}
