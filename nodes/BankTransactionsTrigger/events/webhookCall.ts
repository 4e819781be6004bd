import type { IWebhookFunctions } from 'n8n-workflow';

/** Headers as Node.js gives them: names in lower case, repeated ones joined or in an array. */
export type HeaderMap = Record<string, string | string[] | undefined>;

/** A call to the webhook, which anyone may have made. */
export interface WebhookCall {
	headers: HeaderMap;
	/** Length of the body, without compression. */
	bytes: number;
	/** Returns the body as JSON whatever its content type, or undefined. It is parsed at most once. */
	getBody: () => unknown;
}

/** The only content type that n8n parses as JSON. It would read JSON that is sent as a form as one key. */
const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** Returns the call that n8n has received. Its body is not read yet. */
export function readCall(context: IWebhookFunctions): WebhookCall {
	const { body, rawBody } = context.getRequestObject();
	const headers = context.getHeaderData() as HeaderMap;
	let parsed: { body: unknown } | undefined;
	const parse = () =>
		JSON_TYPE.test(String(headers['content-type'])) && !isBlank(body) ? body : parseJson(rawBody);
	return {
		headers,
		bytes: rawBody?.length ?? 0,
		getBody: () => (parsed ??= { body: parse() }).body,
	};
}

/** n8n passes on an empty object for a body that it did not parse. */
function isBlank(body: unknown): boolean {
	return typeof body !== 'object' || body === null || Object.keys(body).length === 0;
}

function parseJson(rawBody: Buffer | undefined): unknown {
	try {
		return JSON.parse(new TextDecoder().decode(rawBody));
	} catch {
		return undefined;
	}
}
