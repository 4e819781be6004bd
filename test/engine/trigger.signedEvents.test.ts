import axios from 'axios';

import { signature } from '../bank/events';
import { createTestWorkflow } from '../support/engine/testWorkflow';

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
	return (await workflow.getWebhook()).secureToken;
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
	it('starts the workflow with the same eleven keys', async () => {
		await workflow.control.settings({ tokenForm: 'signed', eventShape: 'object' });
		const { transaction, deliveries } = await workflow.control.transfer({
			amount: 599_000,
			description: 'Đơn hàng DH77',
			virtualAccount: 'VQR0000001042',
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
			virtualAccount: 'VQR0000001042',
		});
		expect(Object.keys(workflow.trigger.executions[0][0].json)).toHaveLength(11);
	});

	it('is refused and starts nothing if it is nested too deeply', async () => {
		const deep = `{"data":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
		const headers = { 'X-Casso-Signature': signature(body, await token(), Date.now()) };
		expect(await post(deep, headers)).toBe(401);
		expect(workflow.trigger.executions).toHaveLength(0);
	});

	it('is accepted with 2,000 transactions, and refused with ten times as many', async () => {
		const getEvent = (count: number) => ({
			error: 0,
			data: Array.from({ length: count }, (_, id) => ({ ...body.data, id: id + 1 })),
		});
		const sign = async (event: object) => ({
			'X-Casso-Signature': signature(event, await token(), Date.now()),
		});
		const large = getEvent(2_000);
		expect(await post(JSON.stringify(large), await sign(large))).toBe(200);
		const tooLarge = getEvent(20_000);
		expect(await post(JSON.stringify(tooLarge), await sign(tooLarge))).toBe(401);
		expect(workflow.trigger.passedIds).toHaveLength(2_000);
	});
});
