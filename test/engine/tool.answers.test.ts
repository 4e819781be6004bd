import type { INodeParameters } from 'n8n-workflow';

import { callTool, type ToolCall } from '../support/engine/agent';
import { getOutput, useBank } from '../support/engine/testBank';
import { getDay } from '../../nodes/shared/transactions/time';

const bank = useBank();

const calls: ToolCall[] = ['requested', 'invoked'];

const list = { resource: 'transaction', operation: 'getAll' };
const accounts = { resource: 'account', operation: 'getAll' };
const match = {
	resource: 'transaction',
	operation: 'match',
	paymentCode: "={{ $fromAI('code', 'Payment code', 'string') }}",
};

/** What a model receives of a tool that is called without arguments. */
const ask = async (parameters: INodeParameters, call: ToolCall) =>
	await callTool(bank.credential, parameters, {}, call);

describe.each(calls)('a tool that is %s', (call) => {
	it('tells the model what to do about a value that is refused', async () => {
		const answer = await callTool(bank.credential, match, { code: '' }, call);
		expect(answer).toContain(
			"'Payment Code' is empty. Enter the code that the payer uses in the transfer description, e.g. DH1042.",
		);
		expect(answer.split('Enter the code that the payer uses')).toHaveLength(2);
		expect(await bank.countRequests()).toBe(0);
	});

	it('tells the model why a request failed and what to do, without the API key', async () => {
		const apiKey = 'secret-key-of-the-test';
		const credential = { ...bank.credential, apiKey };
		const answer = await callTool(credential, match, { code: 'DH1042' }, call);
		expect(answer).toContain("not accept the API key. Open the credential 'Bank Transactions API'");
		expect(answer).not.toContain(apiKey);
	});

	it('says for which days and filters no transaction was found', async () => {
		const [today, weekAgo] = [0, 7].map((days) => getDay('Asia/Ho_Chi_Minh', days));
		expect(JSON.parse(await ask(list, call))).toEqual([
			{ message: `No transactions found from ${weekAgo} to ${today}.` },
		]);
		const filters = {
			fromDate: '2026-01-05',
			toDate: '2026-01-31',
			direction: 'incoming',
			description: 'DH1042',
			accountNumber: { __rl: true, mode: 'number', value: '' },
		};
		expect(JSON.parse(await ask({ ...list, filters }, call))).toEqual([
			{
				message:
					'No transactions found from 2026-01-05 to 2026-01-31 (direction: incoming, description: DH1042).',
			},
		]);
	});

	it('says that no account is linked', async () => {
		await bank.answer([]);
		expect(JSON.parse(await ask(accounts, call))).toEqual([
			{ message: 'No linked bank accounts found.' },
		]);
	});

	it('gives the model the text of a payment request that has a picture', async () => {
		const order = { linkedAccount: '0908123456789', paymentCode: 'DH1042' };
		const create = { resource: 'paymentRequest', operation: 'create', ...order };
		const result = await bank.run(create);
		expect(Object.keys(result.items[0].binary ?? {})).toEqual(['qrCode']);
		expect(JSON.parse(await ask(create, call))).toEqual(getOutput(result));
	});

	it('returns transactions and accounts as outside of a tool call', async () => {
		await bank.control.transfer({ amount: 1_000 });
		for (const parameters of [list, accounts]) {
			const output = getOutput(await bank.run(parameters));
			expect(output.length).toBeGreaterThan(0);
			expect(JSON.parse(await ask(parameters, call))).toEqual(output);
		}
	});
});

it('returns no item for nothing outside of a tool call', async () => {
	expect(getOutput(await bank.run(list))).toEqual([]);
	await bank.answer([]);
	expect(getOutput(await bank.run(accounts))).toEqual([]);
});
