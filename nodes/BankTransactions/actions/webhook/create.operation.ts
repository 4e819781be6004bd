import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { createWebhook } from '../../../service/webhook';
import { toItem, type Operation } from '../operation';
import { checkSecureToken, checkWebhookUrl } from '../parameters';

/** Registers an endpoint that the service calls for each new transaction. */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create webhook',
		description: 'Register a webhook: the service then calls its URL for each new transaction',
	},
	fields: [
		{
			displayName: 'Webhook URL',
			name: 'webhookUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://n8n.example.com/webhook/bank',
			description: 'The address that the service calls; it must be reachable from the Internet',
		},
		{
			displayName: 'Secure Token',
			name: 'secureToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'A secret that the service sends in a header of every event',
		},
		{
			displayName: 'Income Only',
			name: 'incomeOnly',
			type: 'boolean',
			default: true,
			description: 'Whether the service calls the URL for incoming money only',
		},
	],
	execute: execute,
};

async function execute(this: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]> {
	const registration = {
		webhook: checkWebhookUrl(this, itemIndex, this.getNodeParameter('webhookUrl', itemIndex)),
		secure_token: checkSecureToken(
			this,
			itemIndex,
			this.getNodeParameter('secureToken', itemIndex),
		),
		income_only: this.getNodeParameter('incomeOnly', itemIndex, true) as boolean,
	};
	return [toItem(await createWebhook(this, registration, itemIndex), itemIndex)];
}
