const PRIVATE_IPV4 = [
	/^0\./,
	/^10\./,
	/^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
	/^127\./,
	/^169\.254\./,
	/^172\.(1[6-9]|2\d|3[01])\./,
	/^192\.168\./,
];
const PRIVATE_IPV6 = [/^::1?$/, /^f[cd]/, /^fe[89ab]/];
/** An IPv4 address in the form of IPv6, as a parsed URL holds it: `::ffff:7f00:1`. */
const MAPPED_IPV4 = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;
const PRIVATE_NAME = /\.(localhost|local|internal|lan|home|test|invalid|localdomain)$/;

/**
 * Returns true for a host that cannot be reached from the Internet: loopback, private and link-local
 * addresses, names without a dot, and the endings that are reserved for local networks.
 */
export function isPrivateHost(hostname: string): boolean {
	const host = hostname.toLowerCase().replace(/[[\]]/g, '').replace(/\.$/, '');
	const ipv4 = toIpv4(host);
	if (ipv4 !== undefined) return PRIVATE_IPV4.some((range) => range.test(ipv4));
	if (host.includes(':')) return PRIVATE_IPV6.some((range) => range.test(host));
	return !host.includes('.') || PRIVATE_NAME.test(host);
}

function toIpv4(host: string): string | undefined {
	if (/^[\d.]+$/.test(host)) return host;
	const groups = MAPPED_IPV4.exec(host)
		?.slice(1)
		.map((group) => parseInt(group, 16));
	return groups?.flatMap((group) => [group >> 8, group & 0xff]).join('.');
}
