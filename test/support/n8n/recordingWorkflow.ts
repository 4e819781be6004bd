import { NodeConnectionTypes, type INode, type INodeParameters } from 'n8n-workflow';
import { triggerName, triggerWorkflow } from './workflows';
import type { Credential, WorkflowInput } from './editor';

const recorderName = 'Recorder';

/** Builds a workflow of the trigger and a last node that sends each transaction to the recorder once. */
export function recordingWorkflow(
	parameters: INodeParameters,
	credential: Credential,
	recorderUrl: string,
): WorkflowInput {
	const { nodes, ...workflow } = triggerWorkflow(parameters, credential);
	const recorder: INode = {
		id: recorderName,
		name: recorderName,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		position: [240, 0],
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
	const toRecorder = { node: recorderName, type: NodeConnectionTypes.Main, index: 0 };
	return {
		...workflow,
		nodes: [...nodes, recorder],
		connections: { [triggerName]: { main: [[toRecorder]] } },
	};
}
