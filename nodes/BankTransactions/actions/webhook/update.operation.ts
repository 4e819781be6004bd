import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { updateWebhook, type WebhookRegistration } from '../../../shared/webhooks';
import { ItemParameters } from '../itemParameters';
import { toItem, type Operation } from '../operation';
import { incomeOnlyField, webhookIdField } from './fields';

const secureTokenField: INodeProperties = {
	displayName: 'Secure Token',
	name: 'secureToken',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	description: 'New secret that the service sends in a header of each event',
};

const webhookUrlField: INodeProperties = {
	displayName: 'Webhook URL',
	name: 'webhookUrl',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://n8n.example.com/webhook/bank',
	description: 'New URL that the service calls. It must be reachable from the internet.',
};

const updateFieldsField: INodeProperties = {
	displayName: 'Update Fields',
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [incomeOnlyField, secureTokenField, webhookUrlField],
};

/** Changes the given settings of a webhook and leaves the others. */
export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update webhook',
		description: 'Change the URL or the settings of a webhook',
	},
	fields: [webhookIdField, updateFieldsField],
	execute,
};

async function execute(this: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]> {
	const parameters = new ItemParameters(this, itemIndex);
	const id = parameters.getId(webhookIdField);
	const changes = getChanges(parameters.getCollection(updateFieldsField));
	return [toItem(await updateWebhook(this, id, changes, itemIndex), itemIndex)];
}

function getChanges(updateFields: ItemParameters): Partial<WebhookRegistration> {
	const changes: Partial<WebhookRegistration> = {};
	if (updateFields.has(webhookUrlField)) changes.webhook = updateFields.getUrl(webhookUrlField);
	if (updateFields.has(secureTokenField)) {
		changes.secure_token = updateFields.getSecret(secureTokenField);
	}
	if (updateFields.has(incomeOnlyField)) {
		changes.income_only = updateFields.getBoolean(incomeOnlyField);
	}
	if (Object.keys(changes).length > 0) return changes;
	throw updateFields.createError(
		'No fields to update',
		"Add 'Income Only', 'Secure Token' or 'Webhook URL' to 'Update Fields'.",
	);
}
