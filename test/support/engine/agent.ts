import {
	NodeConnectionTypes,
	type EngineRequest,
	type EngineResponse,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
} from 'n8n-workflow';

import { BankTransactions } from '../../../nodes/BankTransactions/BankTransactions.node.ts';
import {
	ACTION,
	createNode,
	createWorkflow,
	LAST,
	nodeTypes,
	start,
	testNode,
	type CredentialData,
} from './engine';

const AGENT = 'test.agent';
const TOOL = `${ACTION}Tool`;

/**
 * How an agent calls a tool. n8n's AI Agent requests it of the engine, which runs it as a node. Agents
 * within agents and the MCP server call it as a function.
 */
export type ToolCall = 'requested' | 'invoked';

/** Calls its tool once, with its input as the arguments, and returns what a model would be told. */
class Agent {
	description = {
		...testNode,
		inputs: [NodeConnectionTypes.Main, { type: NodeConnectionTypes.AiTool }],
		properties: [{ displayName: 'Call', name: 'call', type: 'string', default: '' }],
	};

	async execute(
		this: IExecuteFunctions,
		response?: EngineResponse,
	): Promise<INodeExecutionData[][] | EngineRequest> {
		const [{ json: input }] = this.getInputData();
		if (this.getNodeParameter('call', 0) === 'invoked') return toOutput(await invoke(this, input));
		if (response?.actionResponses.length) return toOutput(toAnswer(response));
		return {
			actions: [
				{
					actionType: 'ExecutionNodeAction',
					nodeName: 'Tool',
					input,
					type: NodeConnectionTypes.AiTool,
					id: 'call',
					metadata: {},
				},
			],
			metadata: {},
		};
	}
}

const toOutput = (answer: string) => [[{ json: { answer } }]];

/** What n8n's AI Agent makes of the output of a tool that the engine ran (`buildSteps.js`). */
function toAnswer({ actionResponses: [{ data }] }: EngineResponse): string {
	const items = data.data?.[NodeConnectionTypes.AiTool]?.[0] ?? [];
	return JSON.stringify(items.length > 0 ? items.map(({ json }) => json) : '');
}

async function invoke(context: IExecuteFunctions, input: IDataObject): Promise<string> {
	const [tool] = (await context.getInputConnectionData(NodeConnectionTypes.AiTool, 0)) as Array<{
		invoke(input: IDataObject): Promise<string>;
	}>;
	try {
		return await tool.invoke(input);
	} catch (error) {
		return (error as Error).message;
	}
}

/** The action node as n8n's server offers it to agents. */
function createToolType(): INodeType {
	const action = new BankTransactions();
	const description = {
		...action.description,
		name: `${action.description.name}Tool`,
		inputs: [],
		outputs: [NodeConnectionTypes.AiTool],
	};
	return Object.create(action, { description: { value: description } }) as INodeType;
}

const types: Record<string, INodeType> = {
	[AGENT]: new Agent() as unknown as INodeType,
	[TOOL]: createToolType(),
};

const typesWithTool: INodeTypes = {
	...nodeTypes,
	getByNameAndVersion: (name) => types[name] ?? nodeTypes.getByNameAndVersion(name),
};

/** Has an agent call the action node as its tool, and returns the text that the model receives. */
export async function callTool(
	credential: CredentialData,
	parameters: INodeParameters,
	args: IDataObject,
	call: ToolCall = 'requested',
): Promise<string> {
	const nodes: INode[] = [
		createNode(LAST, 'First', {}),
		createNode(AGENT, 'Agent', { call }),
		createNode(TOOL, 'Tool', parameters),
	];
	const toAgent = (type: 'main' | 'ai_tool') => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
	const workflow = createWorkflow(nodes, {
		connections: { First: toAgent('main'), Tool: toAgent('ai_tool') },
		nodeTypes: typesWithTool,
		settings: { executionOrder: 'v1' },
	});
	const { data } = await start(workflow, 'First', [{ json: args }], credential);
	if (data.resultData.error) throw data.resultData.error;
	return String(data.resultData.runData.Agent.at(-1)?.data?.main[0]?.[0].json.answer);
}
