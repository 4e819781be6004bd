import { ExecutionLifecycleHooks, LoadOptionsContext, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	NodeConnectionTypes,
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type INodeListSearchResult,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IRun,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
	type NodeExecutionHint,
	type OnError,
	type WorkflowExecuteMode,
	type WorkflowParameters,
} from 'n8n-workflow';

import { BankTransactionsApi } from '../../../credentials/BankTransactionsApi.credentials';
// With file endings: outside of jest, the codex file next to each would be found first.
import { BankTransactions } from '../../../nodes/BankTransactions/BankTransactions.node.ts';
import { BankTransactionsTrigger } from '../../../nodes/BankTransactionsTrigger/BankTransactionsTrigger.node.ts';

/** The decrypted data of a credential. */
export interface CredentialData extends ICredentialDataDecryptedObject {
	baseUrl: string;
	scheme: string;
	apiKey: string;
	timeZone: string;
}

/** A node of the tests: with one input and one output, like most nodes. */
export const testNode = {
	name: 'test',
	group: [],
	inputs: [NodeConnectionTypes.Main],
	outputs: [NodeConnectionTypes.Main],
	properties: [],
};

/** Receives what the trigger passes on, so that a test sees what the rest of a workflow would get. */
class LastNode {
	description = testNode;

	async execute(this: { getInputData(): INodeExecutionData[] }): Promise<INodeExecutionData[][]> {
		return [this.getInputData()];
	}
}

export const ACTION = 'n8n-nodes-bank-transactions.bankTransactions';
export const TRIGGER = 'n8n-nodes-bank-transactions.bankTransactionsTrigger';
export const LAST = 'test.last';

const types: Record<string, INodeType> = {
	[ACTION]: new BankTransactions(),
	[TRIGGER]: new BankTransactionsTrigger(),
	[LAST]: new LastNode() as unknown as INodeType,
};

/** The types of a workflow in these tests. */
export const nodeTypes: INodeTypes = {
	getByName: (name) => types[name],
	getByNameAndVersion: (name) => types[name],
	getKnownTypes: () => ({}),
};

/**
 * Does for the engine what n8n's server does: returns the credential, and lets the credential
 * class sign the requests.
 */
function createCredentialsHelper(data: CredentialData) {
	const type = new BankTransactionsApi();
	return {
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		getCredentialsProperties: () => type.properties,
		getDecrypted: async () => ({ ...data }),
		preAuthentication: async () => undefined,
		authenticate: async (
			credentials: ICredentialDataDecryptedObject,
			_typeName: string,
			options: IHttpRequestOptions,
		) => await type.authenticate(credentials, options),
	};
}

/** Creates what n8n's server would give to the engine. */
export function createAdditionalData(
	credential: CredentialData,
	mode: WorkflowExecuteMode,
	webhookBaseUrl = 'http://127.0.0.1:5678/webhook',
): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper: createCredentialsHelper(credential),
		hooks: new ExecutionLifecycleHooks(mode, '1', {
			id: 'workflow',
			name: 'Test',
		} as IWorkflowBase),
		currentNodeExecutionIndex: 0,
		webhookBaseUrl,
		webhookTestBaseUrl: webhookBaseUrl.replace(/webhook$/, 'webhook-test'),
		webhookWaitingBaseUrl: `${webhookBaseUrl}-waiting`,
		formWaitingBaseUrl: `${webhookBaseUrl}-form-waiting`,
		executionId: '1',
	} as unknown as IWorkflowExecuteAdditionalData;
}

/** Creates one of our nodes with its credential. */
export function createNode(type: string, name: string, parameters: INodeParameters): INode {
	return {
		id: name,
		name,
		type,
		typeVersion: type === TRIGGER ? 2 : 1,
		position: [0, 0],
		parameters,
		credentials: { bankTransactionsApi: { id: '1', name: 'Bank' } },
	};
}

/** Creates a workflow of nodes in a row, each connected to the next. */
export function createWorkflow(nodes: INode[], more: Partial<WorkflowParameters> = {}): Workflow {
	const connections = Object.fromEntries(
		nodes
			.slice(1)
			.map((node, index) => [
				nodes[index].name,
				{ main: [[{ node: node.name, type: NodeConnectionTypes.Main, index: 0 }]] },
			]),
	);
	return new Workflow({ id: 'workflow', nodes, connections, active: false, nodeTypes, ...more });
}

/** Starts a workflow from one of its nodes, which gets the items as its input; may be cancelled. */
export function start(
	workflow: Workflow,
	startNode: string,
	items: INodeExecutionData[],
	credential: CredentialData,
	mode: WorkflowExecuteMode = 'manual',
): ReturnType<WorkflowExecute['processRunExecutionData']> {
	const node = workflow.getNode(startNode) as INode;
	const runExecutionData = createRunExecutionData({
		executionData: { nodeExecutionStack: [{ node, data: { main: [items] }, source: null }] },
	});
	const additionalData = createAdditionalData(credential, mode);
	return new WorkflowExecute(additionalData, mode, runExecutionData).processRunExecutionData(
		workflow,
	);
}

export interface ActionResult {
	items: INodeExecutionData[];
	/** The items of every output; the second is the error output, if the node has one. */
	outputs: INodeExecutionData[][];
	/** What the editor shows above the output. */
	hints: NodeExecutionHint[];
	/** What a user would see if the node failed. */
	error?: { message: string; description?: string | null };
	run: IRun;
}

export interface ActionOptions {
	items?: IDataObject[];
	continueOnFail?: boolean;
	/** What the node does when an item fails; it stops by default. */
	onError?: OnError;
	timezone?: string;
}

/** Runs the action node in the engine, once for all the items. */
export async function runAction(
	credential: CredentialData,
	parameters: INodeParameters,
	options: ActionOptions = {},
): Promise<ActionResult> {
	const node = createNode(ACTION, 'Bank', parameters);
	node.onError = options.continueOnFail ? 'continueRegularOutput' : options.onError;
	const settings = options.timezone ? { timezone: options.timezone } : undefined;
	// A node before it, as in every workflow: the engine traces items back to their source.
	const first = { ...createNode(LAST, 'First', {}), credentials: undefined };
	const workflow = createWorkflow([first, node], { settings });
	const items = (options.items ?? [{}]).map((json) => ({ json }));
	const result = await start(workflow, 'First', items, credential);
	const [task] = result.data.resultData.runData.Bank ?? [];
	const outputs = (task?.data?.main ?? []).map((output) => output ?? []);
	return {
		items: outputs[0] ?? [],
		outputs,
		hints: task?.hints ?? [],
		error: (task?.error ?? result.data.resultData.error) as ActionResult['error'],
		run: result,
	};
}

/** Requests a list of the action node's pickers, as the editor does. */
export async function searchList(
	credential: CredentialData,
	method: keyof BankTransactions['methods']['listSearch'],
	filter?: string,
	token?: string,
): Promise<INodeListSearchResult> {
	const node = createNode(ACTION, 'Bank', {});
	const additionalData = createAdditionalData(credential, 'internal');
	const context = new LoadOptionsContext(createWorkflow([node]), node, additionalData, '');
	return await new BankTransactions().methods.listSearch[method].call(context, filter, token);
}
