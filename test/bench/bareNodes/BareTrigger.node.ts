/* eslint-disable @n8n/community-nodes/icon-validation, @n8n/community-nodes/require-node-description-fields, @n8n/community-nodes/webhook-lifecycle-complete -- a measure for the benchmark: nobody sees it, and no service calls it */
import {
	NodeConnectionTypes,
	type IDataObject,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

/**
 * The smallest webhook trigger of a service, as most are: version 1, and a credential, which n8n itself
 * looks up before each execution. No authentication, no deduplication.
 */
export class BareTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Bare Trigger',
		name: 'bareTrigger',
		group: ['trigger'],
		version: 1,
		description: 'Starts the workflow with the transactions of every call',
		defaults: { name: 'Bare Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'bankTransactionsApi', required: true }],
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' },
		],
		properties: [],
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const { data } = this.getBodyData() as { data: IDataObject[] };
		return { workflowData: [this.helpers.returnJsonArray(data)] };
	}
}
