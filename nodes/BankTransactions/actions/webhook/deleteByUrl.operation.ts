import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { deleteWebhooksByUrl } from '../../../service/webhook';
import { toItem, type Operation } from '../operation';
import { checkWebhookUrl } from '../parameters';

/** Removes every webhook of the business that has one URL. */
export const deleteByUrl: Operation = {
	option: {
		name: 'Delete by URL',
		value: 'deleteByUrl',
		action: 'Delete webhooks by URL',
		description: 'Remove every webhook of the business that has this URL',
	},
	fields: [
		{
			displayName:
				'This removes every webhook of the business with this URL, those that others set up included',
			name: 'deleteByUrlNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Webhook URL',
			name: 'webhookUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://n8n.example.com/webhook/bank',
			description: 'The address, exactly as it was registered',
		},
	],
	execute: execute,
};

async function execute(this: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]> {
	const url = checkWebhookUrl(this, itemIndex, this.getNodeParameter('webhookUrl', itemIndex));
	const webhooks = await deleteWebhooksByUrl(this, url, itemIndex);
	return webhooks.map((webhook) => toItem(webhook, itemIndex));
}
