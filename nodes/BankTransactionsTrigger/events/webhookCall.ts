import type { IWebhookFunctions } from 'n8n-workflow';

/** Headers as Node.js gives them: names in lower case, repeated ones joined or in an array. */
export type HeaderMap = Record<string, string | string[] | undefined>;

/** A call to the webhook, which anyone may have made. */
export interface WebhookCall {
	headers: HeaderMap;
	/** Length of the body, without compression. */
	bytes: number;
	/** Parses the body as JSON, whatever its content type. Returns undefined if it is not JSON. */
	getBody: () => unknown;
}

/**
 * Returns the call that n8n has received. Its body is parsed here, because n8n only parses
 * `application/json` (docs/n8n-engine.md#webhook-answer). A body that cannot be read is not JSON.
 */
export async function readCall(context: IWebhookFunctions): Promise<WebhookCall> {
	const request = context.getRequestObject();
	// n8n has read the body only if it knows the content type.
	await request.readRawBody().catch(() => undefined);
	const { rawBody } = request;
	let body: unknown;
	return {
		headers: context.getHeaderData() as HeaderMap,
		bytes: rawBody?.length ?? 0,
		getBody: () => (body ??= parseJson(rawBody)),
	};
}

function parseJson(rawBody: Buffer | undefined): unknown {
	try {
		return JSON.parse(new TextDecoder().decode(rawBody));
	} catch {
		return undefined;
	}
}
