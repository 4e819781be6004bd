import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { updateWebhook, type WebhookRegistration } from '../../../shared/webhooks';
import { ItemParameters } from '../itemParameters';
import { toItem, type Operation } from '../operation';
import { incomeOnlyField, secureTokenField, webhookIdField, webhookUrlField } from './fields';

const newTokenField: INodeProperties = {
	...secureTokenField,
	description: 'New secret that the service sends in a header of each event',
};

const newUrlField: INodeProperties = {
	...webhookUrlField,
	description: 'New URL that the service calls. It must be reachable from the internet.',
};

const updateFieldsField: INodeProperties = {
	displayName: 'Update Fields',
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [incomeOnlyField, newTokenField, newUrlField],
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
	return [toItem(await updateWebhook(this, id, changes, { itemIndex }), itemIndex)];
}

function getChanges(updateFields: ItemParameters): Partial<WebhookRegistration> {
	const changes: Partial<WebhookRegistration> = {};
	if (updateFields.has(newUrlField)) changes.webhook = updateFields.getUrl(newUrlField);
	if (updateFields.has(newTokenField)) {
		changes.secure_token = updateFields.getSecret(newTokenField);
	}
	const incomeOnly = updateFields.getBoolean(incomeOnlyField);
	if (incomeOnly !== undefined) changes.income_only = incomeOnly;
	if (Object.keys(changes).length > 0) return changes;
	throw updateFields.createError(
		'No fields to update',
		"Add 'Income Only', 'Secure Token' or 'Webhook URL' to 'Update Fields'.",
	);
}
