import {
	NodeConnectionTypes,
	NodeOperationError,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { testCredential } from '../shared/credentialTest';
import { toErrorItem, toNodeError } from './actions/errorItem';
import { actionProperties, actionSubtitle, findOperation } from './actions/router';
import { hintAtSkipped } from './actions/skippedRecords';
import { searchTransactions } from './methods/listSearch';

/**
 * The action node. It is written in code and not declared, because one operation asks for many
 * pages, filters them and refuses bad input before a request, which routing cannot.
 */
export class BankTransactions implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Bank Transactions',
		name: 'bankTransactions',
		icon: {
			light: 'file:../../icons/bankTransactions.svg',
			dark: 'file:../../icons/bankTransactions.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: actionSubtitle,
		description: 'Read bank transactions and manage the webhooks that announce them',
		defaults: { name: 'Bank Transactions' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'bankTransactionsApi', required: true, testedBy: 'testCredential' }],
		properties: actionProperties,
	};

	methods = { credentialTest: { testCredential }, listSearch: { searchTransactions } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const outputs: INodeExecutionData[][] = [];
		for (let itemIndex = 0; itemIndex < this.getInputData().length; itemIndex++) {
			try {
				const resource = this.getNodeParameter('resource', itemIndex) as string;
				const name = this.getNodeParameter('operation', itemIndex) as string;
				const operation = findOperation(resource, name);
				if (!operation) {
					throw new NodeOperationError(
						this.getNode(),
						`There is no operation '${name}' for '${resource}'`,
						{ itemIndex, description: 'Choose one of the operations of this node.' },
					);
				}
				outputs.push(await operation.execute.call(this, itemIndex));
			} catch (error) {
				if (!this.continueOnFail()) throw toNodeError(this, error, itemIndex);
				outputs.push([toErrorItem(this, error, itemIndex)]);
			}
		}
		hintAtSkipped(this);
		return [outputs.flat()];
	}
}
