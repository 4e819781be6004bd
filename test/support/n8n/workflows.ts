import { randomUUID } from 'node:crypto';
import {
	NodeConnectionTypes,
	type IConnections,
	type IDataObject,
	type INode,
	type INodeParameters,
} from 'n8n-workflow';
import { getItems, type Credential, type Execution, type WorkflowInput } from './editor';
import type { ListRecord } from '../../bank/types';
import type { TestInstance } from './testInstance';

export const triggerName = 'Bank Transactions Trigger';
export const actionName = 'Bank Transactions';
export const startName = 'Start';

function bankNode(
	name: string,
	[type, typeVersion]: [string, number],
	parameters: INodeParameters,
	credential: Credential,
): INode {
	return {
		id: name,
		name,
		type: `n8n-nodes-bank-transactions.${type}`,
		typeVersion,
		position: [0, 0],
		webhookId: randomUUID(),
		credentials: { [credential.type]: { id: credential.id, name: credential.name } },
		parameters,
	};
}

/** A workflow of the trigger node, and of what follows it in this order. */
export function triggerWorkflow(
	parameters: INodeParameters,
	credential: Credential,
	laterNodes: INode[] = [],
): WorkflowInput {
	const trigger = bankNode(triggerName, ['bankTransactionsTrigger', 2], parameters, credential);
	const nodes = [trigger, ...laterNodes];
	return { name: 'Trigger', nodes, connections: connectInOrder(nodes) };
}

/** A workflow of a manual trigger and the action node. */
export function actionWorkflow(parameters: INodeParameters, credential: Credential): WorkflowInput {
	const start: INode = {
		id: startName,
		name: startName,
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [-200, 0],
		parameters: {},
	};
	const nodes = [start, bankNode(actionName, ['bankTransactions', 1], parameters, credential)];
	return { name: 'Action', nodes, connections: connectInOrder(nodes) };
}

/** n8n's Wait node, at the place after a trigger. */
export function waitNode(amount: number | string, unit: 'seconds' | 'hours'): INode {
	return {
		id: 'Wait',
		name: 'Wait',
		type: 'n8n-nodes-base.wait',
		typeVersion: 1.1,
		position: [240, 0],
		parameters: { amount, unit },
	};
}

/** Connects the main output of each node to the next one. */
export function connectInOrder(nodes: INode[]): IConnections {
	const connections: IConnections = {};
	for (const [place, { name }] of nodes.slice(1).entries()) {
		connections[nodes[place].name] = {
			main: [[{ node: name, type: NodeConnectionTypes.Main, index: 0 }]],
		};
	}
	return connections;
}

/** Runs the action node once in a new workflow; throws the node's error if it fails. */
export async function runAction(
	{ editor, credential }: TestInstance,
	parameters: INodeParameters,
): Promise<IDataObject[]> {
	const workflow = await editor.createWorkflow(actionWorkflow(parameters, credential));
	const execution = await editor.runToEnd(workflow.id, startName);
	await editor.deleteWorkflow(workflow);
	const { error } = execution.data.resultData;
	if (error) throw new Error(error.message, { cause: error });
	return getItems(execution, actionName);
}

/** Whether the trigger, or another node, has passed this transaction in an execution. */
export function hasPassed(transactionId: number, nodeName = triggerName) {
	return (execution: Execution) =>
		getItems(execution, nodeName).some(({ id }) => id === transactionId);
}

/** Returns false for the records of a bank that tells no time of day. */
export const hasTimeOfDay = ({ when }: ListRecord) => !when.endsWith('T00:00:00');

/** The simplified form of a record in the service's list, written by hand. */
export function simplified(record: ListRecord): IDataObject {
	return {
		id: record.id,
		reference: record.tid,
		amount: record.amount,
		direction: record.amount >= 0 ? 'incoming' : 'outgoing',
		description: record.description,
		time: hasTimeOfDay(record) ? `${record.when}+07:00` : record.when.slice(0, 10),
		balance: record.cusum_balance,
		accountNumber: record.bankSubAccId,
		virtualAccount: record.virtualAccount,
		counterpartName: record.corresponsiveName ?? '',
		counterpartAccount: record.corresponsiveAccount ?? '',
	};
}
