/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { BlockList, isIP } from 'node:net';

const privateAddresses = new BlockList();
for (const [network, prefix] of [
	['0.0.0.0', 8],
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['127.0.0.0', 8],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.168.0.0', 16],
] as const) {
	privateAddresses.addSubnet(network, prefix, 'ipv4');
}
privateAddresses.addAddress('::1', 'ipv6');
privateAddresses.addSubnet('fc00::', 7, 'ipv6');
privateAddresses.addSubnet('fe80::', 10, 'ipv6');

/** Returns true if the URL is not reachable from the public internet. */
export function isPrivateUrl(url: string): boolean {
	const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
	const version = isIP(host);
	if (version === 0) return /(^|\.)(localhost|local|internal)$/.test(host);
	return privateAddresses.check(host, version === 4 ? 'ipv4' : 'ipv6');
}
