import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { deleteWebhooksByUrl } from '../../../service/webhook';
import { ItemParameters } from '../itemParameters';
import { toItem, type Operation } from '../operation';

const webhookUrlField: INodeProperties = {
	displayName: 'Webhook URL',
	name: 'webhookUrl',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. https://n8n.example.com/webhook/bank',
	description: 'The address, exactly as it was registered',
};

/** Deletes every webhook of the business with a given URL. */
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
		webhookUrlField,
	],
	execute,
};

async function execute(this: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]> {
	const url = new ItemParameters(this, itemIndex).getUrl(webhookUrlField);
	const webhooks = await deleteWebhooksByUrl(this, url, itemIndex);
	return webhooks.map((webhook) => toItem(webhook, itemIndex));
}
