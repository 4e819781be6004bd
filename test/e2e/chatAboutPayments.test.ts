import type { INode, INodeParameters } from 'n8n-workflow';

import { startChatModel, type ChatModel, type Reply } from '../support/chatModel';
import { importedExample } from '../support/exampleFiles';
import { getItems, type Credential, type Workflow } from '../support/n8n/editor';
import { useTestInstance } from '../support/n8n/testInstance';
import { simplified } from '../support/n8n/workflows';
import { compareVersions } from '../support/versions';

const ACCOUNT = '0908123456789';

/** A model that writes a day in another form first. */
const DATES: Reply[] = ['01/11/2026', '2026-11-01'].map((fromDate) => ({
	tool: 'Get_Transactions',
	args: { fromDate, toDate: '2026-11-01' },
}));
const REFUSAL = "'From Date' is not a valid date: 01/11/2026";
const HELP = 'Enter 2026-11-01 or 2026-01-11, whichever day is meant.';
const NOTHING_FOUND = { message: 'No transactions found from 2026-11-01 to 2026-11-01.' };

const instance = useTestInstance({ transactions: 0 });
let model: ChatModel;
let modelCredential: Credential;
let workflow: Workflow;

/** What a user sets up: the model, whose place the one of the test takes, and the payee. */
function setUp(node: INode): INode {
	const { parameters } = node;
	const change = (more: INodeParameters) => ({ ...node, parameters: { ...parameters, ...more } });
	switch (node.name) {
		case 'AI Agent':
			return { ...node, disabled: false };
		case 'OpenAI Chat Model': {
			const { id, name, type } = modelCredential;
			const credentials = { [type]: { id, name } };
			return { ...change({ responsesApiEnabled: false }), disabled: false, credentials };
		}
		case 'Create Payment Request':
			return change({ linkedAccount: { __rl: true, mode: 'list', value: ACCOUNT } });
		default:
			return node;
	}
}

/** Sends a message in the chat, and returns what the agent answers. */
async function chat(chatInput: string, ...replies: Reply[]): Promise<unknown> {
	const { editor } = instance;
	model.script(...replies);
	const [{ json: pinned }] = workflow.pinData?.['Chat Message'] ?? [];
	const pinData = { 'Chat Message': [{ json: { ...pinned, chatInput } }] };
	await editor.updateWorkflow(workflow.id, { pinData });
	const execution = await editor.runToEnd(workflow.id, 'Chat Message');
	expect(execution.data.resultData.error).toBeUndefined();
	return getItems(execution, 'AI Agent')[0].output;
}

/** The items that a tool answered to the model, by default the last one. */
const toolAnswer = (at = -1) => JSON.parse(model.toolAnswers().at(at) ?? '') as object[];

/** Changes the tools of the workflow. */
async function changeTools(change: (tool: INode) => INode): Promise<void> {
	const { id, nodes } = await instance.editor.workflow(workflow.id);
	const isTool = ({ type }: INode) => type.endsWith('.bankTransactionsTool');
	await instance.editor.updateWorkflow(id, {
		nodes: nodes.map((node) => (isTool(node) ? change(node) : node)),
	});
}

const withPicture = ({ name, parameters }: INode, qrImage: string) =>
	name === 'Create Payment Request' ? { ...parameters, options: { qrImage } } : parameters;

beforeAll(async () => {
	model = await startChatModel();
	const { editor, credential } = instance;
	modelCredential = await editor.createCredential({
		name: 'Model of the test',
		type: 'openAiApi',
		data: { apiKey: 'key-of-the-model', url: model.url },
	});
	const example = await importedExample('chat-about-payments', credential);
	workflow = await editor.createWorkflow({ ...example, nodes: example.nodes.map(setUp) });
});

afterAll(async () => await model?.close());

it('tells the model whether an order was paid, and nothing of the input', async () => {
	const { transaction } = await instance.control.transfer({
		amount: 250_000,
		description: 'MBVCB.2707051024.042064.DH1042.CT tu NGUYEN VAN A',
	});
	const { time, counterpartName, reference } = simplified(transaction);
	const answer = await chat(
		'Has order DH1042 been paid? It costs 300,000.',
		{ tool: 'Match_Payments', args: { paymentCode: 'DH1042', expectedAmount: '300000' } },
		'50,000 are missing.',
	);
	expect(answer).toBe('50,000 are missing.');
	expect(toolAnswer()).toEqual([
		{
			status: 'underpaid',
			paymentCode: 'DH1042',
			expectedAmount: 300_000,
			receivedAmount: 250_000,
			difference: -50_000,
			paidAt: time,
			payer: counterpartName,
			references: reference,
			needsReview: false,
		},
	]);
});

it('describes each tool and each parameter to the model', async () => {
	await chat('Hello', 'Hello.');
	const tools = model.requests.at(-1)?.tools.map(({ function: tool }) => ({
		name: tool.name,
		takes: Object.keys(tool.parameters.properties).sort(),
	}));
	expect(tools).toHaveLength(3);
	expect(tools).toEqual(
		expect.arrayContaining([
			{ name: 'Match_Payments', takes: ['expectedAmount', 'fromDate', 'paymentCode'] },
			{ name: 'Get_Transactions', takes: ['description', 'fromDate', 'limit', 'toDate'] },
			{ name: 'Create_Payment_Request', takes: ['amount', 'paymentCode'] },
		]),
	);
});

it('gives the model a link to the QR code, also if the tool returns a picture', async () => {
	const request: Reply = {
		tool: 'Create_Payment_Request',
		args: { paymentCode: 'DH1042', amount: '50000' },
	};
	for (const qrImage of ['none', 'png']) {
		await changeTools((tool) => ({ ...tool, parameters: withPicture(tool, qrImage) }));
		expect(await chat('Request 50,000 for DH1042.', request, 'Here it is.')).toBe('Here it is.');
		expect(toolAnswer()).toEqual([
			expect.objectContaining({
				paymentCode: 'DH1042',
				content: 'DH1042',
				amount: 50_000,
				accountNumber: ACCOUNT,
				bankName: 'MBBank',
				imageUrl: expect.stringMatching(/^https:\/\/.*amount=50000/),
			}),
		]);
	}
});

it('tells the model what to correct, which then succeeds', async () => {
	const { version } = instance.installation;
	const answer = await chat('What came in on 1 November?', ...DATES, 'Nothing.');
	expect(answer).toBe('Nothing.');
	expect(toolAnswer(-2)).toEqual([{ error: REFUSAL, description: expect.stringContaining(HELP) }]);
	expect(toolAnswer()).toEqual([NOTHING_FOUND]);
	// Without On Error, n8n 1 ends the execution.
	if (compareVersions(version, '2.0.0') < 0) return;
	await changeTools((tool) => ({ ...tool, onError: undefined }));
	expect(await chat('And now?', ...DATES, 'Nothing.')).toBe('Nothing.');
	expect(toolAnswer(-2)).toEqual([{ error: expect.stringContaining(`${REFUSAL}. ${HELP}`) }]);
	expect(toolAnswer()).toEqual([NOTHING_FOUND]);
});
