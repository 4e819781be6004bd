import { NodeConnectionTypes, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { toItem } from './operation';

/**
 * Returns true if an AI agent called the node as its tool. `isToolExecution()` of the context is false
 * if the engine runs the tool for n8n's AI Agent. See `docs/n8n-engine.md#ai-agents`.
 */
export function isToolCall(context: IExecuteFunctions): boolean {
	return context.getNodeOutputs().some(({ type }) => type === NodeConnectionTypes.AiTool);
}

/**
 * Returns the output of a listing that found nothing. In a workflow that is no item. An agent gets the
 * message: its model would see an empty text, and may guess what that means.
 */
export function toEmptyOutput(
	context: IExecuteFunctions,
	message: string,
	itemIndex: number,
): INodeExecutionData[] {
	return isToolCall(context) ? [toItem({ message }, itemIndex)] : [];
}
