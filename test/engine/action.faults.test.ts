import type { INodeParameters } from 'n8n-workflow';

import { requestLimits } from '../../nodes/shared/http/retry';
import type { FaultInput } from '../bank/types';
import { ALARMING_WORDS, getError, getOutput, useBank } from '../support/engine/testBank';

const bank = useBank();

const URL = 'https://n8n.example.com/webhook/bank';

const READ = { resource: 'user', operation: 'get' };
const CHANGE = { resource: 'webhook', operation: 'create', webhookUrl: URL, secureToken: 'token' };

/** How often a GET is sent, and how often a POST. */
type Attempts = [reads: number, changes: number];

const ONCE: Attempts = [1, 1];
const ALWAYS: Attempts = [5, 5];
const READS_ONLY: Attempts = [5, 1];

const status = (code: number, more: Partial<FaultInput> = {}): FaultInput => ({
	kind: 'status',
	status: code,
	...more,
});

const envelope = (httpStatus: number, error: number, message: string) =>
	status(httpStatus, { body: JSON.stringify({ error, message, data: null }) });

/** A fault, the message about it, and what the description contains besides the remedy. */
type FaultCase = [
	name: string,
	fault: FaultInput,
	attempts: Attempts,
	httpCode: string | null,
	message: RegExp,
	fact: RegExp,
];

const KEY = /API key/;
const UNEXPECTED = /unexpected response/;
const NOT_PROCESSED = /could not process/;
const TOO_MANY = /too many requests/;
const LOST = /connection .* was lost/;

const FAULTS: FaultCase[] = [
	['HTTP 400', envelope(400, 3, 'Invalid sort'), ONCE, '400', /rejected/, /Invalid sort/],
	['HTTP 401', status(401), ONCE, '401', KEY, /credential/i],
	['HTTP 401 as HTML', { kind: 'html', status: 401 }, ONCE, '401', KEY, /credential/i],
	['401 in HTTP 200', envelope(200, 401, 'No access'), ONCE, '200', KEY, /code 401.*No access/],
	['HTTP 404', envelope(404, 12, 'Webhook not exists'), ONCE, '404', /not found/, /code 12/],
	['code 9 in HTTP 200', envelope(200, 9, 'Expired'), ONCE, '200', /rejected/, /code 9.*Expired/],
	['HTTP 429', status(429), ALWAYS, '429', TOO_MANY, /5 attempts/],
	['HTTP 429 as HTML', { kind: 'html', status: 429 }, ALWAYS, '429', TOO_MANY, /5 attempts/],
	['HTTP 429 for 61 s', status(429, { retryAfter: '61' }), ONCE, '429', TOO_MANY, /61 seconds/],
	['HTTP 500', status(500), ONCE, '500', NOT_PROCESSED, /HTTP 500/],
	['HTTP 502 as HTML', { kind: 'html', status: 502 }, READS_ONLY, '502', NOT_PROCESSED, /HTTP 502/],
	['HTTP 503', status(503), READS_ONLY, '503', NOT_PROCESSED, /HTTP 503/],
	[
		'HTTP 503 for 61 s',
		status(503, { retryAfter: '61' }),
		ONCE,
		'503',
		NOT_PROCESSED,
		/61 seconds/,
	],
	['HTML with HTTP 200', { kind: 'html' }, ONCE, '200', UNEXPECTED, /HTML/],
	['an empty response', { kind: 'empty' }, ONCE, '200', UNEXPECTED, /empty/],
	['garbage', { kind: 'garbage' }, ONCE, '200', UNEXPECTED, /not JSON/],
	[
		'JSON cut short',
		status(200, { body: '{"error":0,"data":{' }),
		ONCE,
		'200',
		UNEXPECTED,
		/truncated/,
	],
	['an answer that breaks off', { kind: 'cut' }, READS_ONLY, null, LOST, /\w/],
	['a connection that is reset', { kind: 'reset' }, READS_ONLY, null, LOST, /ECONNRESET/],
	['no answer in time', { kind: 'hang' }, READS_ONLY, null, /not answer within 0.3 seconds/, /\w/],
	['an answer that is too large', { kind: 'flood' }, ONCE, null, /too large/, /\w/],
	['a redirect without an address', status(302), ONCE, '302', /another address/, /Base URL/],
];

describe.each(FAULTS)('%s', (_name, fault, [reads, changes], httpCode, message, fact) => {
	async function expectError(parameters: INodeParameters, requests: number) {
		if (fault.kind === 'hang') jest.replaceProperty(requestLimits, 'timeoutMs', 300);
		await bank.control.addWebhook({ url: URL });
		await bank.control.fault({ ...fault, times: null });
		const error = getError(await bank.run(parameters, { items: [{}, {}] }));
		expect(error).toMatchObject({ name: 'NodeApiError', httpCode, context: { itemIndex: 0 } });
		expect(error.message).toMatch(message);
		expect(error.description).toMatch(/^[A-Z].*\w/);
		expect(`${error.message} ${error.description}`).not.toMatch(ALARMING_WORDS);
		expect(error.description).toMatch(fact);
		expect(await bank.countRequests()).toBe(requests);
	}

	it(`fails a GET after ${reads} of 5 attempts, and says why`, async () => {
		await expectError(READ, reads);
	});

	it(`fails a POST after ${changes} of 5 attempts, and says why`, async () => {
		await expectError(CHANGE, changes);
	});
});

describe('a temporary fault', () => {
	it.each<[string, FaultInput]>([
		['HTTP 429', status(429)],
		['HTTP 502', status(502)],
		['a cut answer', { kind: 'cut' }],
		['a broken connection', { kind: 'reset' }],
	])('is hidden if the last of five attempts of a GET succeeds: %s', async (_name, fault) => {
		await bank.control.fault({ ...fault, times: 4 });
		expect(getOutput(await bank.run(READ))).toHaveLength(1);
		expect(await bank.countRequests()).toBe(5);
	});

	it('leaves one webhook if a POST is retried after HTTP 429', async () => {
		await bank.control.fault({ ...status(429), times: 2 });
		expect(getOutput(await bank.run(CHANGE))).toMatchObject([{ url: URL }]);
		expect(await bank.control.webhooks()).toHaveLength(1);
	});

	it.each<FaultInput>([
		{ kind: 'cut' },
		{ kind: 'reset', carriedOut: true },
		{ kind: 'status', status: 503, carriedOut: true },
	])('leaves one webhook if a POST was carried out and its answer was lost: %j', async (fault) => {
		await bank.control.fault(fault);
		getError(await bank.run(CHANGE));
		expect(await bank.control.webhooks()).toHaveLength(1);
	});
});
