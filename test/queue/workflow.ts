import { randomUUID } from 'node:crypto';
import { NodeConnectionTypes, type INode } from 'n8n-workflow';
import type { Credential, WorkflowInput } from '../host/editor';

const triggerName = 'Bank Transactions Trigger';
const lastName = 'Record';
const catchUpMinutes = 0.1;

function node(name: string, type: string, typeVersion: number, more: Partial<INode>): INode {
	const parameters = {};
	return { id: randomUUID(), name, type, typeVersion, position: [0, 0], parameters, ...more };
}

/** The trigger, and a node that posts each transaction and its execution to the recorder. */
export function recordedWorkflow(
	name: string,
	credential: Credential,
	recorderUrl: string,
): WorkflowInput {
	const trigger = node(triggerName, 'n8n-nodes-bank-transactions.bankTransactionsTrigger', 1, {
		webhookId: randomUUID(),
		credentials: { [credential.type]: { id: credential.id, name: credential.name } },
		parameters: { triggerOn: 'all', options: { catchUpInterval: catchUpMinutes } },
	});
	const last = node(lastName, 'n8n-nodes-base.httpRequest', 4.2, {
		parameters: {
			method: 'POST',
			url: recorderUrl,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '={{ JSON.stringify({ id: $json.id, execution: $execution.id }) }}',
			options: {},
		},
	});
	return {
		name,
		nodes: [trigger, last],
		connections: {
			[triggerName]: { main: [[{ node: lastName, type: NodeConnectionTypes.Main, index: 0 }]] },
		},
	};
}
