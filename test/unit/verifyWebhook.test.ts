import { createHmac } from 'node:crypto';

import fc from 'fast-check';

import { createVerifier } from '../../nodes/BankTransactionsTrigger/events/verifyWebhook';
import type { HeaderMap } from '../../nodes/BankTransactionsTrigger/events/webhookCall';

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

/** When the calls arrive, which is also the time of most signatures. */
const NOW = 1_751_977_750_000;
const TIME = String(NOW);

function verify(headers: HeaderMap, headerName?: string, body: unknown = BODY): boolean {
	const call = { headers, bytes: JSON.stringify(body).length, getBody: () => body };
	return createVerifier(call, headerName, NOW)(TOKEN);
}

describe('a call with the token', () => {
	it.each<[string, HeaderMap]>([
		['in a repeated header', { 'x-any': ['other', TOKEN] }],
		['between spaces', { 'x-any': ` ${TOKEN} ` }],
		['in any header', { host: undefined, 'x-any': TOKEN, 'z-header': 'other' }],
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
		['as documented', `t=${TIME},v1=${sign(TIME)}`],
		['with spaces', ` t=${TIME} , v1=${sign(TIME)} `],
		['in capital letters', `T=${TIME},V1=${sign(TIME).toUpperCase()}`],
		['with a time in seconds', `t=1751977750,v1=${sign('1751977750')}`],
	])('is accepted %s', (_name, signature) => {
		expect(verify(signed(signature))).toBe(true);
		expect(verify(signed(signature), 'secure-token')).toBe(true);
	});

	const DAY = 24 * 60 * 60_000;

	it.each([
		['a week before it arrives', NOW - 7 * DAY, true],
		['longer before it arrives', NOW - 7 * DAY - 1, false],
		['a day after it arrives, by another clock', NOW + DAY, true],
		['later than that', NOW + DAY + 1, false],
		['in 1970', 17, false],
	])('that was signed %s is accepted: %s', (_name, milliseconds, isAccepted) => {
		const time = String(milliseconds);
		expect(verify(signed(`t=${time},v1=${sign(time)}`))).toBe(isAccepted);
	});

	it('is read and sorted once, whatever the number of tokens', () => {
		const getBody = jest.fn(() => BODY);
		const headers = signed(`t=${TIME},v1=${sign(TIME)}`);
		const isSentWith = createVerifier({ headers, bytes: 100, getBody }, '', NOW);
		expect([`${TOKEN}0`, TOKEN, `${TOKEN}1`].map(isSentWith)).toEqual([false, true, false]);
		expect(getBody).toHaveBeenCalledTimes(1);
	});

	it.each([
		['an empty signature', '', 100],
		['an old signature', `t=17,v1=${sign('17')}`, 100],
		['a body above the limit', `t=${TIME},v1=${sign(TIME)}`, 1024 * 1024 + 1],
	])('is refused without reading its body for %s', (_name, signature, bytes) => {
		const getBody = jest.fn(() => BODY);
		const call = { headers: signed(signature), bytes, getBody };
		expect(createVerifier(call, '', NOW)(TOKEN)).toBe(false);
		expect(getBody).not.toHaveBeenCalled();
	});

	it('is accepted whatever the order of its keys', () => {
		const { error, data } = BODY;
		const [{ parts, tags, ...transaction }] = data;
		const reordered = { data: [{ tags, parts, ...transaction }], error };
		const signature = `t=${TIME},v1=${sign(TIME)}`;
		expect(verify(signed(signature), undefined, reordered)).toBe(true);
		const changed = { ...reordered, data: [{ tags, ...transaction, parts: [...parts].reverse() }] };
		expect(verify(signed(signature), undefined, changed)).toBe(false);
	});

	it.each([
		['by another key', `t=${TIME},v1=${sign(TIME, SORTED, `${TOKEN}0`)}`],
		['for another time', `t=${NOW + 1},v1=${sign(TIME)}`],
		['for another text', `t=${TIME},v1=${sign(TIME, SORTED.replace('5000', '9000'))}`],
		['without a time', `v1=${sign('')}`],
		['with an empty time', `t=,v1=${sign('')}`],
		['with a time that is too long', `t=12345678901234567,v1=${sign('12345678901234567')}`],
		['with a cut signature', `t=${TIME},v1=${sign(TIME).slice(2)}`],
		['with a longer signature', `t=${TIME},v1=${sign(TIME)}00`],
		['with text before it', `x t=${TIME},v1=${sign(TIME)}`],
		['with text after it', `t=${TIME},v1=${sign(TIME)} x`],
		['in a list', [`t=${TIME},v1=${sign(TIME)}`]],
		['twice', [`t=${TIME},v1=${sign(TIME)}`, `t=${TIME},v1=${sign(TIME)}`]],
		['with nothing', ''],
	])('is refused if it is signed %s, even with the right token next to it', (_name, signature) => {
		expect(verify(signed(signature))).toBe(false);
		expect(verify(signed(signature, { 'secure-token': TOKEN }))).toBe(false);
		expect(verify(signed(signature, { 'secure-token': TOKEN }), 'secure-token')).toBe(false);
	});
});
