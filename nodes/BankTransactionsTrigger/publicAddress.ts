import { NodeOperationError, type INode } from 'n8n-workflow';

const PRIVATE_IPV4 = [
	/^0\./,
	/^10\./,
	/^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
	/^127\./,
	/^169\.254\./,
	/^172\.(1[6-9]|2\d|3[01])\./,
	/^192\.168\./,
];
const PRIVATE_IPV6 = [/^::1?$/, /^f[cd]/, /^fe[89ab]/, /^::ffff:/];
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|lan|home|test|invalid|localdomain)$/;

/**
 * True for a host that nobody on the Internet reaches: loopback, private and link-local addresses,
 * names without a dot, and the endings that are reserved for local networks.
 */
function isPrivateHost(hostname: string): boolean {
	const host = hostname
		.toLowerCase()
		.replace(/^\[|\]$/g, '')
		.replace(/\.$/, '');
	if (host.includes(':')) return PRIVATE_IPV6.some((range) => range.test(host));
	if (/^[\d.]+$/.test(host)) return PRIVATE_IPV4.some((range) => range.test(host));
	return !host.includes('.') || PRIVATE_NAME.test(host);
}

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
