import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { getWebhook } from '../../../shared/webhooks';
import { ItemParameters } from '../itemParameters';
import { toItem, type Operation } from '../operation';
import { webhookIdField } from './fields';

/** Reads one webhook. */
export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get webhook',
		description: 'Retrieve the URL and the settings of a webhook',
	},
	fields: [webhookIdField],
	execute,
};

async function execute(this: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]> {
	const id = new ItemParameters(this, itemIndex).getId(webhookIdField);
	return [toItem(await getWebhook(this, id, { itemIndex }), itemIndex)];
}
