import fc from 'fast-check';

import { cleanApiKey, cleanBaseUrl } from '../../nodes/shared/http/settings';

const ADDRESS = 'https://oauth.casso.vn';

it.each(['', '/', '//', '/v2', '/v2/', '/V2', '/v2//', '//v2', ' ', '/ ', '/v2\n'])(
	'removes %j after the address',
	(ending) => {
		expect(cleanBaseUrl(`${ADDRESS}${ending}`)).toBe(ADDRESS);
	},
);

it.each(['http://127.0.0.1:4010', `${ADDRESS}/proxy`, `${ADDRESS}/v2x`, `${ADDRESS}/v1`])(
	'keeps %s',
	(address) => {
		expect(cleanBaseUrl(address)).toBe(address);
	},
);

it('keeps a clean address', () => {
	fc.assert(
		fc.property(fc.webUrl(), fc.constantFrom('', '/', '/v2', '/v2/', ' '), (address, ending) => {
			const clean = cleanBaseUrl(address);
			expect(cleanBaseUrl(`${clean}${ending}`)).toBe(clean);
		}),
	);
});

it.each<[string, unknown, string]>([
	['as it is', 'AK_CS.0123.abc', 'AK_CS.0123.abc'],
	['with blanks around it', ' \tAK_CS.0123.abc\r\n', 'AK_CS.0123.abc'],
	['with its scheme', 'Apikey AK_CS.0123.abc', 'AK_CS.0123.abc'],
	['with its scheme in capitals', ' APIKEY  AK_CS.0123.abc', 'AK_CS.0123.abc'],
	['with the other scheme', 'Bearer\tAK_CS.0123.abc', 'AK_CS.0123.abc'],
	['that only begins like a scheme', 'ApikeyAK_CS.0123', 'ApikeyAK_CS.0123'],
	['not at all', undefined, ''],
])('reads a key that was pasted %s', (_name, pasted, key) => {
	expect(cleanApiKey(pasted)).toBe(key);
});
