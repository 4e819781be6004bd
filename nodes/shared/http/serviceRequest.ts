import {
	NodeApiError,
	NodeOperationError,
	type IExecuteFunctions,
	type IHttpRequestMethods,
} from 'n8n-workflow';

import { sendAttempt, type Answer, type AttemptOptions } from './attempt';
import { getFault, toNodeApiError, type Fault, type FaultKind } from './errors';
import { toNetworkFault } from './networkFaults';
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
	/** The requested record or list in the user's words, e.g. `webhook 114`. */
	subject: string;
	itemIndex?: number;
	/** If not given, they are read from the credential. */
	settings?: ServiceSettings;
	/** True if the caller handles HTTP 429 itself: such a response is thrown at once. */
	isPaced?: boolean;
	/** Texts that must not appear in an error, in addition to the API key. */
	secrets?: string[];
}

/** How a request is sent. */
export type RequestOptions = Pick<ServiceRequest, 'itemIndex' | 'settings'>;

/** The service's code if no webhook has the URL (docs/service-api.md#errors). */
const WEBHOOK_NOT_FOUND = 12;

/** Longer messages of the service are cut. */
const MAX_MESSAGE_LENGTH = 300;

/** What a request led to. `date` is the header of the response, if it has one. */
export type Outcome<T> = { data: T; date?: unknown } | { fault: Fault };

/** Converts `data` of the envelope to what was requested, or says what is wrong with it. */
export type Parser<T> = (data: unknown, date: unknown) => Outcome<T>;

/**
 * Sends a request with the node's credential and returns the parsed `data` of the envelope. Failed
 * requests are retried if `mayRetry` allows it.
 * @throws NodeApiError for every response that is not a success (HTTP 2xx and `error` 0), or whose
 * `data` is not what was requested.
 */
export async function serviceRequest<T>(
	context: ServiceContext,
	request: ServiceRequest,
	parse: Parser<T>,
): Promise<T> {
	const settings = request.settings ?? (await readSettings(context));
	const cancelled = getCancelSignal(context);
	for (let attempt = 1; ; attempt++) {
		const response = await attemptRequest(context, settings, request, cancelled);
		const outcome = 'fault' in response ? response : parse(response.data, response.date);
		if ('data' in outcome) return outcome.data;
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
				canRetryOnFail: isExecution(context),
				attempts: attempt,
				timeoutSeconds: requestLimits.timeoutMs / 1000,
			});
		}
		await wait(getRetryDelayMs(attempt, fault), cancelled);
	}
}

/** Returns the outcome of a request whose `data` is not what was requested. */
export function invalidData(kind: FaultKind, text: string): { fault: Fault } {
	return { fault: { kind, status: 200, text } };
}

/** Returns the signal that the execution is cancelled, if the context has one. */
export function getCancelSignal(context: ServiceContext): AbortSignal | undefined {
	return isExecution(context) ? context.getExecutionCancelSignal() : undefined;
}

/** Returns true if the error says that the record does not exist. */
export function isNotFoundError(error: unknown): boolean {
	return getFault(error)?.kind === 'missing';
}

function isExecution(context: ServiceContext): context is IExecuteFunctions {
	return 'getExecutionCancelSignal' in context;
}

async function attemptRequest(
	context: ServiceContext,
	settings: ServiceSettings,
	request: ServiceRequest,
	cancelled?: AbortSignal,
): Promise<Outcome<unknown>> {
	try {
		const send = async (options: AttemptOptions) =>
			await sendWithCredential(context, settings, request, options);
		return parseResponse(await sendAttempt(send, cancelled));
	} catch (error) {
		const fault = toNetworkFault(error);
		if (fault) return { fault };
		throw toNodeOperationError(context, error, request.itemIndex);
	}
}

async function sendWithCredential(
	context: ServiceContext,
	settings: ServiceSettings,
	{ method, path, query, body }: ServiceRequest,
	options: AttemptOptions,
): Promise<unknown> {
	// In an execution, n8n replaces the signal of a request by that of this method.
	const limitedContext = Object.create(context, {
		getExecutionCancelSignal: { value: () => options.abortSignal },
	}) as ServiceContext;
	return await context.helpers.httpRequestWithAuthentication.call(
		limitedContext,
		CREDENTIAL,
		{
			...options,
			method,
			url: `${settings.baseUrl}${path}`,
			qs: query,
			body,
			headers: { Accept: 'application/json' },
			// A redirect would carry the key to another address, and turn a POST into a GET.
			disableFollowRedirect: true,
		},
		// Otherwise n8n would read the credential from its database for each request.
		{
			credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data: settings.credential },
		},
	);
}

function toNodeOperationError(context: ServiceContext, error: unknown, itemIndex?: number) {
	// Such an error comes from n8n, e.g. about a missing credential, and its text is clear.
	const { message, description } = error as NodeApiError;
	return new NodeOperationError(context.getNode(), message, {
		description: description ?? undefined,
		itemIndex,
	});
}

/** Returns the data of an answer, or the fault that it tells of (docs/service-api.md#errors). */
export function parseResponse(answer: Answer): Outcome<unknown> {
	const { status } = answer;
	const envelope = parseEnvelope(answer.text);
	const code = envelope?.error;
	const text = envelope?.message ?? describeBody(answer.text);
	const fault = (kind: Fault['kind']) => ({ fault: { kind, status, code, text } });
	if (status === 401 || code === 401) return fault('unauthorized');
	if (status === 429) {
		const retryAfterSeconds = parseRetryAfter(answer.headers['retry-after']);
		return { fault: { kind: 'rateLimited', status, code, text, retryAfterSeconds } };
	}
	if (status >= 500) {
		const retryAfterSeconds = parseRetryAfter(answer.headers['retry-after']);
		return { fault: { kind: 'unavailable', status, code, text, retryAfterSeconds } };
	}
	if (status >= 300 && status < 400) return fault('redirected');
	if (!envelope) return fault('unreadable');
	if (status === 404 || code === WEBHOOK_NOT_FOUND) return fault('missing');
	if (status >= 400 || code !== 0) return fault('rejected');
	return { data: envelope.data, date: answer.headers.date };
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
	if (body.trim() === '') return 'an empty response';
	if (/^\s*</.test(body)) return 'an HTML page';
	return /^\s*[[{]/.test(body) ? 'truncated or unknown JSON' : 'not JSON';
}

/** Masks secrets in the service's message, which may echo them. */
export function maskSecrets(fault: Fault, secrets: string[]): Fault {
	if (fault.text === undefined) return fault;
	const text = secrets.reduce((clean, secret) => clean.split(secret).join('*****'), fault.text);
	// Masking comes first: cutting a secret in two would leave a part unmasked.
	return { ...fault, text: text.slice(0, MAX_MESSAGE_LENGTH) };
}
