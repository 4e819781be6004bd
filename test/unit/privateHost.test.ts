import { isPrivateHost } from '../../nodes/shared/http/privateHost';

it.each([
	'LOCALHOST.',
	'bank',
	'bank.local',
	'bank.internal',
	'mail.bank.localhost',
	'127.0.0.1',
	'10.1.2.3',
	'172.16.0.1',
	'172.20.0.1',
	'172.31.0.1',
	'192.168.1.1',
	'169.254.1.1',
	'100.64.0.1',
	'100.70.0.1',
	'100.110.0.1',
	'100.127.0.1',
	'[::]',
	'[::1]',
	'[fd00::1]',
	'[fe80::1]',
	'[::ffff:7f00:1]',
	'[::ffff:a00:102]',
])('recognizes %s as not reachable from the internet', (host) => {
	expect(isPrivateHost(host)).toBe(true);
});

it.each([
	'oauth.casso.vn',
	'localhost.example.com',
	'bank.local.example.com',
	'10.example.com',
	'93.184.216.34',
	'172.32.0.1',
	'100.63.0.1',
	'100.128.0.1',
	'8.10.0.1',
	'8.100.64.1',
	'8.127.0.1',
	'8.169.254.1',
	'8.172.16.1',
	'8.192.168.1',
	'[2606:2800:220:1::1]',
	'[2606:2800:fd00::1]',
	'[2606:2800:fe80::1]',
	'[2606:2800::ffff:7f00:1]',
	'[::1:2:3:4]',
	'[::ffff:808:808]',
	'[::ffff:7f00:1:808]',
])('recognizes %s as reachable from the internet', (host) => {
	expect(isPrivateHost(host)).toBe(false);
});
