import { isPrivateHost } from '../../nodes/shared/http/privateHost';

it.each([
	'localhost',
	'LOCALHOST.',
	'bank',
	'bank.local',
	'bank.internal',
	'127.0.0.1',
	'10.1.2.3',
	'172.31.0.1',
	'192.168.1.1',
	'169.254.1.1',
	'100.64.0.1',
	'[::1]',
	'[fd00::1]',
	'[fe80::1]',
	'[::ffff:7f00:1]',
])('recognizes %s as not reachable from the internet', (host) => {
	expect(isPrivateHost(host)).toBe(true);
});

it.each([
	'oauth.casso.vn',
	'localhost.example.com',
	'10.example.com',
	'93.184.216.34',
	'172.32.0.1',
	'100.128.0.1',
	'[2606:2800:220:1::1]',
	'[::ffff:808:808]',
])('recognizes %s as reachable from the internet', (host) => {
	expect(isPrivateHost(host)).toBe(false);
});
