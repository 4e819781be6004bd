import { NodeApiError, NodeOperationError, type IHttpRequestMethods } from 'n8n-workflow';

import { getFault, toNetworkFault, toNodeApiError, type Fault } from './errors';
import { requestLimits, mayRetry, parseRetryAfter, wait, getRetryDelayMs } from './retry';
import { readSettings, type ServiceSettings } from './settings';
import { CREDENTIAL, isRecord, type ServiceContext } from '../types';

/** One request to the service. */
export interface ServiceRequest {
	method: Extract<IHttpRequestMethods, 'GET' | 'POST' | 'PUT' | 'DELETE'>;
	/** Path below the base URL, e.g. `/v2/webhooks/114`. */
	path: string;
	query?: Record<string, string | number>;
	body?: object;
	/** What is asked for, in the user's words, e.g. `webhook 114`. */
	subject: string;
	itemIndex?: number;
	/** Where the caller sends many requests and has read them once; they are read here otherwise. */
	settings?: ServiceSettings;
	/** True where the caller slows down by itself: too many requests (HTTP 429) are thrown at once. */
	isPaced?: boolean;
	/** Texts that must not appear in an error, besides the key of the credential. */
	secrets?: string[];
}

/** The service's code if no webhook has the URL (docs/service-api.md#errors). */
const WEBHOOK_NOT_FOUND = 12;

/** How much of the service's own words an error shows. */
const MAX_MESSAGE_LENGTH = 300;

interface ServiceResponse {
	status: number;
	retryAfter: unknown;
	body: string;
}

/**
 * Sends one request with the node's credential and returns `data` of the envelope, whatever it is.
 * A request that may be repeated without harm is tried again up to five times.
 * @throws NodeApiError for every answer but a success: `error` 0 with an HTTP status of 2xx.
 */
export async function serviceRequest(
	context: ServiceContext,
	request: ServiceRequest,
): Promise<unknown> {
	const settings = request.settings ?? (await readSettings(context));
	const cancelled = getCancelSignal(context);
	for (let attempt = 1; ; attempt++) {
		const outcome = await send(context, settings, request);
		if (!('fault' in outcome)) return outcome.data;
		const fault = maskSecrets(outcome.fault, [...settings.secrets, ...(request.secrets ?? [])]);
		const isLastAttempt =
			attempt >= requestLimits.maxAttempts ||
			cancelled?.aborted ||
			!mayRetry(request.method, fault);
		if (isLastAttempt || (request.isPaced && fault.kind === 'rateLimited')) {
			throw toNodeApiError(context.getNode(), fault, {
				subject: request.subject,
				host: new URL(settings.baseUrl).host,
				itemIndex: request.itemIndex,
				isReadOnly: request.method === 'GET',
				attempts: attempt,
				timeoutSeconds: requestLimits.timeoutMs / 1000,
			});
		}
		await wait(getRetryDelayMs(attempt, fault), cancelled);
	}
}

/** Tells when the execution is cancelled, where there is one. */
export function getCancelSignal(context: ServiceContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** True where the error says that the record does not exist on the service. */
export function isNotFoundError(error: unknown): boolean {
	return getFault(error)?.kind === 'missing';
}

async function send(
	context: ServiceContext,
	settings: ServiceSettings,
	request: ServiceRequest,
): Promise<{ data: unknown } | { fault: Fault }> {
	try {
		const response = await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL,
			{
				method: request.method,
				url: `${settings.baseUrl}${request.path}`,
				qs: request.query,
				body: request.body,
				headers: { Accept: 'application/json' },
				timeout: requestLimits.timeoutMs,
				// The text is read here, because axios passes JSON that it cannot read on as a success.
				encoding: 'text',
				ignoreHttpStatusErrors: true,
				returnFullResponse: true,
				// A redirect would carry the key to another address, and turn a POST into a GET.
				disableFollowRedirect: true,
			},
			// Without it n8n would read the credential from its database for each page of a listing.
			{
				credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data: settings.credential },
			},
		);
		return parseResponse({
			status: response.statusCode,
			retryAfter: response.headers['retry-after'],
			body: response.body,
		});
	} catch (error) {
		const fault = toNetworkFault(error);
		if (fault) return { fault };
		throw toNodeOperationError(context, error, request.itemIndex);
	}
}

function toNodeOperationError(context: ServiceContext, error: unknown, itemIndex?: number) {
	// The only node error inside is n8n's own about a missing credential: its text says enough.
	const { message, description } = error as NodeApiError;
	return new NodeOperationError(context.getNode(), message, {
		description: description ?? undefined,
		itemIndex,
	});
}

/** Returns the data of an answer, or the fault that it tells of (docs/service-api.md#errors). */
export function parseResponse(answer: ServiceResponse): { data: unknown } | { fault: Fault } {
	const { status } = answer;
	const envelope = parseEnvelope(answer.body);
	const code = envelope?.error;
	const text = envelope?.message ?? describeBody(answer.body);
	const fault = (kind: Fault['kind']) => ({ fault: { kind, status, code, text } });
	if (status === 401 || code === 401) return fault('unauthorized');
	if (status === 429) {
		const retryAfterSeconds = parseRetryAfter(answer.retryAfter);
		return { fault: { kind: 'rateLimited', status, code, text, retryAfterSeconds } };
	}
	if (status >= 500) {
		const retryAfterSeconds = parseRetryAfter(answer.retryAfter);
		return { fault: { kind: 'unavailable', status, code, text, retryAfterSeconds } };
	}
	if (status >= 300 && status < 400) return fault('redirected');
	if (!envelope) return fault('unreadable');
	if (status === 404 || code === WEBHOOK_NOT_FOUND) return fault('missing');
	if (status >= 400 || code !== 0) return fault('rejected');
	return { data: envelope.data };
}

function parseEnvelope(body: string) {
	let parsed: unknown;
	try {
		parsed = JSON.parse(body);
	} catch {
		return undefined;
	}
	if (!isRecord(parsed) || typeof parsed.error !== 'number') return undefined;
	const message = typeof parsed.message === 'string' ? parsed.message : undefined;
	return { error: parsed.error, message, data: parsed.data };
}

function describeBody(body: string): string {
	if (body.trim() === '') return 'an empty answer';
	if (/^\s*</.test(body)) return 'an HTML page';
	return /^\s*[[{]/.test(body) ? 'cut or foreign JSON' : 'no JSON';
}

/** The fault with all secrets masked in the service's own words, which may echo them. */
export function maskSecrets(fault: Fault, secrets: string[]): Fault {
	if (fault.text === undefined) return fault;
	const text = secrets.reduce((clean, secret) => clean.split(secret).join('*****'), fault.text);
	// Cut after the masking: a cut through a secret would leave a part that nothing masks.
	return { ...fault, text: text.slice(0, MAX_MESSAGE_LENGTH) };
}
