import { createHmac } from 'node:crypto';

import fc from 'fast-check';

import {
	verifyWebhook,
	type HeaderMap,
} from '../../nodes/BankTransactionsTrigger/events/verifyWebhook';

const TOKEN = '0123456789abcdef'.repeat(4);

/** An event, and its text with the keys of each level in alphabetical order. */
const BODY = {
	error: 0,
	data: [{ id: 7, amount: 5000, tags: null, parts: [[2, 1], { b: 'y', a: 'x' }] }],
};
const SORTED =
	'{"data":[{"amount":5000,"id":7,"parts":[[2,1],{"a":"x","b":"y"}],"tags":null}],"error":0}';

function sign(time: string, text = SORTED, key = TOKEN): string {
	return createHmac('sha512', key).update(`${time}.${text}`).digest('hex');
}

function verify(headers: HeaderMap, headerName?: string, body: unknown = BODY): boolean {
	return verifyWebhook({ headers, body }, TOKEN, headerName);
}

describe('a call with the token', () => {
	it.each<[string, HeaderMap]>([
		['in any header', { host: 'n8n.example.com', 'x-any': TOKEN }],
		['in a repeated header', { 'x-any': ['other', TOKEN] }],
		['between spaces', { 'x-any': ` ${TOKEN} ` }],
		[
			'beside headers without a value',
			{ 'a-header': undefined, 'x-any': TOKEN, 'z-header': 'other' },
		],
	])('is accepted %s', (_name, headers) => {
		expect(verify(headers)).toBe(true);
		expect(verify(headers, ' ')).toBe(true);
	});

	it.each(['secure-token', 'Secure-Token', ' SECURE-TOKEN '])(
		'is accepted only in the header that is named: %j',
		(name) => {
			expect(verify({ 'secure-token': TOKEN }, name)).toBe(true);
			expect(verify({ 'secure-token': ['other', TOKEN] }, name)).toBe(true);
			expect(verify({ 'x-any': TOKEN }, name)).toBe(false);
			expect(verify({ 'x-any': TOKEN, 'secure-token': 'other' }, name)).toBe(false);
		},
	);

	it('is refused if the token is not exactly the same', () => {
		const others = fc.oneof(
			fc.string(),
			fc.constantFrom(TOKEN.slice(1), TOKEN.slice(0, -1), `${TOKEN}0`, TOKEN.toUpperCase()),
		);
		fc.assert(
			fc.property(fc.string(), others, (name, value) => {
				expect(verify({ [name.toLowerCase()]: value })).toBe(false);
			}),
		);
		expect(verify({})).toBe(false);
	});
});

describe('a signed call', () => {
	const signed = (signature: string | string[], others: HeaderMap = {}) => ({
		...others,
		'x-casso-signature': signature,
	});

	it.each([
		['as documented', `t=1751977750000,v1=${sign('1751977750000')}`],
		['with one digit of time', `t=1,v1=${sign('1')}`],
		['with spaces', ` t=17 , v1=${sign('17')} `],
		['in capital letters', `T=17,V1=${sign('17').toUpperCase()}`],
	])('is accepted %s', (_name, signature) => {
		expect(verify(signed(signature))).toBe(true);
		expect(verify(signed(signature), 'secure-token')).toBe(true);
	});

	it('is accepted whatever the order of its keys', () => {
		const { error, data } = BODY;
		const [{ parts, tags, ...transaction }] = data;
		const reordered = { data: [{ tags, parts, ...transaction }], error };
		const signature = `t=17,v1=${sign('17')}`;
		expect(verify(signed(signature), undefined, reordered)).toBe(true);
		const changed = { ...reordered, data: [{ tags, ...transaction, parts: [...parts].reverse() }] };
		expect(verify(signed(signature), undefined, changed)).toBe(false);
	});

	it.each([
		['by another key', `t=17,v1=${sign('17', SORTED, `${TOKEN}0`)}`],
		['for another time', `t=18,v1=${sign('17')}`],
		['for another text', `t=17,v1=${sign('17', SORTED.replace('5000', '9000'))}`],
		['without a time', `v1=${sign('')}`],
		['with an empty time', `t=,v1=${sign('')}`],
		['with a time that is too long', `t=12345678901234567,v1=${sign('12345678901234567')}`],
		['with a cut signature', `t=17,v1=${sign('17').slice(2)}`],
		['with a longer signature', `t=17,v1=${sign('17')}00`],
		['with text before it', `x t=17,v1=${sign('17')}`],
		['with text after it', `t=17,v1=${sign('17')} x`],
		['in a list', [`t=17,v1=${sign('17')}`]],
		['twice', [`t=17,v1=${sign('17')}`, `t=17,v1=${sign('17')}`]],
		['with nothing', ''],
	])('is refused if it is signed %s, even with the right token next to it', (_name, signature) => {
		expect(verify(signed(signature))).toBe(false);
		expect(verify(signed(signature, { 'secure-token': TOKEN }))).toBe(false);
		expect(verify(signed(signature, { 'secure-token': TOKEN }), 'secure-token')).toBe(false);
	});
});
