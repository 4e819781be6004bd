import { importedExample } from '../support/exampleFiles';
import { McpClient } from '../support/n8n/mcpClient';
import { useTestInstance } from '../support/n8n/testInstance';
import { simplified } from '../support/n8n/workflows';

const token = 'a-long-random-token';
const instance = useTestInstance({ transactions: 0 });
let client: McpClient;

const connect = async (bearer?: string) =>
	await McpClient.connect(`${instance.n8n.url}/mcp/payments`, bearer);

beforeAll(async () => {
	const { editor, credential } = instance;
	const type = 'httpBearerAuth';
	const { id, name } = await editor.createCredential({ name: 'Agent', type, data: { token } });
	const example = await importedExample('ask-about-payments', credential);
	const nodes = example.nodes.map((node) =>
		node.name === 'MCP Server' ? { ...node, credentials: { [type]: { id, name } } } : node,
	);
	await editor.activate(await editor.createWorkflow({ ...example, nodes }));
	client = await connect(token);
});

/** The items that a tool returns. */
async function ask(tool: string, args: object): Promise<unknown> {
	const { content } = await client.callTool(tool, args);
	return JSON.parse(content[0].text);
}

it('answers nobody without the token', async () => {
	await expect(connect()).rejects.toThrow('status code 403');
	await expect(connect('another-token')).rejects.toThrow('status code 403');
});

it('tells an agent what each tool is for and what it must know', async () => {
	const tools = await client.listTools();
	const found = tools.map(({ name, inputSchema: { properties, required } }) => ({
		name,
		takes: Object.keys(properties).sort(),
		required,
	}));
	expect(found).toHaveLength(2);
	expect(found).toEqual(
		expect.arrayContaining([
			{
				name: 'Match_Payments',
				takes: ['expectedAmount', 'fromDate', 'paymentCode'],
				required: ['paymentCode'],
			},
			{ name: 'Get_Transactions', takes: ['description', 'fromDate', 'limit', 'toDate'] },
		]),
	);
	for (const { description } of tools) expect(description).toMatch(/bank trans/);
});

it('answers whether an order has been paid', async () => {
	expect(await ask('Match_Payments', { paymentCode: 'DH1042' })).toMatchObject([
		{ status: 'unpaid', receivedAmount: 0 },
	]);
	const { transaction } = await instance.control.transfer({
		amount: 250_000,
		description: 'MBVCB.2707051024.042064.DH1042.CT tu NGUYEN VAN A',
	});
	expect(await ask('Match_Payments', { paymentCode: 'DH1042' })).toMatchObject([
		{ status: 'paid', receivedAmount: 250_000, references: simplified(transaction).reference },
	]);
	const withPrice = { paymentCode: 'dh-1042', expectedAmount: '300000' };
	expect(await ask('Match_Payments', withPrice)).toMatchObject([
		{ status: 'underpaid', difference: -50_000 },
	]);
});

it('finds payments of the last 30 days, and older ones from a given day', async () => {
	const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
	for (const days of [20, 60]) {
		const description = `DH20${days} thanh toan`;
		await instance.control.transfer({ amount: 99_000, description, when: daysAgo(days) });
	}
	expect(await ask('Match_Payments', { paymentCode: 'DH2020' })).toMatchObject([
		{ status: 'paid' },
	]);
	expect(await ask('Match_Payments', { paymentCode: 'DH2060' })).toMatchObject([
		{ status: 'unpaid' },
	]);
	const fromDate = daysAgo(90).slice(0, 10);
	expect(await ask('Match_Payments', { paymentCode: 'DH2060', fromDate })).toMatchObject([
		{ status: 'paid' },
	]);
});

it('lists transactions, newest first, all or those with a text', async () => {
	const { control } = instance;
	await control.reset({ transactions: 0 });
	const { transaction: rent } = await control.transfer({ amount: -5_000_000, description: 'RENT' });
	const { transaction: order } = await control.transfer({ amount: 120_000, description: 'DH7' });
	expect(await ask('Get_Transactions', {})).toEqual([simplified(order), simplified(rent)]);
	expect(await ask('Get_Transactions', { limit: 1 })).toEqual([simplified(order)]);
	expect(await ask('Get_Transactions', { description: 'rent' })).toEqual([simplified(rent)]);
});

it('tells an agent what to correct', async () => {
	const { content } = await client.callTool('Match_Payments', { paymentCode: '???' });
	expect(content[0].text).toContain("'Payment Code' contains no letters or digits");
});
