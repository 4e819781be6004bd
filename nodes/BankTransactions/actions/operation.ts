import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

/** One operation of a resource: how the editor shows it, and what it does. */
export interface Operation {
	option: OperationOption;
	/** Parameters, without the display options that depend on the resource and the operation. */
	fields: INodeProperties[];
	/** Runs the operation for one input item and returns its output items. */
	execute: (this: IExecuteFunctions, itemIndex: number) => Promise<INodeExecutionData[]>;
}

/** How the editor lists an operation. */
interface OperationOption extends INodePropertyOptions {
	value: string;
	/** Name of the operation in the node panel. */
	action: string;
	description: string;
}

/** Returns an output item that n8n traces back to its input item. */
export function toItem(json: object, itemIndex: number): INodeExecutionData {
	return toItems([json], itemIndex)[0];
}

/**
 * Returns the output items of one input item. They share one `pairedItem`, because n8n stores every
 * object separately.
 */
export function toItems(records: object[], itemIndex: number): INodeExecutionData[] {
	const pairedItem = { item: itemIndex };
	return records.map((json) => ({ json: json as IDataObject, pairedItem }));
}
