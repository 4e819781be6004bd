import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Headers as Node.js gives them: names in lower case, repeated ones joined or in an array. */
export type HeaderMap = Record<string, string | string[] | undefined>;

const SIGNATURE_HEADER = 'x-casso-signature';
const SIGNATURE = /^\s*t=(\d{1,16})\s*,\s*v1=([0-9a-f]{128})\s*$/i;

const hash = (text: string) => createHash('sha256').update(text).digest();

/**
 * Returns true if the call was sent by the service: it is signed with the token as the key, or a header
 * carries the token. If there is a signature, only the signature counts, so that a stolen token is of
 * no use with a wrong one.
 */
export function verifyWebhook(
	call: { headers: HeaderMap; body: unknown },
	token: string,
	headerName?: string,
): boolean {
	return call.headers[SIGNATURE_HEADER] === undefined
		? carriesToken(call.headers, token, headerName)
		: isSigned(call.headers[SIGNATURE_HEADER], call.body, token);
}

/**
 * Returns true if a header carries the token: the named one, or any if no name is given. Hashes are
 * compared, so that neither the length nor the time of the comparison reveals anything.
 */
function carriesToken(headers: HeaderMap, token: string, headerName = ''): boolean {
	const name = headerName.trim().toLowerCase();
	const candidates = name === '' ? Object.values(headers).flat() : [headers[name]].flat();
	const expected = hash(token);
	let found = false;
	for (const candidate of candidates) {
		if (typeof candidate !== 'string') continue;
		found = timingSafeEqual(hash(candidate.trim()), expected) || found;
	}
	return found;
}

/** `t=<unix ms>,v1=<hex>`: HMAC-SHA512 over `t + "." + JSON` with the keys sorted at every level. */
function isSigned(header: string | string[] | undefined, body: unknown, token: string): boolean {
	const match = typeof header === 'string' ? SIGNATURE.exec(header) : null;
	if (!match) return false;
	const [, time, signature] = match;
	const expected = createHmac('sha512', token)
		.update(`${time}.${JSON.stringify(sortKeys(body))}`)
		.digest();
	return timingSafeEqual(Buffer.from(signature, 'hex'), expected);
}

/** Sorts the keys at every level. Throws if the value is nested too deep for the stack. */
function sortKeys(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sortKeys);
	if (typeof value !== 'object' || value === null) return value;
	const keys = Object.keys(value).sort();
	const pairs = keys.map((key) => [key, sortKeys((value as Record<string, unknown>)[key])]);
	return Object.fromEntries(pairs);
}
