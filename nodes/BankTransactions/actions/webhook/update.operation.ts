import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { WebhookRegistration } from '../../../service/types';
import { updateWebhook } from '../../../service/webhook';
import { toItem, type Operation } from '../operation';
import { checkSecureToken, checkWebhookUrl, readId, refuse, webhookIdField } from '../parameters';

interface UpdateFields {
	webhookUrl?: unknown;
	secureToken?: unknown;
	incomeOnly?: boolean;
}

/** Changes what is given of a webhook and leaves the rest. */
export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update webhook',
		description: 'Change the URL, the token or the choice of transactions of a webhook',
	},
	fields: [
		webhookIdField,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				{
					displayName: 'Income Only',
					name: 'incomeOnly',
					type: 'boolean',
					default: true,
					description: 'Whether the service calls the URL for incoming money only',
				},
				{
					displayName: 'Secure Token',
					name: 'secureToken',
					type: 'string',
					typeOptions: { password: true },
					default: '',
					description: 'The new secret that the service sends in a header of every event',
				},
				{
					displayName: 'Webhook URL',
					name: 'webhookUrl',
					type: 'string',
					default: '',
					placeholder: 'e.g. https://n8n.example.com/webhook/bank',
					description: 'The new address that the service calls',
				},
			],
		},
	],
	execute: execute,
};

async function execute(this: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]> {
	const id = readId(this, itemIndex, webhookIdField);
	const fields = this.getNodeParameter('updateFields', itemIndex, {}) as UpdateFields;
	const changes: Partial<WebhookRegistration> = {};
	if (fields.webhookUrl !== undefined) {
		changes.webhook = checkWebhookUrl(this, itemIndex, fields.webhookUrl);
	}
	if (fields.secureToken !== undefined) {
		changes.secure_token = checkSecureToken(this, itemIndex, fields.secureToken);
	}
	if (fields.incomeOnly !== undefined) changes.income_only = fields.incomeOnly;
	if (Object.keys(changes).length === 0) {
		throw refuse(
			this,
			itemIndex,
			'There is nothing to update',
			"Add at least one of 'Income Only', 'Secure Token' and 'Webhook URL' to 'Update Fields'.",
		);
	}
	return [toItem(await updateWebhook(this, id, changes, itemIndex), itemIndex)];
}
