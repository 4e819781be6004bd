import { randomUUID } from 'node:crypto';
import { NodeConnectionTypes, type INode, type INodeParameters } from 'n8n-workflow';
import { McpClient } from '../support/n8n/mcpClient';
import { useTestInstance } from '../support/n8n/testInstance';

/** n8n's MCP server, which offers tools to any agent that speaks its protocol. */
const server = 'Tool Server';
const path = randomUUID();
const instance = useTestInstance({ transactions: 0 });
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
		parameters,
	};
}

const fromAgent = (mode: string, name: string) => ({
	__rl: true,
	mode,
	value: `={{ $fromAI('${name}', 'What the user says', 'string') }}`,
});

beforeAll(async () => {
	const { editor } = instance;
	const tools = [
		tool('Get_Many', {
			resource: 'transaction',
			operation: 'getAll',
			limit: "={{ $fromAI('limit', 'How many', 'number') }}",
			filters: { accountNumber: fromAgent('number', 'account') },
		}),
		tool('Sync', {
			resource: 'account',
			operation: 'sync',
			accountNumber: fromAgent('number', 'account'),
		}),
		{
			...tool('Request_For_Any_Account', {
				resource: 'paymentRequest',
				operation: 'create',
				accountSource: 'manual',
				bank: fromAgent('name', 'bank'),
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
});

it('describes each operation and its parameters to an agent', async () => {
	const tools = await client.listTools();
	const found = tools.map(({ name, description, inputSchema }) => ({
		name,
		description,
		gives: Object.keys(inputSchema.properties).sort(),
	}));
	expect(found).toHaveLength(3);
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
				name: 'Request_For_Any_Account',
				description: 'Create payment request in Bank Transactions',
				gives: ['account', 'bank', 'code'],
			},
		]),
	);
});

it('lets an agent fill in an account, a limit, or no account for all', async () => {
	const { control } = instance;
	const [, { accountNumber }] = (await control.state()).accounts;
	await control.transfers([{ amount: 1_000 }, { amount: 2_000 }]);
	await control.holdTransfer({ amount: 3_000, accountNumber });
	const { content } = await client.callTool('Sync', { account: accountNumber });
	expect(JSON.parse(content[0].text)).toEqual([{ requested: true, accountNumber }]);
	const getMany = async (account: string, limit: number) =>
		JSON.parse((await client.callTool('Get_Many', { account, limit })).content[0].text);
	expect(await getMany(accountNumber, 50)).toMatchObject([{ amount: 3_000, accountNumber }]);
	expect(await getMany('', 50)).toHaveLength(3);
	expect(await getMany('', 2)).toHaveLength(2);
});

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
});
