import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { faultOf } from '../../service/errors';

type NodeError = NodeApiError | NodeOperationError;

const ERROR_KEYS = ['description', 'httpStatus', 'serviceCode'];

/** Converts whatever was thrown to an error that n8n shows with its item. */
export function toNodeError(
	context: IExecuteFunctions,
	error: unknown,
	itemIndex: number,
): NodeError {
	const isNodeError = error instanceof NodeApiError || error instanceof NodeOperationError;
	return isNodeError
		? error
		: new NodeOperationError(context.getNode(), error as Error, { itemIndex });
}

/** The output item of an input item that failed, for a node that continues on errors. */
export function toErrorItem(
	context: IExecuteFunctions,
	thrown: unknown,
	itemIndex: number,
): INodeExecutionData {
	const json = toErrorJson(thrown);
	const pairedItem = { item: itemIndex };
	if (context.getNode().onError !== 'continueErrorOutput') return { json, pairedItem };
	// The engine adds the keys of the input item. Those of an earlier error are hidden by undefined.
	const input = context.getInputData()[itemIndex].json;
	const stale = ERROR_KEYS.filter((key) => key in input).map((key) => [key, undefined]);
	return toErrorOutput({ json: { ...Object.fromEntries(stale), ...json }, pairedItem });
}

/**
 * Has the engine send an item through the error output with all of its JSON. The engine does so if
 * `error` is set, and copies the item; then it replaces the JSON of each item that has an `error` by
 * the message alone. The copy has none, because the property is not enumerable. The first node of a
 * workflow is not copied, so its JSON takes a replacement as an addition.
 */
function toErrorOutput({ json, pairedItem }: INodeExecutionData): INodeExecutionData {
	const item = { json, pairedItem };
	Object.defineProperty(item, 'error', { value: { message: json.error }, enumerable: false });
	return Object.defineProperty(item, 'json', {
		get: () => json,
		set: (replacement: IDataObject) => Object.assign(json, replacement),
	});
}

function toErrorJson(thrown: unknown): IDataObject {
	const { message, description } = thrown as NodeError;
	const fault = faultOf(thrown);
	return {
		error: message,
		...(description ? { description } : {}),
		...(fault?.status === undefined ? {} : { httpStatus: fault.status }),
		...(fault?.code === undefined ? {} : { serviceCode: fault.code }),
	};
}
