import axios from 'axios';

import { signature } from '../bank/events';
import { passedIds, createTestWorkflow } from '../support/engine/testWorkflow';

const workflow = createTestWorkflow();

beforeEach(async () => {
	workflow.trigger.parameters = { options: { catchUp: false } };
	await workflow.trigger.activate();
});

const body = {
	error: 0,
	data: {
		id: 77,
		reference: 'FT77',
		description: 'giao dịch DH77',
		amount: 599000,
		runningBalance: 25000000,
		transactionDateTime: '2025-07-08 19:29:10',
		accountNumber: '88888888',
		virtualAccountNumber: '',
		counterAccountName: 'NGUYEN VAN A',
		counterAccountNumber: '8888888888',
	},
};

async function token() {
	return (await workflow.control.webhooks())[0].secureToken;
}

async function post(text: string, headers: Record<string, string>) {
	const response = await axios.post(workflow.trigger.url, text, {
		headers: { 'Content-Type': 'application/json', ...headers },
		validateStatus: () => true,
		proxy: false,
	});
	await workflow.trigger.settled();
	return response.status;
}

describe('a signed event', () => {
	it('starts the workflow with the same ten keys', async () => {
		await workflow.control.settings({ tokenForm: 'signed', eventShape: 'object' });
		const { transaction, deliveries } = await workflow.control.transfer({
			amount: 599_000,
			description: 'Đơn hàng DH77',
		});
		await workflow.trigger.settled();
		expect(deliveries[0].attempts[0]).toMatchObject({ status: 200 });
		expect(workflow.trigger.executions[0][0].json).toMatchObject({
			id: transaction.id,
			reference: transaction.tid,
			amount: 599_000,
			description: 'Đơn hàng DH77',
			balance: transaction.cusum_balance,
			accountNumber: transaction.bankSubAccId,
		});
		expect(Object.keys(workflow.trigger.executions[0][0].json)).toHaveLength(10);
	});

	it('is accepted whatever its whitespace and the order of its keys', async () => {
		const signed = signature(body, await token(), Date.now());
		const { error, data } = body;
		const reordered = JSON.stringify(
			{ data: Object.fromEntries(Object.entries(data).reverse()), error },
			null,
			3,
		);
		expect(await post(reordered, { 'X-Casso-Signature': signed })).toBe(200);
		expect(passedIds(workflow.trigger)).toEqual([77]);
	});

	it('is refused if it was changed on the way', async () => {
		const signed = signature(body, await token(), Date.now());
		const changed = JSON.stringify(body).replace('599000', '999000');
		expect(await post(changed, { 'X-Casso-Signature': signed })).toBe(401);
		expect(workflow.trigger.executions).toHaveLength(0);
	});

	it.each([
		['another secret', (secret: string) => signature(body, `${secret}0`, Date.now())],
		['another time', (secret: string) => signature(body, secret, 1).replace('t=1,', 't=2,')],
		['no time', (secret: string) => signature(body, secret, 1).replace('t=1,', '')],
		['a cut signature', (secret: string) => signature(body, secret, 1).slice(0, -1)],
		['nothing', () => ''],
		['text', () => 'hello'],
	])('with %s is refused even if the right token is sent next to it', async (_name, sign) => {
		const right = await token();
		const headers = { 'X-Casso-Signature': sign(right), 'secure-token': right };
		expect(await post(JSON.stringify(body), headers)).toBe(401);
		expect(workflow.trigger.executions).toHaveLength(0);
	});

	it('is refused and starts nothing if it is nested too deeply', async () => {
		const deep = `{"data":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
		const headers = { 'X-Casso-Signature': signature(body, await token(), 1) };
		expect(await post(deep, headers)).toBe(401);
		expect(workflow.trigger.executions).toHaveLength(0);
	});

	it('starts the workflow once if it is repeated', async () => {
		const right = await token();
		for (const time of [1, 2]) {
			const headers = { 'X-Casso-Signature': signature(body, right, time) };
			expect(await post(JSON.stringify(body), headers)).toBe(200);
		}
		expect(passedIds(workflow.trigger)).toEqual([77]);
	});
});
