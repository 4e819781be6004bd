import { NodeOperationError, type IExecuteFunctions, type INode } from 'n8n-workflow';

/** What keeps a workflow from being published, in the user's words. */
export interface PublicationIssue {
	message: string;
	description: string;
}

/** A setting that n8n offers on every node, and that breaks what the trigger promises. */
interface UnsafeSetting {
	name: string;
	isUnsafe: (node: INode) => boolean;
	/** What it has to be. */
	safeValue: string;
	/** What would happen otherwise. */
	effect: string;
}

const EXECUTE_ONCE: UnsafeSetting = {
	name: 'Execute Once',
	isUnsafe: ({ executeOnce }) => executeOnce === true,
	safeValue: 'off',
	effect: 'Only the first transaction of each execution would start the workflow.',
};

const UNSAFE_SETTINGS: UnsafeSetting[] = [
	EXECUTE_ONCE,
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
export function findSettingIssues(node: INode): PublicationIssue[] {
	return UNSAFE_SETTINGS.filter(({ isUnsafe }) => isUnsafe(node)).map((setting) => ({
		message: `'${setting.name}' of "${node.name}" must be ${setting.safeValue}`,
		description: `${setting.effect} ${describeChange(setting)}`,
	}));
}

/**
 * Has the engine treat this execution as if *Always Output Data* were off and *On Error* were *Stop
 * Workflow*. It reads both after `execute()` (docs/n8n-engine.md#execute-on-a-trigger): otherwise, an
 * empty item would follow an execution that passes nothing, and all input one that fails.
 */
export function overrideUnsafeSettings(context: IExecuteFunctions): void {
	const execution = context.getExecuteData();
	// A copy: n8n keeps the node of an active workflow for further executions.
	execution.node = {
		...execution.node,
		alwaysOutputData: false,
		onError: 'stopWorkflow',
		continueOnFail: false,
	};
}

/** Returns the error of an execution that got less than it was given, because of *Execute Once*. */
export function executeOnceError(node: INode, given: number): NodeOperationError {
	return new NodeOperationError(
		node,
		`'Execute Once' is on, so only one of ${given} transactions could start the workflow`,
		{
			description: `None of them did. ${describeChange(EXECUTE_ONCE)} With 'Catch Up', they start it at the next check. Without it, retry this execution with the currently saved workflow.`,
		},
	);
}

function describeChange({ name, safeValue }: UnsafeSetting): string {
	const change = safeValue === 'off' ? `Turn off '${name}'` : `Set '${name}' to ${safeValue}`;
	return `${change} in the 'Settings' tab of the trigger, and publish the workflow.`;
}
