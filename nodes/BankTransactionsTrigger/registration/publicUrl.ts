import { NodeOperationError, type INode } from 'n8n-workflow';

import { isPrivateHost } from '../../shared/http/privateHost';

/**
 * Makes sure that the service can call the URL, and that the token does not cross the Internet in
 * clear text. A service that is itself on a private address may call private addresses.
 * @throws NodeOperationError that says what to set, before any request is sent.
 */
export function assertCallable(node: INode, webhookUrl: string, baseUrl: string): void {
	const issue = findUrlIssue(webhookUrl, baseUrl);
	if (issue === undefined) return;
	throw new NodeOperationError(node, issue.message, { description: issue.description });
}

/** Tells why the URL cannot be registered at the service, or returns undefined if it can. */
export function findUrlIssue(
	webhookUrl: string,
	baseUrl: string,
): { message: string; description: string } | undefined {
	if (isPrivateHost(new URL(baseUrl).hostname)) return undefined;
	const { protocol, hostname, host } = new URL(webhookUrl);
	if (isPrivateHost(hostname)) {
		return {
			message: `The service cannot call this n8n at ${host}`,
			description:
				'That address exists only inside your network. Set the environment variable WEBHOOK_URL of n8n to the public address under which n8n is reached, e.g. https://n8n.example.com/, and restart n8n. If n8n has no public address, choose polling as delivery.',
		};
	}
	if (protocol !== 'https:') {
		return {
			message: `The address of this n8n is not secure: ${webhookUrl}`,
			description:
				'Every event carries a secret token, which anybody on the way could read over http. Put n8n behind https and set its environment variable WEBHOOK_URL to that address, e.g. https://n8n.example.com/.',
		};
	}
	return undefined;
}
