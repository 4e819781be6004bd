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

const toCase = (
	name: string,
	fault: FaultInput,
	attempts: Pick<FaultCase, 'reads' | 'changes'>,
	httpCode: string | null,
	message: RegExp,
	fact: RegExp,
): FaultCase => ({ name, fault, ...attempts, httpCode, message, fact });

const once = { reads: 1, changes: 1 };
const always = { reads: 5, changes: 5 };
const readsOnly = { reads: 5, changes: 1 };

const KEY = /API key/;
const NO_ANSWER_OF_THE_SERVICE = /unexpected response/;
const AT_LENGTH = /could not process/;
const TOO_MANY = /too many requests/;
const LOST = /connection .* was lost/;
const TOO_LATE = /did not answer within 0.3 seconds/;

/** Every fault of the practice bank, with the expected number of attempts and message. */
export const FAULT_CASES: FaultCase[] = [
	toCase(
		'HTTP 400',
		status(400, { body: body(3, 'Invalid sort') }),
		once,
		'400',
		/rejected/,
		/Invalid sort/,
	),
	toCase('HTTP 401', status(401), once, '401', KEY, /credential/i),
	toCase('HTTP 401 as HTML', { kind: 'html', status: 401 }, once, '401', KEY, /credential/i),
	toCase(
		'401 inside HTTP 200',
		status(200, { body: body(401, 'Unauthorized Access') }),
		once,
		'200',
		KEY,
		/code 401.*Unauthorized Access/,
	),
	toCase(
		'HTTP 403',
		status(403, { body: body(403, 'Forbidden') }),
		once,
		'403',
		/rejected/,
		/Forbidden/,
	),
	toCase(
		'HTTP 404',
		status(404, { body: body(12, 'Webhook not exists') }),
		once,
		'404',
		/not found/,
		/code 12/,
	),
	toCase(
		'an error inside HTTP 200',
		status(200, { body: body(9, 'Plan expired') }),
		once,
		'200',
		/rejected/,
		/code 9.*Plan expired/,
	),
	toCase('HTTP 429', status(429), always, '429', TOO_MANY, /5 attempts/),
	toCase('HTTP 429 as HTML', { kind: 'html', status: 429 }, always, '429', TOO_MANY, /5 attempts/),
	toCase(
		'HTTP 429 with Retry-After above a minute',
		status(429, { retryAfter: '61' }),
		once,
		'429',
		TOO_MANY,
		/61 seconds/,
	),
	toCase('HTTP 500', status(500), once, '500', AT_LENGTH, /HTTP 500/),
	toCase(
		'HTTP 502 as HTML',
		{ kind: 'html', status: 502 },
		readsOnly,
		'502',
		AT_LENGTH,
		/HTTP 502/,
	),
	toCase('HTTP 503', status(503), readsOnly, '503', AT_LENGTH, /HTTP 503/),
	toCase(
		'HTTP 503 with Retry-After above a minute',
		status(503, { retryAfter: '120' }),
		once,
		'503',
		AT_LENGTH,
		/120 seconds/,
	),
	toCase('HTML with HTTP 200', { kind: 'html' }, once, '200', NO_ANSWER_OF_THE_SERVICE, /HTML/),
	toCase('an empty response', { kind: 'empty' }, once, '200', NO_ANSWER_OF_THE_SERVICE, /empty/),
	toCase('garbage', { kind: 'garbage' }, once, '200', NO_ANSWER_OF_THE_SERVICE, /not JSON/),
	toCase(
		'JSON that ends early',
		status(200, { body: '{"error":0,"data":{"user":' }),
		once,
		'200',
		NO_ANSWER_OF_THE_SERVICE,
		/truncated/,
	),
	toCase('an answer that breaks off', { kind: 'cut' }, readsOnly, null, LOST, /\w/),
	toCase('a connection that is reset', { kind: 'reset' }, readsOnly, null, LOST, /ECONNRESET/),
	toCase('no answer in time', { kind: 'hang' }, readsOnly, null, TOO_LATE, /\w/),
	toCase(
		'an answer that trickles and never ends',
		{ kind: 'trickle' },
		readsOnly,
		null,
		TOO_LATE,
		/\w/,
	),
	toCase('an answer that is too large', { kind: 'flood' }, once, null, /too large/, /\w/),
	toCase('a redirect without an address', status(302), once, '302', /another address/, /Base URL/),
];
