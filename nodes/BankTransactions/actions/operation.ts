import {
	updateDisplayOptions,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

/** One operation of a resource: how the editor shows it, and what it does. */
export interface Operation {
	option: INodePropertyOptions;
	/** Parameters, without the display options that the router's place gives them. */
	fields: INodeProperties[];
	/** Runs the operation for one input item and returns its output items. */
	execute: (this: IExecuteFunctions, itemIndex: number) => Promise<INodeExecutionData[]>;
}

/** The operation parameter of a resource with all the fields of its operations. */
export function describeResource(
	resource: string,
	defaultOperation: string,
	operations: Operation[],
): INodeProperties[] {
	return [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [resource] } },
			options: operations.map(({ option }) => option),
			default: defaultOperation,
		},
		...operations.flatMap(({ option, fields }) =>
			updateDisplayOptions(
				{ show: { resource: [resource], operation: [option.value as string] } },
				fields,
			),
		),
	];
}

/** One output item that n8n can trace back to its input item. */
export function toItem(json: object, itemIndex: number): INodeExecutionData {
	return toItems([json], itemIndex)[0];
}

/**
 * The same for many of one input item. They share one trace, because n8n writes every object that it
 * saves on its own.
 */
export function toItems(records: object[], itemIndex: number): INodeExecutionData[] {
	const pairedItem = { item: itemIndex };
	return records.map((json) => ({ json: json as IDataObject, pairedItem }));
}

const shared = new WeakMap<IExecuteFunctions, Map<string, unknown>>();

/** Makes a thing once for all items of one run of the node, and gives every item the same. */
export function onceARun<T>(context: IExecuteFunctions, key: string, make: () => T): T {
	const things = shared.get(context) ?? new Map<string, unknown>();
	shared.set(context, things);
	if (!things.has(key)) things.set(key, make());
	return things.get(key) as T;
}
