import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { createAccountField } from '../../../accountPicker';
import { syncAccount } from '../../../shared/accounts/syncAccount';
import { ItemParameters } from '../itemParameters';
import { memoizePerRun } from '../memoizePerRun';
import { toItem, type Operation } from '../operation';

const accountNumberField = createAccountField({
	name: 'accountNumber',
	required: true,
	description: 'The linked account to check for new transactions. Each run requests it once.',
});

/** Asks the service to fetch new transactions of an account from the bank. */
export const sync: Operation = {
	option: {
		name: 'Sync',
		value: 'sync',
		action: 'Sync account',
		description:
			'Ask the service to check an account at the bank for new transactions now. They arrive through your webhooks. Run it once when needed, never in a loop.',
	},
	fields: [
		{
			displayName:
				'Run this once when you need it, not in a loop or on a short schedule: the service may limit it. New transactions arrive through your webhooks, not in the output.',
			name: 'syncNotice',
			type: 'notice',
			default: '',
		},
		accountNumberField,
	],
	execute,
};

async function execute(this: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]> {
	const parameters = new ItemParameters(this, itemIndex);
	const accountNumber = parameters.getAccountNumber(accountNumberField) as string;
	// Items with the same account share one request, whatever its outcome.
	await memoizePerRun(
		this,
		`sync ${accountNumber}`,
		async () => await syncAccount(this, accountNumber, itemIndex),
	);
	return [toItem({ requested: true, accountNumber }, itemIndex)];
}
