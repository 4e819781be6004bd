import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { getUser } from '../../../shared/users';
import { toItem, type Operation } from '../operation';

/** Reads the owner of the API key and the linked bank accounts. */
export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get user information',
		description:
			'Retrieve the user and the business that the API key belongs to, and the linked accounts',
	},
	fields: [],
	execute,
};

async function execute(this: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]> {
	return [toItem(await getUser(this, itemIndex), itemIndex)];
}
