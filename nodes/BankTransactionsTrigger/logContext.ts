import type { IHookFunctions, ITriggerFunctions, IWebhookFunctions } from 'n8n-workflow';

/** Returns what tells the reader of n8n's log which trigger a line is about. */
export function getLogContext(context: IHookFunctions | ITriggerFunctions | IWebhookFunctions): {
	workflowId?: string;
	node: string;
} {
	return { workflowId: context.getWorkflow().id, node: context.getNode().name };
}
