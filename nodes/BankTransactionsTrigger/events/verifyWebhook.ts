import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

import type { HeaderMap, WebhookCall } from './webhookCall';

const SIGNATURE_HEADER = 'x-casso-signature';
const SIGNATURE = /^\s*t=(\d{1,16})\s*,\s*v1=([0-9a-f]{128})\s*$/i;

/** An event of 500 transactions has about 250 KB. Anyone can make n8n sort a body that is signed. */
const MAX_SIGNED_BYTES = 1024 * 1024;

const DAY_MS = 24 * 60 * 60_000;
/** The service repeats an event for a day. */
const MAX_SIGNATURE_AGE_MS = 7 * DAY_MS;
/** More than clocks differ by. */
const MAX_SIGNATURE_LEAD_MS = DAY_MS;

/** Times below this are seconds: as milliseconds they would be before 1974. */
const MIN_TIME_MS = 1e11;

/** A signature that has the right form and is recent. */
interface Signature {
	/** As it was sent, because it is signed as well. */
	time: string;
	hmac: Buffer;
}

const hash = (text: string) => createHash('sha256').update(text).digest();

/**
 * Returns a function that tells whether the service sent the call with a token: the call is signed with
 * the token as the key, or a header carries the token. If there is a signature, only the signature
 * counts, so that a stolen token is of no use with a wrong one.
 */
export function createVerifier(
	call: WebhookCall,
	headerName = '',
	now = Date.now(),
): (token: string) => boolean {
	const header = call.headers[SIGNATURE_HEADER];
	if (header === undefined) return (token) => carriesToken(call.headers, token, headerName);
	const signature = parseSignature(header, now);
	if (signature === undefined || call.bytes > MAX_SIGNED_BYTES) return () => false;
	let signedText: string | undefined;
	return (token) => {
		signedText ??= `${signature.time}.${JSON.stringify(sortKeys(call.getBody()))}`;
		const expected = createHmac('sha512', token).update(signedText).digest();
		return timingSafeEqual(signature.hmac, expected);
	};
}

/**
 * Returns true if a header carries the token: the named one, or any if no name is given. Hashes are
 * compared, so that neither the length nor the time of the comparison reveals anything.
 */
function carriesToken(headers: HeaderMap, token: string, headerName: string): boolean {
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

/**
 * Parses `t=<unix ms>,v1=<hex>`, an HMAC-SHA512 over `t + "." + JSON` with the keys sorted at every
 * level. Returns undefined for every other form, and if the time is too far away.
 */
function parseSignature(header: string | string[], now: number): Signature | undefined {
	const match = typeof header === 'string' ? SIGNATURE.exec(header) : null;
	if (!match) return undefined;
	const [, time, hex] = match;
	const milliseconds = Number(time) * (Number(time) < MIN_TIME_MS ? 1000 : 1);
	const age = now - milliseconds;
	if (age > MAX_SIGNATURE_AGE_MS || age < -MAX_SIGNATURE_LEAD_MS) return undefined;
	return { time, hmac: Buffer.from(hex, 'hex') };
}

/** Sorts the keys at every level. Throws if the value is nested too deep for the stack. */
function sortKeys(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sortKeys);
	if (typeof value !== 'object' || value === null) return value;
	const keys = Object.keys(value).sort();
	const pairs = keys.map((key) => [key, sortKeys((value as Record<string, unknown>)[key])]);
	return Object.fromEntries(pairs);
}
