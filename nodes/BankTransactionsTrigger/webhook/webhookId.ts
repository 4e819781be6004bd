import type { INode } from 'n8n-workflow';

import { toOperationError, type ErrorText } from '../../shared/http/errors';

/**
 * Returns what is wrong if n8n would not answer the webhook URL of the node. Without a webhook ID, the URL
 * contains the node's name: n8n then compares the encoded name with the one that arrives, which is decoded
 * (docs/n8n-engine.md#webhook-urls).
 */
export function findWebhookIdIssue(node: INode): ErrorText | undefined {
	const name = node.name.toLowerCase();
	if (node.webhookId !== undefined || encodeURIComponent(name) === name) return undefined;
	return {
		message: `'${node.name}' has no webhook ID, so n8n would not answer its webhook URL`,
		description:
			"Open the workflow in the editor, move this node a little, and save: the node then has a webhook ID. Or add 'webhookId' with a UUID of its own to the node in the workflow's file, and import it again.",
	};
}

/**
 * Makes sure that n8n answers the webhook URL of the node.
 * @throws NodeOperationError that says how the node gets a webhook ID.
 */
export function assertWebhookId(node: INode): void {
	const issue = findWebhookIdIssue(node);
	if (issue) throw toOperationError(node, issue);
}
