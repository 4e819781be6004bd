import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { getWebhook } from '../../../service/webhook';
import { toItem, type Operation } from '../operation';
import { readId, webhookIdField } from '../parameters';

/** Reads one webhook. */
export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get webhook',
		description: 'Read which URL a webhook calls, and for which transactions',
	},
	fields: [webhookIdField],
	execute: execute,
};

async function execute(this: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]> {
	const id = readId(this, itemIndex, webhookIdField);
	return [toItem(await getWebhook(this, id, itemIndex), itemIndex)];
}
