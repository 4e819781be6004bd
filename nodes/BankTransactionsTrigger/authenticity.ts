import { createHash, timingSafeEqual } from 'node:crypto';

/** Headers as Node gives them: names in lower case, repeated ones joined or in an array. */
export type Headers = Record<string, string | string[] | undefined>;

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * True where a header carries the token: the named one, or any where no name is given. Both sides
 * are hashed first, so that neither the length nor the time of the comparison tells anything.
 */
export function carriesToken(headers: Headers, token: string, headerName = ''): boolean {
	const name = headerName.trim().toLowerCase();
	const candidates = name === '' ? Object.values(headers).flat() : [headers[name]].flat();
	const expected = digest(token);
	let found = false;
	for (const candidate of candidates) {
		if (typeof candidate !== 'string') continue;
		found = timingSafeEqual(digest(candidate.trim()), expected) || found;
	}
	return found;
}
