import { NodeConnectionTypes } from 'n8n-workflow';
import type { Credential, WorkflowInput } from './editor';

/** The node of the example workflow whose output a team would read. */
export const lastNodeName = 'Line for the Team';

export const triggerName = 'Bank Transactions Trigger';

/** The workflow "Money in": each incoming transfer becomes a line for the team. */
export function exampleWorkflow(credential: Credential, webhookId: string): WorkflowInput {
	const { id, name } = credential;
	return {
		name: 'Money in',
		nodes: [
			{
				id: 'trigger',
				name: triggerName,
				type: 'n8n-nodes-bank-transactions.bankTransactionsTrigger',
				typeVersion: 1,
				position: [0, 0],
				webhookId,
				credentials: { [credential.type]: { id, name } },
				parameters: { triggerOn: 'incoming' },
			},
			{
				id: 'line',
				name: lastNodeName,
				type: 'n8n-nodes-base.set',
				typeVersion: 3.4,
				position: [240, 0],
				parameters: {
					includeOtherFields: true,
					assignments: {
						assignments: [
							{
								id: 'line',
								name: 'line',
								type: 'string',
								value:
									'={{ $json.amount }} received: {{ $json.description }} ({{ $json.reference }})',
							},
						],
					},
				},
			},
		],
		connections: {
			[triggerName]: {
				main: [[{ node: lastNodeName, type: NodeConnectionTypes.Main, index: 0 }]],
			},
		},
	};
}
