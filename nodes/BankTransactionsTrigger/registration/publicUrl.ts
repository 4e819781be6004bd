import { NodeOperationError, type INode } from 'n8n-workflow';

import { isPrivateHost } from '../../shared/privateHost';

/**
 * Makes sure that the service can call the URL, and that the token does not cross the Internet in
 * clear text. A service that is itself on a private address may call private addresses.
 * @throws NodeOperationError that says what to set, before any request is sent.
 */
export function assertCallable(node: INode, webhookUrl: string, baseUrl: string) {
	if (isPrivateHost(new URL(baseUrl).hostname)) return;
	const { protocol, hostname, host } = new URL(webhookUrl);
	if (isPrivateHost(hostname)) {
		throw new NodeOperationError(node, `The service cannot call this n8n at ${host}`, {
			description:
				'That address exists only inside your network. Set the environment variable WEBHOOK_URL of n8n to the public address under which n8n is reached, e.g. https://n8n.example.com/, and start n8n again.',
		});
	}
	if (protocol !== 'https:') {
		throw new NodeOperationError(node, `The address of this n8n is not secure: ${webhookUrl}`, {
			description:
				'Every event carries a secret token, which anybody on the way could read over http. Put n8n behind https and set its environment variable WEBHOOK_URL to that address, e.g. https://n8n.example.com/.',
		});
	}
}
