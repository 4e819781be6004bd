import type { INode } from 'n8n-workflow';
import type { Credential, WorkflowInput } from './editor';
import { triggerWorkflow } from './workflows';

/** The node of the example workflow whose output a team would read. */
export const lastNodeName = 'Line for the Team';

/** The workflow "Money in": each incoming transfer becomes a line for the team. */
export function exampleWorkflow(credential: Credential): WorkflowInput {
	const value = '={{ $json.amount }} received: {{ $json.description }} ({{ $json.reference }})';
	const line: INode = {
		id: 'line',
		name: lastNodeName,
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		position: [240, 0],
		parameters: {
			includeOtherFields: true,
			assignments: { assignments: [{ id: 'line', name: 'line', type: 'string', value }] },
		},
	};
	return { ...triggerWorkflow({ triggerOn: 'incoming' }, credential, [line]), name: 'Money in' };
}
