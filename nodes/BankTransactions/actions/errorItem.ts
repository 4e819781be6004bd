import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { getFault } from '../../shared/http/errors';
import { isToolCall } from './toolCall';

type NodeError = NodeApiError | NodeOperationError;

const ERROR_KEYS = ['description', 'httpStatus', 'serviceCode'];

/**
 * Returns an error that n8n shows with its item. In a tool call, its message also says what to do, because
 * n8n passes nothing else to the model.
 */
export function toNodeError(
	context: IExecuteFunctions,
	error: unknown,
	itemIndex: number,
): NodeError {
	const isNodeError = error instanceof NodeApiError || error instanceof NodeOperationError;
	const nodeError = isNodeError
		? error
		: new NodeOperationError(context.getNode(), error as Error, { itemIndex });
	const { message, description } = nodeError;
	if (description && isToolCall(context)) nodeError.message = `${message}. ${description}`;
	return nodeError;
}

/** Returns the output item of an input item that failed, if the node continues on errors. */
export function toErrorItem(
	context: IExecuteFunctions,
	error: unknown,
	itemIndex: number,
): INodeExecutionData {
	const json = toErrorJson(error);
	const pairedItem = { item: itemIndex };
	if (context.getNode().onError !== 'continueErrorOutput') return { json, pairedItem };
	// n8n merges in the keys of the input item. `undefined` hides those of an earlier error.
	const input = context.getInputData()[itemIndex].json;
	const stale = ERROR_KEYS.filter((key) => key in input).map((key) => [key, undefined]);
	return toErrorOutput({ json: { ...Object.fromEntries(stale), ...json }, pairedItem });
}

/**
 * Returns an item that n8n sends through the error output with all of its JSON. n8n does so if
 * `error` is set, and then replaces the JSON of each item that has an `error` by the message alone.
 * It copies the item in between, and the copy lacks `error`, because that is not enumerable. Items of
 * the first node of a workflow are not copied, so a replacement is merged into the JSON instead. See
 * `docs/n8n-engine.md#error-output`.
 */
function toErrorOutput({ json, pairedItem }: INodeExecutionData): INodeExecutionData {
	const item = { json, pairedItem };
	Object.defineProperty(item, 'error', { value: { message: json.error }, enumerable: false });
	return Object.defineProperty(item, 'json', {
		get: () => json,
		set: (replacement: IDataObject) => Object.assign(json, replacement),
	});
}

function toErrorJson(error: unknown): IDataObject {
	const { message, description } = error as NodeError;
	const fault = getFault(error);
	return {
		error: message,
		...(description ? { description } : {}),
		...(fault?.status === undefined ? {} : { httpStatus: fault.status }),
		...(fault?.code === undefined ? {} : { serviceCode: fault.code }),
	};
}
