import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { createWebhook } from '../../../shared/webhooks';
import { ItemParameters } from '../itemParameters';
import { toItem, type Operation } from '../operation';
import { incomeOnlyField, secureTokenField, webhookUrlField } from './fields';

const requiredUrlField: INodeProperties = {
	...webhookUrlField,
	required: true,
	description: 'URL that the service calls. It must be reachable from the internet.',
};

const requiredTokenField: INodeProperties = {
	...secureTokenField,
	required: true,
	description: 'Secret that the service sends in a header of each event, so that you can verify it',
};

/** Registers a URL that the service calls for each new transaction. */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create webhook',
		description: 'Register a webhook URL that the service calls for each new transaction',
	},
	fields: [requiredUrlField, requiredTokenField, incomeOnlyField],
	execute,
};

async function execute(this: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]> {
	const parameters = new ItemParameters(this, itemIndex);
	const registration = {
		webhook: parameters.getUrl(requiredUrlField),
		secure_token: parameters.getSecret(requiredTokenField),
		income_only: parameters.getBoolean(incomeOnlyField) ?? true,
	};
	return [toItem(await createWebhook(this, registration, { itemIndex }), itemIndex)];
}
