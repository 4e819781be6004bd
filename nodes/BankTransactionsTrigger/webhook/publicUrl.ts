import type { INode } from 'n8n-workflow';

import { toOperationError, type ErrorText } from '../../shared/http/errors';
import { isPrivateHost } from '../../shared/http/privateHost';

/**
 * Makes sure that the service can call the URL, and that the token does not cross the Internet in
 * clear text. A service that is itself on a private address may call private addresses.
 * @throws NodeOperationError that says what to set, before any request is sent.
 */
export function assertCallable(node: INode, webhookUrl: string, baseUrl: string): void {
	const issue = findUrlIssue(webhookUrl, baseUrl);
	if (issue) throw toOperationError(node, issue);
}

/** Returns why the URL cannot be registered, or undefined if it can. */
export function findUrlIssue(webhookUrl: string, baseUrl: string): ErrorText | undefined {
	if (isPrivateHost(new URL(baseUrl).hostname)) return undefined;
	const { protocol, hostname, host } = new URL(webhookUrl);
	if (isPrivateHost(hostname)) {
		return {
			message: `The service cannot reach n8n at ${host}`,
			description:
				"Set n8n's environment variable WEBHOOK_URL to its public URL, e.g. https://n8n.example.com/, and restart n8n. If it has none, set 'Delivery' to 'Polling'.",
		};
	}
	if (protocol !== 'https:') {
		return {
			message: `The webhook URL ${webhookUrl} does not use https, so anyone on the network could read the token of each event`,
			description:
				'Serve n8n over https, set its environment variable WEBHOOK_URL to that URL, e.g. https://n8n.example.com/, and restart n8n.',
		};
	}
	return undefined;
}
