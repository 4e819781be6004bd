import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { simplifyField } from '../../../fields';
import { serviceRequest } from '../../../shared/http/serviceRequest';
import { toNodeApiError } from '../../../shared/http/errors';
import { readSettings } from '../../../shared/http/settings';
import { isTransactionRecord, simplify } from '../../../shared/transactions/transaction';
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
		description: 'Retrieve a transaction by its ID',
	},
	fields: [transactionIdField, simplifyField],
	execute,
};

async function execute(this: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]> {
	const parameters = new ItemParameters(this, itemIndex);
	const id = parameters.getId(transactionIdField);
	const isSimplified = parameters.getBoolean(simplifyField);
	const { timeZone } = await readSettings(this);
	const subject = `transaction ${id}`;
	const path = `/v2/transactions/${id}`;
	const data = await serviceRequest(this, { method: 'GET', path, subject, itemIndex });
	if (!isTransactionRecord(data)) {
		const kind = data === null || data === undefined ? 'missing' : 'invalidRecord';
		const about = { subject, host: 'the service', itemIndex };
		throw toNodeApiError(
			this.getNode(),
			{ kind, status: 200, text: 'no readable ID or amount' },
			about,
		);
	}
	return [toItem(isSimplified ? simplify(data, timeZone) : data, itemIndex)];
}
