import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { simplifyField } from '../../../fields';
import { readSettings } from '../../../shared/http/settings';
import { getTransaction } from '../../../shared/transactions/getTransaction';
import { simplify } from '../../../shared/transactions/transaction';
import { ItemParameters } from '../itemParameters';
import { toItem, type Operation } from '../operation';

const transactionIdField: INodeProperties = {
	displayName: 'Transaction',
	name: 'transactionId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The transaction to retrieve',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a transaction…',
			typeOptions: { searchListMethod: 'searchTransactions', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 5789',
			validation: [
				{
					type: 'regex',
					properties: {
						regex: '^\\s*[1-9][0-9]*\\s*$',
						errorMessage: 'The ID must be a whole number',
					},
				},
			],
		},
	],
};

/** Reads one transaction. */
export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get transaction',
		description: 'Retrieve a single transaction',
	},
	fields: [transactionIdField, simplifyField],
	execute,
};

async function execute(this: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]> {
	const parameters = new ItemParameters(this, itemIndex);
	const id = parameters.getId(transactionIdField);
	const isSimplified = parameters.getBoolean(simplifyField) ?? true;
	const { timeZone } = await readSettings(this);
	const record = await getTransaction(this, id, itemIndex);
	return [toItem(isSimplified ? simplify(record, timeZone) : record, itemIndex)];
}
