import fc, { type Arbitrary } from 'fast-check';
import { bodies, bodiesThatAreNoEvent } from './hostileBodies';
import type { HostileRequest } from './hostileRequest';

type Headers = HostileRequest['headers'];

/** A hostile request and its sender. */
export interface HostileCase extends HostileRequest {
	who: 'stranger' | 'thief' | 'sender';
}

const hexadecimal = (length: number) =>
	fc
		.uint8Array({ minLength: length / 2, maxLength: length / 2 })
		.map((bytes) => Buffer.from(bytes).toString('hex'));

/** Any value that a header may have. */
const headerText = fc.string({
	unit: fc.constantFrom(...'abcXYZ019 =,;:"{}[]/+-_%'),
	maxLength: 80,
});

/** All but XML, which n8n reads with one parser for all calls: see `xmlRequests`. */
const contentTypes = fc.constantFrom(
	'application/json',
	'application/json; charset=utf-16le',
	'application/json; charset=none-such',
	'APPLICATION/JSON',
	'text/plain',
	'text/html',
	'application/x-www-form-urlencoded',
	'application/octet-stream',
	'multipart/form-data',
	'multipart/form-data; boundary=x',
	'multipart/mixed; boundary="',
	'/',
	'',
);

const encodings = fc.constantFrom('gzip', 'deflate', 'br', 'gzip, gzip', 'identity', 'none-such');

const methods = fc.oneof(
	{ arbitrary: fc.constant('POST'), weight: 8 },
	{
		arbitrary: fc.constantFrom('GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND'),
		weight: 1,
	},
);

/** Absent with a weight of 4. */
function weighing<T>(weight: number, value: Arbitrary<T>): Arbitrary<T | undefined> {
	return fc.oneof({ arbitrary: fc.constant(undefined), weight: 4 }, { arbitrary: value, weight });
}

/** The same header once, or several times. */
const repeatable = (value: Arbitrary<string>) =>
	fc.oneof(value, fc.array(value, { minLength: 2, maxLength: 4 }));

function wrongTokens(token: string): Arbitrary<string> {
	return fc.oneof(
		hexadecimal(token.length),
		headerText,
		fc.constantFrom(
			'',
			'null',
			'undefined',
			'true',
			token.slice(1),
			token.slice(0, -1),
			`${token}0`,
			`0${token}`,
			token.toUpperCase(),
			`Apikey ${token}`,
			`${token},${token}`,
			[...token].reverse().join(''),
		),
	);
}

const wrongSignatures = fc.oneof(
	fc.tuple(fc.nat(), hexadecimal(128)).map(([time, hash]) => `t=${time},v1=${hash}`),
	fc.constantFrom('', 't=,v1=', 't=1,v1=', `t=1,v1=${'g'.repeat(128)}`, 'v1=1,t=1', 't=1'),
	headerText,
);

function withHeaders(pairs: Record<string, Arbitrary<string | string[] | undefined>>) {
	return fc
		.record(pairs)
		.map(
			(headers) =>
				Object.fromEntries(
					Object.entries(headers).filter(([, value]) => value !== undefined),
				) as Headers,
		);
}

/**
 * Calls that must start nothing: of a stranger without the token, of a thief with the right token
 * beside a wrong signature, and of the sender itself with bodies that are no event.
 */
export function hostileRequests(token: string): Arbitrary<HostileCase> {
	const stranger = fc.record({
		who: fc.constant('stranger' as const),
		method: methods,
		headers: withHeaders({
			'secure-token': weighing(12, repeatable(wrongTokens(token))),
			authorization: weighing(4, wrongTokens(token)),
			'x-casso-signature': weighing(4, repeatable(wrongSignatures)),
			'content-type': weighing(24, repeatable(contentTypes)),
			'content-encoding': weighing(1, encodings),
		}),
		body: bodies,
	});
	const thief = fc.record({
		who: fc.constant('thief' as const),
		method: fc.constant('POST'),
		headers: withHeaders({
			'secure-token': fc.constant(token),
			'x-casso-signature': repeatable(wrongSignatures),
			'content-type': weighing(24, contentTypes),
		}),
		body: bodies,
	});
	const sender = fc.record({
		who: fc.constant('sender' as const),
		method: fc.constant('POST'),
		headers: withHeaders({
			'secure-token': fc.constant(token),
			'content-type': weighing(
				24,
				fc.constantFrom('application/json', 'text/plain', 'application/octet-stream'),
			),
		}),
		body: bodiesThatAreNoEvent,
	});
	return fc.oneof(
		{ arbitrary: stranger, weight: 6 },
		{ arbitrary: thief, weight: 2 },
		{ arbitrary: sender, weight: 2 },
	);
}

/**
 * Calls that say they bring XML, with bodies that are and that are none. n8n parses them before the
 * node sees them, all with one parser whose state they share, so that it leaves some without an
 * answer: they are sent apart from the others, and few, since each holds memory of n8n.
 */
export const xmlRequests: Arbitrary<HostileRequest> = fc.record({
	method: fc.constant('POST'),
	headers: fc.constant({ 'content-type': 'application/xml' }),
	body: fc.oneof(
		bodies,
		fc
			.constantFrom('<a>', '<a', '<a>1</a>', '<data><id>1</id></data>')
			.map((xml) => Buffer.from(xml)),
	),
});
