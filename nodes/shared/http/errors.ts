import { NodeApiError, type INode, type JsonObject } from 'n8n-workflow';

/**
 * What went wrong with one request:
 * - `unauthorized`: the key is wrong, expired or missing
 * - `missing`: there is no such record
 * - `rejected`: the service understood and declined
 * - `rateLimited`: too many requests
 * - `unavailable`: the service answered with HTTP 5xx
 * - `refused`: no connection came about, so nothing was carried out
 * - `interrupted`: the connection broke, so it is unknown what was carried out
 * - `timedOut`: no answer in time, likewise
 * - `unreachable`: the address leads nowhere
 * - `redirected`: the answer points to another address
 * - `unreadable`: the answer is not what the service answers (HTML, cut or empty JSON)
 * - `invalidRecord`: the service answered, but its record has no ID or amount that can be read
 * - `unsendable`: the request could not be written
 * - `cancelled`: the execution was stopped
 */
export type FaultKind =
	| 'unauthorized'
	| 'missing'
	| 'rejected'
	| 'rateLimited'
	| 'unavailable'
	| 'connectionRefused'
	| 'connectionLost'
	| 'timedOut'
	| 'unreachable'
	| 'redirected'
	| 'unreadable'
	| 'invalidRecord'
	| 'invalidRequest'
	| 'cancelled';

/** One failed request in plain data: no secret, no request, no axios object hangs on it. */
export interface Fault {
	kind: FaultKind;
	/** HTTP status, where there was an answer. */
	status?: number;
	/** `error` of the service's envelope. */
	code?: number;
	/** `message` of the service's envelope, or what the network said. */
	text?: string;
	retryAfterSeconds?: number;
}

/** What a request was about, for the words of an error. */
export interface FailedRequest {
	/** The record or list in the user's words, e.g. `webhook 114`. */
	subject: string;
	/** Host of the service, for faults of the network. */
	host: string;
	itemIndex?: number;
	/** True where the request changes nothing, so that it may be sent again without harm. */
	isReadOnly?: boolean;
	/** Tries that were made. */
	attempts?: number;
	/** Seconds that one try may take. */
	timeoutSeconds?: number;
}

/** The two texts of an error. */
export interface ErrorText {
	message: string;
	description: string;
}

const TRY_LATER = "Try again later, or switch on 'Retry On Fail' in the settings of this node.";

const CHECK_BASE_URL =
	"Check the 'Base URL' of the credential, and whether this n8n may reach that address.";

function describeDelay({ retryAfterSeconds }: Fault): string {
	if (retryAfterSeconds === undefined) return TRY_LATER;
	return `It asks to wait ${Math.ceil(retryAfterSeconds)} seconds. ${TRY_LATER}`;
}

function describeUnknownOutcome({ isReadOnly = true }: FailedRequest): string {
	if (isReadOnly) return TRY_LATER;
	return 'It is not known whether the request was carried out. Look at the service before you try again.';
}

/** The words for a fault, without the item and the service's own words. */
export function getErrorText(fault: Fault, request: FailedRequest): ErrorText {
	switch (fault.kind) {
		case 'unauthorized':
			return {
				message: 'The service does not accept the API key',
				description:
					"Open the credential 'Bank Transactions API' of this node and enter a key that is valid now. Keys are made in the integration area of your account at the service.",
			};
		case 'missing':
			return {
				message: `The service knows no ${request.subject}`,
				description:
					'Check what you entered. It may have been deleted, or belong to another business than this API key.',
			};
		case 'rejected':
			return {
				message: `The service declined the request for ${request.subject}`,
				description: 'Check the values of this node against what the service says.',
			};
		case 'rateLimited':
			return {
				message: 'The service received too many requests',
				description: describeDelay(fault),
			};
		case 'unavailable':
			return {
				message: `The service could not process the request for ${request.subject}`,
				description: describeDelay(fault),
			};
		case 'connectionRefused':
			return { message: `No connection to ${request.host}`, description: CHECK_BASE_URL };
		case 'connectionLost':
			return {
				message: `The connection to ${request.host} broke`,
				description: describeUnknownOutcome(request),
			};
		case 'timedOut':
			return {
				message: `The service did not answer within ${request.timeoutSeconds ?? 30} seconds`,
				description: describeUnknownOutcome(request),
			};
		case 'unreachable':
			return { message: `There is no server at ${request.host}`, description: CHECK_BASE_URL };
		case 'redirected':
			return {
				message: `The service at ${request.host} points to another address`,
				description:
					"The API key is not sent there. If the new address is right, enter it as 'Base URL' of the credential.",
			};
		case 'unreadable':
			return {
				message: `The service returned an unexpected response for ${request.subject}`,
				description: `${CHECK_BASE_URL} A proxy or a maintenance page may have answered instead.`,
			};
		case 'invalidRecord':
			return {
				message: `The record of ${request.subject} cannot be read`,
				description:
					'Its ID is not a whole number, or its amount is not a number. Check it in your account at the service, or contact the support of the service.',
			};
		case 'invalidRequest':
			return {
				message: 'The request could not be written',
				description:
					'Check the API key of the credential: it may hold characters that no key has. Copy it again from your account at the service.',
			};
		case 'cancelled':
			return {
				message: 'The execution was cancelled while the service was asked',
				description: 'Nothing is to be done.',
			};
	}
}

/** What is known of the fault, in brackets, to follow its words; empty if nothing is. */
export function describeResponse(fault: Fault, request: FailedRequest): string {
	const facts = [
		fault.status === undefined ? '' : `HTTP ${fault.status}`,
		fault.code === undefined ? '' : `code ${fault.code}`,
		fault.text === undefined || fault.text === '' ? '' : `"${fault.text}"`,
		(request.attempts ?? 1) > 1 ? `${request.attempts} tries` : '',
	].filter((fact) => fact !== '');
	return facts.length === 0 ? '' : ` (${facts.join(', ')})`;
}

function toFailure(fault: Fault) {
	switch (fault.kind) {
		case 'unauthorized':
			return { cause: 'credential-invalid' as const };
		case 'missing':
		case 'redirected':
		case 'unreachable':
			return { cause: 'configuration-invalid' as const };
		case 'rateLimited':
			return fault.retryAfterSeconds === undefined
				? { cause: 'rate-limited' as const }
				: { cause: 'rate-limited' as const, retryAfterMs: fault.retryAfterSeconds * 1000 };
		case 'unavailable':
		case 'connectionRefused':
		case 'connectionLost':
		case 'timedOut':
			return { cause: 'temporarily-unavailable' as const };
		default:
			return undefined;
	}
}

/**
 * The error that a user sees: what happened, then what to do, with the item, the HTTP status and
 * the service's own code and text. It is made of plain data, because an error of n8n's request
 * helper drags the whole request with its Authorization header into the execution's data.
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
	// NodeApiError replaces a message that happens to hold the name of a network fault.
	error.message = words.message;
	error.context.fault = { ...fault };
	return error;
}

/** The fault behind an error of toNodeApiError, or undefined for any other error. */
export function getFault(error: unknown): Fault | undefined {
	return error instanceof NodeApiError ? (error.context.fault as Fault | undefined) : undefined;
}

const NETWORK_FAULT_KINDS: Record<string, FaultKind> = {
	ECONNREFUSED: 'connectionRefused',
	EAI_AGAIN: 'connectionRefused',
	ENETUNREACH: 'connectionRefused',
	EHOSTUNREACH: 'connectionRefused',
	ENOTFOUND: 'unreachable',
	ERR_INVALID_URL: 'unreachable',
	CERT_HAS_EXPIRED: 'unreachable',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'unreachable',
	SELF_SIGNED_CERT_IN_CHAIN: 'unreachable',
	ERR_TLS_CERT_ALTNAME_INVALID: 'unreachable',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unreachable',
	ETIMEDOUT: 'timedOut',
	ECONNABORTED: 'timedOut',
	ERR_CANCELED: 'cancelled',
	ERR_INVALID_CHAR: 'invalidRequest',
};

/**
 * The fault of a request that got no answer. n8n wraps what axios threw, so the network's code is
 * looked for along the chain of causes; undefined where none of them is of the network.
 */
export function toNetworkFault(thrown: unknown): Fault | undefined {
	for (let error = thrown; error instanceof Error; error = error.cause) {
		const { code } = error as { code?: unknown };
		if (typeof code !== 'string') continue;
		const aborted = error.message === 'aborted' || error.message === 'stream has been aborted';
		return {
			kind: aborted ? 'connectionLost' : (NETWORK_FAULT_KINDS[code] ?? 'connectionLost'),
			text: code,
		};
	}
	return undefined;
}
