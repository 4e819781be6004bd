import { randomUUID } from 'node:crypto';
import { NodeConnectionTypes, type INode, type INodeParameters } from 'n8n-workflow';
import {
	SETUP_TIMEOUT_MS,
	startTestInstance,
	type TestInstance,
} from '../support/n8n/testInstance';
import { McpClient } from '../support/n8n/mcpClient';
import { simplified } from '../support/n8n/workflows';

/** n8n's MCP server, which offers tools to any agent that speaks its protocol. */
const server = 'Tool Server';
const path = randomUUID();
let instance: TestInstance;
let client: McpClient;

function tool(name: string, parameters: INodeParameters): INode {
	const { credential } = instance;
	return {
		id: name,
		name,
		type: 'n8n-nodes-bank-transactions.bankTransactionsTool',
		typeVersion: 1,
		position: [0, 200],
		credentials: { [credential.type]: { id: credential.id, name: credential.name } },
		parameters: { resource: 'transaction', ...parameters },
	};
}

beforeAll(async () => {
	instance = await startTestInstance({ transactions: 0 });
	const { editor } = instance;
	const tools = [
		tool('Match_Payments', {
			operation: 'match',
			paymentCode: "={{ $fromAI('code', 'Payment code of the order', 'string') }}",
			expectedAmount: "={{ $fromAI('amount', 'What the order costs', 'number') }}",
			includeOtherFields: false,
		}),
		tool('Get_Many', {
			operation: 'getAll',
			limit: "={{ $fromAI('limit', 'How many', 'number') }}",
			filters: {
				accountNumber: {
					__rl: true,
					mode: 'number',
					value: "={{ $fromAI('account', 'Number of the account; empty for all', 'string') }}",
				},
			},
		}),
		tool('Sync', {
			resource: 'account',
			operation: 'sync',
			accountNumber: {
				__rl: true,
				mode: 'number',
				value: "={{ $fromAI('account', 'Number of the account', 'string') }}",
			},
		}),
		tool('Request_Payment', {
			resource: 'paymentRequest',
			operation: 'create',
			linkedAccount: { __rl: true, mode: 'list', value: '0908123456789' },
			paymentCode: "={{ $fromAI('code', 'Payment code of the order', 'string') }}",
			amount: "={{ $fromAI('amount', 'What the order costs', 'number') }}",
		}),
		{
			...tool('Request_For_Any_Account', {
				resource: 'paymentRequest',
				operation: 'create',
				accountSource: 'manual',
				bank: {
					__rl: true,
					mode: 'name',
					value: "={{ $fromAI('bank', 'Bank of the account', 'string') }}",
				},
				accountNumber: "={{ $fromAI('account', 'Number of the account', 'string') }}",
				paymentCode: "={{ $fromAI('code', 'Payment code of the order', 'string') }}",
			}),
			credentials: undefined,
		},
	];
	const trigger: INode = {
		id: server,
		name: server,
		type: '@n8n/n8n-nodes-langchain.mcpTrigger',
		typeVersion: 2,
		position: [0, 0],
		webhookId: randomUUID(),
		parameters: { path },
	};
	const toServer = [[{ node: server, type: NodeConnectionTypes.AiTool, index: 0 }]];
	const workflow = await editor.createWorkflow({
		name: 'Tools',
		nodes: [trigger, ...tools],
		connections: Object.fromEntries(tools.map(({ name }) => [name, { ai_tool: toServer }])),
	});
	await editor.activate(workflow);
	client = await McpClient.connect(`${instance.n8n.url}/mcp/${path}`);
}, SETUP_TIMEOUT_MS);

afterAll(async () => await instance?.end(), 60_000);

it('describes each operation and its parameters to an agent', async () => {
	const tools = await client.listTools();
	const found = tools.map(({ name, description, inputSchema }) => ({
		name,
		description,
		gives: Object.keys(inputSchema.properties).sort(),
	}));
	expect(found).toHaveLength(5);
	expect(found).toEqual(
		expect.arrayContaining([
			{
				name: 'Get_Many',
				description: 'Get many transactions in Bank Transactions',
				gives: ['account', 'limit'],
			},
			{
				name: 'Sync',
				description: 'Sync account in Bank Transactions',
				gives: ['account'],
			},
			{
				name: 'Match_Payments',
				description: 'Check payments for orders in Bank Transactions',
				gives: ['amount', 'code'],
			},
			{
				name: 'Request_Payment',
				description: 'Create payment request in Bank Transactions',
				gives: ['amount', 'code'],
			},
			{
				name: 'Request_For_Any_Account',
				description: 'Create payment request in Bank Transactions',
				gives: ['account', 'bank', 'code'],
			},
		]),
	);
}, 60_000);

it('tells an agent whether an order was paid', async () => {
	const { transaction } = await instance.control.transfer({
		amount: 250_000,
		description: 'MBVCB.2707051024.042064.DH1042.CT tu NGUYEN VAN A',
	});
	const answer = await client.callTool('Match_Payments', { code: 'DH-1042', amount: 300_000 });
	const [{ text }] = answer.content;
	expect(JSON.parse(text)).toEqual([
		{
			status: 'underpaid',
			paymentCode: 'DH-1042',
			expectedAmount: 300_000,
			receivedAmount: 250_000,
			difference: -50_000,
			paidAt: simplified(transaction).time,
			payer: simplified(transaction).counterpartName,
			references: simplified(transaction).reference,
			needsReview: false,
		},
	]);
}, 60_000);

it('returns as many transactions as an agent asks for, with their IDs', async () => {
	const { transactions } = await instance.control.transfers([{ amount: 1_000 }, { amount: 2_000 }]);
	const answer = await client.callTool('Get_Many', { limit: 3, account: '' });
	const items = JSON.parse(answer.content[0].text) as Array<{ id: number }>;
	expect(items).toHaveLength(3);
	expect(items.map(({ id }) => id)).toEqual(
		expect.arrayContaining(transactions.map(({ id }) => id)),
	);
}, 60_000);

it('lets an agent fill in an account', async () => {
	const [, { accountNumber }] = (await instance.control.state()).accounts;
	await instance.control.holdTransfer({ amount: 3_000, accountNumber });
	const { content } = await client.callTool('Sync', { account: accountNumber });
	expect(JSON.parse(content[0].text)).toEqual([{ requested: true, accountNumber }]);
	const answer = await client.callTool('Get_Many', { limit: 50, account: accountNumber });
	expect(JSON.parse(answer.content[0].text)).toMatchObject([{ amount: 3_000, accountNumber }]);
}, 60_000);

it('gives an agent what a payer needs as a short text, without the picture', async () => {
	const answer = await client.callTool('Request_Payment', { code: 'dh-1042', amount: 250_000 });
	const [{ text }] = answer.content;
	expect(JSON.parse(text)).toEqual([
		expect.objectContaining({ paymentCode: 'DH1042', amount: 250_000, bankBin: '970422' }),
	]);
	expect(text.length).toBeLessThan(700);
}, 60_000);

it('lets an agent name any bank and account, without a credential', async () => {
	const account = { bank: 'Vietcombank', account: '1023456789012' };
	const answer = await client.callTool('Request_For_Any_Account', { code: 'DH1042', ...account });
	expect(JSON.parse(answer.content[0].text)).toMatchObject([
		{ bankBin: '970436', accountNumber: '1023456789012', amount: null },
	]);
	const refused = await client.callTool('Request_For_Any_Account', {
		code: 'DH1',
		...account,
		bank: 'VBC',
	});
	expect(JSON.stringify(refused)).toContain('enter its BIN');
}, 60_000);

it('tells an agent why a payment code is refused', async () => {
	const answer = await client.callTool('Request_Payment', { code: '1042', amount: 250_000 });
	expect(JSON.stringify(answer)).toContain('needs letters followed by digits');
}, 60_000);

it('tells an agent which parameter is missing if it gives no code', async () => {
	const answer = await client.callTool('Match_Payments', { code: '', amount: 1 });
	expect(JSON.stringify(answer)).toContain("'Payment Code' is empty");
}, 60_000);
