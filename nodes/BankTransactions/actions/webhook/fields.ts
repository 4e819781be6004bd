import type { INodeProperties } from 'n8n-workflow';

/** Selects a webhook. */
export const webhookIdField: INodeProperties = {
	displayName: 'Webhook ID',
	name: 'webhookId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 114',
	description: 'ID of the webhook, as returned when it was created',
};

/** Selects the transactions that a webhook announces. */
export const incomeOnlyField: INodeProperties = {
	displayName: 'Income Only',
	name: 'incomeOnly',
	type: 'boolean',
	default: true,
	description: 'Whether to call the URL for incoming transactions only',
};
