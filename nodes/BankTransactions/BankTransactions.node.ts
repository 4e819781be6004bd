import {
	NodeApiError,
	NodeConnectionTypes,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { faultOf } from '../service/errors';
import { CREDENTIAL } from '../service/types';
import { actionProperties, actionSubtitle, findOperation } from './actions/router';
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
		credentials: [{ name: CREDENTIAL, required: true }],
		properties: actionProperties,
	};

	methods = { listSearch: { searchTransactions } };

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
				if (!this.continueOnFail()) throw asNodeError(this, error, itemIndex);
				outputs.push([{ json: describe(error), pairedItem: { item: itemIndex } }]);
			}
		}
		return [outputs.flat()];
	}
}

function asNodeError(context: IExecuteFunctions, error: unknown, itemIndex: number) {
	const known = error instanceof NodeApiError || error instanceof NodeOperationError;
	return known ? error : new NodeOperationError(context.getNode(), error as Error, { itemIndex });
}

/** What a workflow that continues after a fault gets to know of it. */
function describe(error: unknown): IDataObject {
	const { message, description } = error as NodeOperationError;
	const fault = faultOf(error);
	return {
		error: message,
		...(description ? { description } : {}),
		...(fault?.status === undefined ? {} : { httpStatus: fault.status }),
		...(fault?.code === undefined ? {} : { serviceCode: fault.code }),
	};
}
