import type { FaultInput } from '../bank/types';

const body = (error: number, message: string) => JSON.stringify({ error, message, data: null });

/** One way in which the service can fail, and how the node must report it. */
export interface FaultCase {
	name: string;
	fault: FaultInput;
	/** How often a GET is sent, and how often a request that changes something. */
	reads: number;
	changes: number;
	message: RegExp;
	httpCode: string | null;
	/** What the description must contain besides the remedy. */
	fact: RegExp;
}

/** An answer with this HTTP status. */
export const status = (code: number, more: Partial<FaultInput> = {}): FaultInput => ({
	kind: 'status',
	status: code,
	...more,
});

const once = { reads: 1, changes: 1 };
const always = { reads: 5, changes: 5 };
const readsOnly = { reads: 5, changes: 1 };

const KEY = /API key/;
const NO_ANSWER_OF_THE_SERVICE = /unexpected response/;
const AT_LENGTH = /could not process/;

/** Every fault of the practice bank, with the expected message and number of attempts. */
export const FAULT_CASES: FaultCase[] = [
	{
		name: 'HTTP 400',
		fault: status(400, { body: body(3, 'Invalid sort') }),
		...once,
		message: /rejected/,
		httpCode: '400',
		fact: /Invalid sort/,
	},
	{
		name: 'HTTP 401',
		fault: status(401),
		...once,
		message: KEY,
		httpCode: '401',
		fact: /credential/i,
	},
	{
		name: 'HTTP 401 as HTML',
		fault: { kind: 'html', status: 401 },
		...once,
		message: KEY,
		httpCode: '401',
		fact: /credential/i,
	},
	{
		name: '401 inside HTTP 200',
		fault: status(200, { body: body(401, 'Unauthorized Access') }),
		...once,
		message: KEY,
		httpCode: '200',
		fact: /code 401.*Unauthorized Access/,
	},
	{
		name: 'HTTP 403',
		fault: status(403, { body: body(403, 'Forbidden') }),
		...once,
		message: /rejected/,
		httpCode: '403',
		fact: /Forbidden/,
	},
	{
		name: 'HTTP 404',
		fault: status(404, { body: body(12, 'Webhook not exists') }),
		...once,
		message: /not found/,
		httpCode: '404',
		fact: /code 12/,
	},
	{
		name: 'an error inside HTTP 200',
		fault: status(200, { body: body(9, 'Plan expired') }),
		...once,
		message: /rejected/,
		httpCode: '200',
		fact: /code 9.*Plan expired/,
	},
	{
		name: 'HTTP 429',
		fault: status(429),
		...always,
		message: /too many requests/,
		httpCode: '429',
		fact: /5 attempts/,
	},
	{
		name: 'HTTP 429 with Retry-After',
		fault: status(429, { retryAfter: '0' }),
		...always,
		message: /too many requests/,
		httpCode: '429',
		fact: /5 attempts/,
	},
	{
		name: 'HTTP 429 as HTML',
		fault: { kind: 'html', status: 429 },
		...always,
		message: /too many requests/,
		httpCode: '429',
		fact: /5 attempts/,
	},
	{
		name: 'HTTP 429 with Retry-After above a minute',
		fault: status(429, { retryAfter: '61' }),
		...once,
		message: /too many requests/,
		httpCode: '429',
		fact: /61 seconds/,
	},
	{
		name: 'HTTP 500',
		fault: status(500),
		...once,
		message: AT_LENGTH,
		httpCode: '500',
		fact: /HTTP 500/,
	},
	{
		name: 'HTTP 502',
		fault: status(502),
		...readsOnly,
		message: AT_LENGTH,
		httpCode: '502',
		fact: /HTTP 502/,
	},
	{
		name: 'HTTP 502 as HTML',
		fault: { kind: 'html', status: 502 },
		...readsOnly,
		message: AT_LENGTH,
		httpCode: '502',
		fact: /HTTP 502/,
	},
	{
		name: 'HTTP 503',
		fault: status(503),
		...readsOnly,
		message: AT_LENGTH,
		httpCode: '503',
		fact: /HTTP 503/,
	},
	{
		name: 'HTTP 503 with Retry-After above a minute',
		fault: status(503, { retryAfter: '120' }),
		...once,
		message: AT_LENGTH,
		httpCode: '503',
		fact: /120 seconds/,
	},
	{
		name: 'HTTP 504',
		fault: status(504),
		...readsOnly,
		message: AT_LENGTH,
		httpCode: '504',
		fact: /HTTP 504/,
	},
	{
		name: 'HTML with HTTP 200',
		fault: { kind: 'html' },
		...once,
		message: NO_ANSWER_OF_THE_SERVICE,
		httpCode: '200',
		fact: /HTML/,
	},
	{
		name: 'an empty response',
		fault: { kind: 'empty' },
		...once,
		message: NO_ANSWER_OF_THE_SERVICE,
		httpCode: '200',
		fact: /empty/,
	},
	{
		name: 'garbage',
		fault: { kind: 'garbage' },
		...once,
		message: NO_ANSWER_OF_THE_SERVICE,
		httpCode: '200',
		fact: /not JSON/,
	},
	{
		name: 'JSON that ends early',
		fault: status(200, { body: '{"error":0,"data":{"user":' }),
		...once,
		message: NO_ANSWER_OF_THE_SERVICE,
		httpCode: '200',
		fact: /truncated/,
	},
	{
		name: 'an answer that breaks off',
		fault: { kind: 'cut' },
		...readsOnly,
		message: /connection .* was lost/,
		httpCode: null,
		fact: /\w/,
	},
	{
		name: 'a connection that is reset',
		fault: { kind: 'reset' },
		...readsOnly,
		message: /connection .* was lost/,
		httpCode: null,
		fact: /ECONNRESET/,
	},
	{
		name: 'no answer in time',
		fault: { kind: 'hang' },
		...readsOnly,
		message: /did not answer within 0.3 seconds/,
		httpCode: null,
		fact: /\w/,
	},
	{
		name: 'an answer that trickles and never ends',
		fault: { kind: 'trickle' },
		...readsOnly,
		message: /did not answer within 0.3 seconds/,
		httpCode: null,
		fact: /\w/,
	},
	{
		name: 'an answer that is too large',
		fault: { kind: 'flood' },
		...once,
		message: /too large/,
		httpCode: null,
		fact: /\w/,
	},
	{
		name: 'a redirect without an address',
		fault: status(302),
		...once,
		message: /another address/,
		httpCode: '302',
		fact: /Base URL/,
	},
];
