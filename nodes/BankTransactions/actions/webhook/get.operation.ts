import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { getWebhook } from '../../../service/webhook';
import { ItemParameters } from '../itemParameters';
import { toItem, type Operation } from '../operation';
import { webhookIdField } from './fields';

/** Reads one webhook. */
export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get webhook',
		description: 'Read which URL a webhook calls, and for which transactions',
	},
	fields: [webhookIdField],
	execute,
};

async function execute(this: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]> {
	const id = new ItemParameters(this, itemIndex).getId(webhookIdField);
	return [toItem(await getWebhook(this, id, itemIndex), itemIndex)];
}
