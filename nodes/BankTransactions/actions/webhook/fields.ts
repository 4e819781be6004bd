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

/** The URL that the service calls. Each operation describes it. */
export const webhookUrlField: INodeProperties = {
	displayName: 'Webhook URL',
	name: 'webhookUrl',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://n8n.example.com/webhook/bank',
};

/** The secret of a webhook. Each operation describes it. */
export const secureTokenField: INodeProperties = {
	displayName: 'Secure Token',
	name: 'secureToken',
	type: 'string',
	typeOptions: { password: true },
	default: '',
};

/** Selects the transactions that a webhook announces. */
export const incomeOnlyField: INodeProperties = {
	displayName: 'Income Only',
	name: 'incomeOnly',
	type: 'boolean',
	default: true,
	description: 'Whether to call the URL for incoming transactions only',
};
