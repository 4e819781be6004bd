import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { deleteWebhook } from '../../../service/webhook';
import { toItem, type Operation } from '../operation';
import { readId, webhookIdField } from '../parameters';

/** Removes one webhook. */
export const deleteOne: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete webhook',
		description: 'Remove one webhook by its ID',
	},
	fields: [webhookIdField],
	execute: execute,
};

async function execute(this: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]> {
	const id = readId(this, itemIndex, webhookIdField);
	await deleteWebhook(this, id, itemIndex);
	return [toItem({ deleted: true, id }, itemIndex)];
}
