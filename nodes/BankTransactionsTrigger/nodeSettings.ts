import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import type { ErrorText } from '../shared/http/errors';

/** A setting that n8n offers on every node, and that breaks what the trigger promises. */
interface UnsafeSetting {
	name: string;
	isUnsafe: (node: INode) => boolean;
	/** What it has to be. */
	safeValue: string;
	/** What would happen otherwise. */
	effect: string;
}

const UNSAFE_SETTINGS: UnsafeSetting[] = [
	{
		name: 'Execute Once',
		isUnsafe: ({ executeOnce }) => executeOnce === true,
		safeValue: 'off',
		effect: 'Only the first transaction of each execution would start the workflow.',
	},
	{
		name: 'Always Output Data',
		isUnsafe: ({ alwaysOutputData }) => alwaysOutputData === true,
		safeValue: 'off',
		effect: 'Executions without a new transaction would start the workflow with an empty item.',
	},
	{
		name: 'On Error',
		isUnsafe: ({ onError = 'stopWorkflow', continueOnFail }) =>
			onError !== 'stopWorkflow' || continueOnFail === true,
		safeValue: "'Stop Workflow'",
		effect: 'Transactions that n8n could not record would start the workflow again.',
	},
];

/** Returns what has to be changed in n8n's own settings of the node before it can be published. */
export function findSettingIssues(node: INode): ErrorText[] {
	return UNSAFE_SETTINGS.filter(({ isUnsafe }) => isUnsafe(node)).map(
		({ name, safeValue, effect }) => ({
			message: `'${name}' of "${node.name}" must be ${safeValue}`,
			description: `${effect} Change it in the 'Settings' tab of the trigger, and publish the workflow again.`,
		}),
	);
}

/**
 * Returns all items that this execution was started with, and has the engine treat it as if the unsafe
 * settings were not set. They may be set all the same: from n8n 2.40 on, a change of settings calls no
 * method of the trigger (docs/n8n-engine.md#execute-on-a-trigger).
 */
export function takeInput(context: IExecuteFunctions): INodeExecutionData[] {
	const execution = context.getExecuteData();
	// A copy, because n8n keeps the node of an active workflow for further executions.
	execution.node = {
		...execution.node,
		alwaysOutputData: false,
		onError: 'stopWorkflow',
		continueOnFail: false,
	};
	// With *Execute Once*, `getInputData()` would return only the first item.
	return execution.data.main[0] ?? [];
}
