import type { INodeParameters } from 'n8n-workflow';

import { requestLimits } from '../../nodes/shared/http/retry';
import type { FaultInput } from '../bank/types';
import { FAULT_CASES, status } from './faultCases';
import { ALARMING_WORDS, getError, getOutput, useBank } from '../support/engine/testBank';

const bank = useBank();

const URL = 'https://n8n.example.com/webhook/bank';

const READ = { resource: 'user', operation: 'get' };
const CHANGE = { resource: 'webhook', operation: 'create', webhookUrl: URL, secureToken: 'token' };

describe.each(FAULT_CASES)('$name', ({ fault, reads, changes, message, httpCode, fact }) => {
	async function expectError(parameters: INodeParameters, requests: number) {
		await bank.control.addWebhook({ url: URL });
		await bank.control.fault({ ...fault, times: null });
		const items = [{}, {}];
		const error = getError(await bank.run(parameters, { items }));
		expect(error).toMatchObject({ name: 'NodeApiError', httpCode, context: { itemIndex: 0 } });
		expect(error.message).toMatch(message);
		expect(error.description).toMatch(/^[A-Z].*\w/);
		expect(`${error.message} ${error.description}`).not.toMatch(ALARMING_WORDS);
		expect(error.description).toMatch(fact);
		expect(await bank.countRequests()).toBe(requests);
	}

	beforeEach(() => {
		if (['hang', 'trickle'].includes(fault.kind)) {
			jest.replaceProperty(requestLimits, 'timeoutMs', 300);
		}
	});

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
