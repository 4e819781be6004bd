import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { deleteWebhooksByUrl } from '../../../shared/webhooks';
import { ItemParameters } from '../itemParameters';
import { toItem, type Operation } from '../operation';

const webhookUrlField: INodeProperties = {
	displayName: 'Webhook URL',
	name: 'webhookUrl',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. https://n8n.example.com/webhook/bank',
	description: 'URL of the webhooks, exactly as it was registered',
};

/** Deletes every webhook of the business with a given URL. */
export const deleteByUrl: Operation = {
	option: {
		name: 'Delete by URL',
		value: 'deleteByUrl',
		action: 'Delete webhooks by URL',
		description: 'Delete all webhooks of your business that have a given URL',
	},
	fields: [
		{
			displayName:
				'This deletes all webhooks of your business that have this URL, including those that others created',
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
	return webhooks.map((webhook) => toItem({ ...webhook, deleted: true }, itemIndex));
}
