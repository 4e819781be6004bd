import axios from 'axios';

import { clearSettingsCache } from '../../nodes/BankTransactionsTrigger/events/cachedSettings';
import { forgetProcess } from '../support/engine/forgetProcess';
import type { BankControl } from '../bank/control';
import type { LiveTrigger } from '../support/engine/liveTrigger';
import { logEntries } from '../support/engine/n8nInstance';
import { advanceClock, createTestWorkflow } from '../support/engine/testWorkflow';

const workflow = createTestWorkflow();
let control: BankControl;
let trigger: LiveTrigger;

beforeEach(() => {
	({ control, trigger } = workflow);
});

async function token() {
	return (await control.webhooks())[0].secureToken;
}

const event = {
	error: 0,
	data: [
		{ id: 6785, tid: 'FT1', description: 'DH1042', amount: 79000, when: '2020-10-14 00:34:57' },
	],
};

async function post(body: unknown, headers: Record<string, string | string[]>, url = trigger.url) {
	const response = await axios.post(url, body, {
		headers: { 'Content-Type': 'application/json', ...headers } as Record<string, string>,
		validateStatus: () => true,
		proxy: false,
	});
	await trigger.settled();
	return response;
}

function rejections() {
	return workflow.warnings.filter((message) => message.includes('rejected a call'));
}

function received() {
	return trigger.executions.map((items) => items.map(({ json }) => json));
}

describe('an authentic event', () => {
	it('starts one execution with one item per transaction and is answered with success', async () => {
		await trigger.activate();
		const { transaction, deliveries } = await control.transfer({
			amount: 1_250_000,
			description: 'MBVCB.2707051024.042064.DH1042.CT tu NGUYEN VAN A',
			virtualAccount: 'VQR0000001042',
			counterpartName: 'NGUYEN VAN A',
			counterpartAccount: '8888888888',
		});
		await trigger.settled();
		expect(deliveries[0].attempts).toEqual([
			expect.objectContaining({ status: 200, body: '{"success":true}', outcome: 'ok' }),
		]);
		expect(received()).toEqual([
			[
				{
					id: transaction.id,
					reference: transaction.tid,
					amount: 1_250_000,
					direction: 'incoming',
					description: 'MBVCB.2707051024.042064.DH1042.CT tu NGUYEN VAN A',
					time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+07:00$/),
					balance: transaction.cusum_balance,
					accountNumber: transaction.bankSubAccId,
					virtualAccount: 'VQR0000001042',
					counterpartName: 'NGUYEN VAN A',
					counterpartAccount: '8888888888',
				},
			],
		]);
	});

	it('passes the raw record of the service if Simplify is off', async () => {
		trigger.parameters = { simplify: false };
		await trigger.activate();
		await post(event, { 'secure-token': await token() });
		expect(trigger.executions).toEqual([[{ json: event.data[0], pairedItem: expect.anything() }]]);
	});

	it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/vnd.bank+json'])(
		"is read with the content type '%s'",
		async (type) => {
			await trigger.activate();
			const headers = { 'secure-token': await token(), 'Content-Type': type };
			// As a form, this text has several keys.
			const description = 'DH1042 100% a&data=b+c=d \u20ab';
			const data = [{ ...event.data[0], description }];
			expect((await post(JSON.stringify({ error: 0, data }), headers)).status).toBe(200);
			expect(received()).toEqual([[expect.objectContaining({ id: 6785, description })]]);
		},
	);

	it('is answered with 400 if it is a form with several parts', async () => {
		await trigger.activate();
		const headers = {
			'secure-token': await token(),
			'Content-Type': 'multipart/form-data; boundary=part',
		};
		expect((await post(JSON.stringify(event), headers)).status).toBe(400);
		expect(received()).toEqual([]);
	});

	it('passes the valid transactions next to a broken entry', async () => {
		await trigger.activate();
		const data = [null, event.data[0], { id: 'x' }];
		expect((await post({ error: 0, data }, { 'secure-token': await token() })).status).toBe(200);
		expect(trigger.passedIds).toEqual([6785]);
		expect(workflow.warnings).toEqual([
			expect.stringMatching(/^2 entries .+ could not be read and were skipped\./),
		]);
	});

	it('starts no execution if it is repeated', async () => {
		trigger.parameters = { options: { catchUp: false } };
		await trigger.activate();
		await post(event, { 'secure-token': await token() });
		await workflow.waitUntilQuiet();
		const executions = trigger.runs.stored.length;
		const response = await post(event, { 'secure-token': await token() });
		expect([response.status, response.data]).toEqual([200, { success: true }]);
		expect(trigger.runs.stored).toHaveLength(executions);
		expect(workflow.warnings).toEqual([]);
	});

	it.each([
		['knows the registration', false],
		['has lost static data', true],
	])('passes once if it reaches another process of n8n, which %s', async (_name, isLost) => {
		trigger.parameters = { options: { catchUp: false } };
		await trigger.activate();
		await post(event, { 'secure-token': await token() });
		await workflow.waitUntilQuiet();
		forgetProcess();
		if (isLost) trigger.staticData = {};
		const right = await token();
		await control.clearLogs();
		for (const id of [6785, 6786, 6787]) {
			await post({ error: 0, data: [{ id, amount: 1000 }] }, { 'secure-token': right });
		}
		expect(trigger.passedIds).toEqual([6785, 6786, 6787]);
		const paths = (await control.requests()).map(({ path }) => path);
		expect(paths).toEqual(isLost ? ['/v2/userInfo'] : []);
	});

	it('passes with the token of a new API key at once, and then not with the former one', async () => {
		await trigger.activate();
		const former = await token();
		const status = async (right: string) => (await post(event, { 'secure-token': right })).status;
		expect(await status(former)).toBe(200);
		await workflow.renewApiKey();
		await trigger.publish();
		advanceClock(1000);
		expect(await status(await token())).toBe(200);
		expect(await status(former)).toBe(401);
	});

	const success = [200, { success: true }];
	const noEvent = [400, { success: false, message: 'not an event' }];

	it.each([
		['a transaction and no error code', success, [6785], { data: event.data }],
		['no data', success, [], { error: 0 }],
		['empty data', success, [], { error: 0, data: [] }],
		['data null', success, [], { error: 0, data: null }],
		['a list', noEvent, [], []],
		['an empty object', noEvent, [], {}],
		['a foreign object', noEvent, [], { hello: 'world' }],
		['data that is text', noEvent, [], { error: 0, data: 'x' }],
		['data without a transaction', noEvent, [], { error: 0, data: [{ id: -1 }, null, 7] }],
	])('with %s is answered with %j and passes %j', async (_name, answer, ids, body) => {
		await trigger.activate();
		const { status, headers, data } = await post(body, { 'secure-token': await token() });
		expect([status, data]).toEqual(answer);
		expect(headers['content-type']).toMatch(/^application\/json/);
		expect(trigger.passedIds).toEqual(ids);
		expect(logEntries('error')).toEqual([]);
	});
});

describe('an event that is not authentic', () => {
	it.each<[string, unknown, Record<string, string>]>([
		['a wrong token', event, { 'secure-token': 'a'.repeat(64) }],
		['a wrong token and no event, which nobody has read', [], { 'secure-token': 'wrong' }],
		['no body', undefined, { 'Content-Type': 'text/plain' }],
	])('is refused, and adds no error to the log, with %s', async (_name, body, headers) => {
		await trigger.activate();
		const { status, data } = await post(body, headers);
		expect([status, data]).toEqual([401, { success: false, message: 'unauthorized' }]);
		expect(trigger.executions).toEqual([]);
		expect(logEntries('error')).toEqual([]);
	});

	it('is refused if the token is only in its body and its URL', async () => {
		await trigger.activate();
		const right = await token();
		const url = `${trigger.url}?secure-token=${right}`;
		expect((await post({ ...event, secure_token: right }, {}, url)).status).toBe(401);
		expect(trigger.executions).toEqual([]);
	});

	it('has the credential read once a second, however many there are', async () => {
		await trigger.activate();
		const { baseUrl } = trigger.credential;
		let reads = 0;
		const countRead = () => {
			reads++;
			return baseUrl;
		};
		Object.defineProperty(trigger.credential, 'baseUrl', { get: countRead, enumerable: true });
		for (let call = 1; call <= 50; call++) await post(event, { 'secure-token': 'wrong' });
		expect(reads).toBeGreaterThan(0);
		expect(reads).toBeLessThan(25);
	});

	it('is refused, and noted in the log once an hour, if the credential cannot be used', async () => {
		await trigger.activate();
		const right = await token();
		trigger.credential.baseUrl = 'none';
		clearSettingsCache();
		for (let call = 0; call < 3; call++) {
			expect((await post(event, { 'secure-token': right })).status).toBe(401);
		}
		expect(rejections()).toEqual([
			expect.stringMatching(
				/could not be verified: The 'Base URL' of the credential .+casso\.vn\. Further calls/,
			),
		]);
	});

	it('is refused, with advice that fits, if the service does not say whose key it is', async () => {
		await trigger.activate();
		const right = await token();
		await workflow.refuse({ path: '/v2/userInfo', status: 500 });
		forgetProcess();
		trigger.staticData = {};
		expect((await post(event, { 'secure-token': right })).status).toBe(401);
		expect(rejections()).toEqual([
			expect.stringMatching(/request for user information\. Try again later\. \(HTTP 500/),
		]);
	});

	it('is refused a minute after the credential became unusable, until it can be used again', async () => {
		await trigger.activate();
		const right = { 'secure-token': await token() };
		const { baseUrl } = trigger.credential;
		const status = async () => (await post(event, right)).status;
		expect(await status()).toBe(200);
		trigger.credential.baseUrl = 'none';
		expect(await status()).toBe(200);
		advanceClock(60_000);
		expect(await status()).toBe(401);
		trigger.credential.baseUrl = baseUrl;
		expect(await status()).toBe(200);
	});

	it('is refused at once in a test run whose credential became unusable', async () => {
		await trigger.startTestRun();
		const right = { 'secure-token': await token() };
		const status = async () => (await post(event, right, trigger.testUrl)).status;
		expect(await status()).toBe(200);
		trigger.credential.baseUrl = 'none';
		expect(await status()).toBe(401);
	});

	it('is noted in the log at most once an hour, without the token', async () => {
		await trigger.activate();
		const right = await token();
		const wrong = right.slice(0, -1);
		await post(event, { 'secure-token': right });
		expect(rejections()).toEqual([]);
		await post(event, { 'secure-token': wrong });
		await post(event, { 'secure-token': wrong });
		expect(rejections()).toEqual([expect.stringContaining('forwards all headers')]);
		expect(JSON.stringify(logEntries())).not.toContain(wrong);
		advanceClock(60 * 60_000);
		await post(event, { 'secure-token': wrong });
		expect(rejections()).toHaveLength(2);
	});

	it('is not noted in the log during a test run', async () => {
		await trigger.startTestRun();
		await post(event, { 'secure-token': 'wrong' }, trigger.testUrl);
		expect(rejections()).toEqual([]);
		await trigger.stopTestRun();
	});
});

describe('the token header', () => {
	it('may be any header if none is named', async () => {
		await trigger.activate();
		const headers = { 'secure-token': 'wrong', 'x-other': await token() };
		expect((await post(event, headers)).status).toBe(200);
	});

	it('is only the named one, ignoring case', async () => {
		trigger.parameters = { options: { secureTokenHeader: ' Secure-Token ' } };
		await trigger.activate();
		const right = await token();
		expect((await post(event, { 'x-anything': right })).status).toBe(401);
		expect((await post(event, { 'SECURE-TOKEN': right })).status).toBe(200);
	});
});

describe('Trigger On', () => {
	const data = [
		{ id: 1, amount: 500, bank_sub_acc_id: '111', description: 'in' },
		{ id: 2, amount: -500, bank_sub_acc_id: '111', description: 'out' },
		{ id: 3, amount: 9000, bank_sub_acc_id: '222', virtualAccount: 'VA9', description: 'in' },
	];

	it.each([
		['incoming', {}, [1, 3]],
		['outgoing', {}, [2]],
		['all', { minimumAmount: 500 }, [1, 2, 3]],
		['all', { accountNumber: 'VA9' }, [3]],
		['outgoing', { accountNumber: '222' }, []],
	])('set to %s with %j passes %j and answers with success', async (triggerOn, options, ids) => {
		trigger.parameters = { triggerOn, options };
		await trigger.activate();
		const response = await post({ error: 0, data }, { 'secure-token': await token() });
		expect([response.status, response.data]).toEqual([200, { success: true }]);
		expect(trigger.passedIds).toEqual(ids);
		expect(trigger.executions).toHaveLength(ids.length === 0 ? 0 : 1);
	});
});

describe('the test call of the service', () => {
	it.each(['array', 'object'] as const)('starts nothing by default (%s)', async (eventShape) => {
		await control.settings({ eventShape });
		await trigger.activate();
		const { deliveries } = await control.sendTestEvent();
		await trigger.settled();
		expect(deliveries[0].attempts[0]).toMatchObject({ status: 200, body: '{"success":true}' });
		expect(trigger.executions).toHaveLength(0);
	});

	it('appears in a test run of the editor only with the token of that run', async () => {
		await trigger.activate();
		const production = await token();
		await trigger.startTestRun();
		expect((await post(event, { 'secure-token': production }, trigger.testUrl)).status).toBe(401);
		await control.sendTestEvent();
		await trigger.settled();
		expect(trigger.passedIds).toEqual([0]);
		await trigger.stopTestRun();
	});
});
