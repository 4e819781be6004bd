import { NodeApiError, NodeOperationError, type INode, type JsonObject } from 'n8n-workflow';

/** What went wrong, as plain data: it holds no secret and no request or response object. */
export interface Fault {
	kind: FaultKind;
	/** HTTP status, if there was a response. */
	status?: number;
	/** `error` of the service's envelope. */
	code?: number;
	/** `message` of the service's envelope, or the code of the network error. */
	text?: string;
	retryAfterSeconds?: number;
}

/** The request that failed, as far as the text of an error needs it. */
export interface FailedRequest {
	/** The record or list in the user's words, e.g. `webhook 114`. */
	subject: string;
	/** Host of the service, for network errors. */
	host: string;
	itemIndex?: number;
	/** True if the request changes nothing, so that it can safely be sent again. */
	isReadOnly?: boolean;
	/**
	 * True if the node's setting 'Retry On Fail' sends the request again. n8n repeats only executions of
	 * a node: neither the checks, the events and the publication of a trigger, nor a list in the editor.
	 */
	canRetryOnFail?: boolean;
	/** Number of attempts so far. */
	attempts?: number;
	/** Timeout of one attempt, in seconds. */
	timeoutSeconds?: number;
}

/** The two texts of an error. */
export interface ErrorText {
	message: string;
	description: string;
}

/** How one kind of fault is explained to the user, and reported to n8n. */
interface FaultDefinition {
	/** What happened. */
	message: (request: FailedRequest) => string;
	/** What to do. */
	description: (fault: Fault, request: FailedRequest) => string;
	cause?: Cause;
}

type Cause =
	| 'credential-invalid'
	| 'configuration-invalid'
	| 'rate-limited'
	| 'temporarily-unavailable';

const CHECK_BASE_URL =
	"Check the 'Base URL' of the credential, and that n8n can reach that address.";

function adviseRetry({ canRetryOnFail = false }: FailedRequest): string {
	if (!canRetryOnFail) return 'Try again later.';
	return "Try again later, or turn on 'Retry On Fail' in the settings of this node.";
}

function describeDelay({ retryAfterSeconds }: Fault, request: FailedRequest): string {
	if (retryAfterSeconds === undefined) return adviseRetry(request);
	return `The service asks to wait ${Math.ceil(retryAfterSeconds)} seconds. ${adviseRetry(request)}`;
}

function describeUnknownOutcome(request: FailedRequest): string {
	if (request.isReadOnly ?? true) return adviseRetry(request);
	return 'The request may have been carried out. Check at the service before you try again.';
}

function capitalize(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

const FAULTS = {
	/** The key is wrong, expired or missing. */
	unauthorized: {
		message: () => 'The service does not accept the API key',
		description: () =>
			"Open the credential 'Bank Transactions API' of this node and enter a valid key. You can create one in the integration area of your account at the service.",
		cause: 'credential-invalid',
	},
	/** The record does not exist. */
	missing: {
		message: ({ subject }) => `${capitalize(subject)} was not found`,
		description: () =>
			'Check the value. The record may have been deleted, or it belongs to another business than the API key.',
		cause: 'configuration-invalid',
	},
	/** The service understood the request and declined it. */
	rejected: {
		message: ({ subject }) => `The service rejected the request for ${subject}`,
		description: () => 'Check the parameters of this node.',
	},
	/** HTTP 429. */
	rateLimited: {
		message: () => 'The service received too many requests',
		description: describeDelay,
		cause: 'rate-limited',
	},
	/** HTTP 5xx. */
	unavailable: {
		message: ({ subject }) => `The service could not process the request for ${subject}`,
		description: describeDelay,
		cause: 'temporarily-unavailable',
	},
	/** No connection, so nothing was carried out. */
	connectionRefused: {
		message: ({ host }) => `Could not connect to ${host}`,
		description: () => CHECK_BASE_URL,
		cause: 'temporarily-unavailable',
	},
	/** The connection was lost, so the request may have been carried out. */
	connectionLost: {
		message: ({ host }) => `The connection to ${host} was lost`,
		description: (_fault, request) => describeUnknownOutcome(request),
		cause: 'temporarily-unavailable',
	},
	/** No complete answer in time, so the request may have been carried out. */
	timedOut: {
		message: ({ timeoutSeconds = 30 }) =>
			`The service did not answer within ${timeoutSeconds} seconds`,
		description: (_fault, request) => describeUnknownOutcome(request),
		cause: 'temporarily-unavailable',
	},
	/** The host does not exist, or its certificate is invalid. */
	unreachable: {
		message: ({ host }) => `Could not reach the host ${host}`,
		description: () => CHECK_BASE_URL,
		cause: 'configuration-invalid',
	},
	/** The response points to another address. */
	redirected: {
		message: ({ host }) => `The service at ${host} redirects to another address`,
		description: () =>
			"The API key was not sent there. If the new address is correct, enter it as 'Base URL' in the credential.",
		cause: 'configuration-invalid',
	},
	/** The response is not an envelope of the service: HTML, truncated JSON, empty. */
	unreadable: {
		message: ({ subject }) => `The service returned an unexpected response for ${subject}`,
		description: () =>
			`${CHECK_BASE_URL} A proxy or a maintenance page may have responded instead.`,
	},
	/** The response is larger than anything that the service sends, and was not read to its end. */
	tooLarge: {
		message: ({ subject }) => `The service returned a response that is too large for ${subject}`,
		description: (_fault, request) =>
			(request.isReadOnly ?? true)
				? `It was not read to its end. If the node has the option 'Page Size', set a smaller one. ${CHECK_BASE_URL}`
				: describeUnknownOutcome(request),
	},
	/** The ID or the amount of the record is not a number, or not a clear one. */
	invalidRecord: {
		message: ({ subject }) => `The service returned an invalid record for ${subject}`,
		description: () =>
			'Its ID is not a whole number, or its amount is not a clear number. Check it in your account at the service, or contact its support.',
	},
	/** The request cannot be sent, e.g. because of a line break in a header. */
	invalidRequest: {
		message: () => 'The request could not be sent',
		description: () =>
			'The API key of the credential may contain invalid characters. Copy it again from your account at the service.',
	},
	/** The execution was stopped. */
	cancelled: {
		message: () => 'The execution was cancelled during a request to the service',
		description: () => 'No action is needed.',
	},
} satisfies Record<string, FaultDefinition>;

/** What went wrong with a request. */
export type FaultKind = keyof typeof FAULTS;

/** Returns what happened and what to do, without the details that the response gave. */
export function getErrorText(fault: Fault, request: FailedRequest): ErrorText {
	const { message, description }: FaultDefinition = FAULTS[fault.kind];
	return { message: message(request), description: description(fault, request) };
}

/** Returns status, code and text of the response in brackets, to append to a description. */
export function describeResponse(fault: Fault, request: FailedRequest): string {
	const facts = [
		fault.status === undefined ? '' : `HTTP ${fault.status}`,
		fault.code === undefined ? '' : `code ${fault.code}`,
		fault.text === undefined || fault.text === '' ? '' : `"${fault.text}"`,
		(request.attempts ?? 1) > 1 ? `${request.attempts} attempts` : '',
	].filter((fact) => fact !== '');
	return facts.length === 0 ? '' : ` (${facts.join(', ')})`;
}

function toFailure({ kind, retryAfterSeconds }: Fault) {
	const { cause }: FaultDefinition = FAULTS[kind];
	if (cause === undefined) return undefined;
	if (cause !== 'rate-limited' || retryAfterSeconds === undefined) return { cause };
	return { cause, retryAfterMs: retryAfterSeconds * 1000 };
}

/**
 * Returns the error that a user sees: what happened, what to do, the item, the HTTP status, and the
 * service's code and text. It is built from plain data, because an error of n8n's request helper
 * would copy the whole request, with its Authorization header, into the execution's data.
 */
export function toNodeApiError(node: INode, fault: Fault, request: FailedRequest): NodeApiError {
	const words = getErrorText(fault, request);
	const error = new NodeApiError(node, {} as JsonObject, {
		message: words.message,
		description: `${words.description}${describeResponse(fault, request)}`,
		httpCode: fault.status === undefined ? undefined : String(fault.status),
		itemIndex: request.itemIndex,
		failure: toFailure(fault),
	});
	// NodeApiError replaces a message that contains the name of a network error.
	error.message = words.message;
	error.context.fault = { ...fault };
	return error;
}

/** Returns the error that a user sees if no request was sent. */
export function toOperationError(
	node: INode,
	{ message, description }: ErrorText,
): NodeOperationError {
	return new NodeOperationError(node, message, { description });
}

/** Returns the fault of an error that `toNodeApiError` built, or undefined for any other error. */
export function getFault(error: unknown): Fault | undefined {
	return error instanceof NodeApiError ? (error.context.fault as Fault | undefined) : undefined;
}

/** Returns true if the same request may succeed later, without anybody doing something about it. */
export function isTemporaryError(error: unknown): boolean {
	const fault = getFault(error);
	const cause = fault && toFailure(fault)?.cause;
	return cause === 'temporarily-unavailable' || cause === 'rate-limited';
}
