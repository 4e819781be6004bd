import {
	cleanApiKey,
	cleanBaseUrl,
	toAuthorization,
	toSettings,
	validateSettings,
} from '../../nodes/shared/http/settings';

const ADDRESS = 'https://oauth.casso.vn';

it.each(['', '//', '/v2', '/V2//', '///v2', '/v2\n'])('removes %j after the address', (ending) => {
	expect(cleanBaseUrl(`${ADDRESS}${ending}`)).toBe(ADDRESS);
});

it.each(['http://127.0.0.1:4010', `${ADDRESS}/proxy`, `${ADDRESS}/v2x`, `${ADDRESS}/v1`])(
	'keeps %s',
	(address) => {
		expect(cleanBaseUrl(address)).toBe(address);
	},
);

it.each<[string, unknown, string]>([
	['as it is', 'AK_CS.0123.abc', 'AK_CS.0123.abc'],
	['with a line break in the middle', 'AK_CS.\n 0123.abc', 'AK_CS.0123.abc'],
	['with its scheme in capitals', ' APIKEY  AK_CS.0123.abc', 'AK_CS.0123.abc'],
	['with the other scheme', 'Bearer\tAK_CS.0123.abc', 'AK_CS.0123.abc'],
	['that only begins like a scheme', 'ApikeyAK_CS.0123', 'ApikeyAK_CS.0123'],
	['that contains the name of a scheme', 'AK_bearer 0123', 'AK_bearer0123'],
	['not at all', undefined, ''],
])('reads a key that was pasted %s', (_name, pasted, key) => {
	expect(cleanApiKey(pasted)).toBe(key);
});

it.each(['Apikey', 'Bearer'])('puts the scheme %s in front of the key', (scheme) => {
	expect(toAuthorization({ scheme, apiKey: ` ${scheme} AK_CS.0123 ` })).toBe(
		`${scheme} AK_CS.0123`,
	);
});

describe('the settings of a credential', () => {
	const credential = {
		baseUrl: ` ${ADDRESS}/v2 `,
		scheme: 'Apikey',
		apiKey: ' Apikey AK_CS.0123 ',
		timeZone: ' Asia/Ho_Chi_Minh ',
	};

	it('are cleaned, with the key as the only secret', () => {
		expect(toSettings(credential)).toEqual({
			baseUrl: ADDRESS,
			timeZone: 'Asia/Ho_Chi_Minh',
			apiKey: 'AK_CS.0123',
			secrets: ['AK_CS.0123'],
			credential,
		});
	});

	it('are empty, without a secret, if the credential is', () => {
		const empty = { baseUrl: '', timeZone: '', apiKey: '', secrets: [], credential: {} };
		expect(toSettings({})).toEqual(empty);
	});

	it.each([
		{ baseUrl: ADDRESS, timeZone: 'UTC' },
		{ baseUrl: 'HTTPS://bank.example.com', timeZone: 'Asia/Ho_Chi_Minh' },
		{ baseUrl: 'http://127.0.0.1:4010', timeZone: 'Etc/GMT-7' },
	])('are valid with a public or an own address, and a name of a time zone: %j', (fields) => {
		expect(validateSettings(toSettings({ ...credential, ...fields }))).toBeUndefined();
	});

	it.each([
		['is missing', '', "'Base URL'", 'https://'],
		['has no scheme', 'bank.example.com', "'Base URL'", 'https://'],
		['contains a URL', 'mailto:https://bank.example.com', "'Base URL'", 'https://'],
		['is of another kind', 'ftp://bank.example.com', "'Base URL'", 'https://'],
		['has no host', 'https://', "'Base URL'", 'https://'],
		['would show the key', 'http://bank.example.com', 'must start with https://', 'API key'],
	])('are refused if the address %s', (_case, baseUrl, message, description) => {
		const invalid = validateSettings(toSettings({ ...credential, baseUrl }));
		expect(invalid?.message).toContain(message);
		expect(invalid?.description).toContain(description);
	});

	it.each(['', 'Hanoi', '+07:00'])('are refused with the time zone %j', (timeZone) => {
		const invalid = validateSettings(toSettings({ ...credential, timeZone }));
		expect(invalid?.message).toContain("'Time Zone'");
		expect(invalid?.description).toContain('Asia/Ho_Chi_Minh');
	});
});
