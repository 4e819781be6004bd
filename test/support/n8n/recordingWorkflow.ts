import type { INode, INodeParameters } from 'n8n-workflow';
import { triggerWorkflow } from './workflows';
import type { Credential, WorkflowInput } from './editor';

const recorderName = 'Recorder';

/**
 * Builds a workflow of the trigger, further steps, and a last node that sends each transaction to the
 * recorder once.
 */
export function recordingWorkflow(
	parameters: INodeParameters,
	credential: Credential,
	recorderUrl: string,
	steps: INode[] = [],
): WorkflowInput {
	return triggerWorkflow(parameters, credential, [...steps, recorderNode(recorderUrl)]);
}

/** A node that sends each transaction to the recorder. */
export function recorderNode(recorderUrl: string): INode {
	return {
		id: recorderName,
		name: recorderName,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		position: [480, 0],
		retryOnFail: false,
		parameters: {
			method: 'POST',
			url: recorderUrl,
			sendBody: true,
			specifyBody: 'json',
			jsonBody:
				'={{ JSON.stringify({ id: $json.id, reference: $json.reference, execution: $execution.id }) }}',
		},
	};
}
