import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { deleteWebhooksByUrl } from '../../../shared/webhooks';
import { ItemParameters } from '../itemParameters';
import { toItem, type Operation } from '../operation';
import { webhookUrlField } from './fields';

const requiredUrlField: INodeProperties = {
	...webhookUrlField,
	required: true,
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
		requiredUrlField,
	],
	execute,
};

async function execute(this: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]> {
	const url = new ItemParameters(this, itemIndex).getUrl(requiredUrlField);
	const webhooks = await deleteWebhooksByUrl(this, url, { itemIndex });
	return webhooks.map((webhook) => toItem({ ...webhook, deleted: true }, itemIndex));
}
