import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { deleteWebhook } from '../../../shared/webhooks';
import { ItemParameters } from '../itemParameters';
import { toItem, type Operation } from '../operation';
import { webhookIdField } from './fields';

/** Deletes one webhook. */
export const deleteOne: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete webhook',
		description: 'Delete a webhook by its ID',
	},
	fields: [webhookIdField],
	execute,
};

async function execute(this: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]> {
	const id = new ItemParameters(this, itemIndex).getId(webhookIdField);
	await deleteWebhook(this, id, { itemIndex });
	return [toItem({ deleted: true, id }, itemIndex)];
}
