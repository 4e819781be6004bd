import {
	NodeOperationError,
	updateDisplayOptions,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
} from 'n8n-workflow';

import { createLabelExpression } from '../../fields';
import { getAll as getAllAccounts } from './account/getAll.operation';
import { sync as syncAccount } from './account/sync.operation';
import type { Operation } from './operation';
import { create as createPaymentRequest } from './paymentRequest/create.operation';
import { get as getTransaction } from './transaction/get.operation';
import { getAll as getAllTransactions } from './transaction/getAll.operation';
import { match as matchPayments } from './transaction/match.operation';
import { get as getUser } from './user/get.operation';
import { create as createWebhook } from './webhook/create.operation';
import { deleteOne as deleteWebhook } from './webhook/delete.operation';
import { deleteByUrl as deleteWebhooksByUrl } from './webhook/deleteByUrl.operation';
import { get as getWebhook } from './webhook/get.operation';
import { update as updateWebhook } from './webhook/update.operation';

interface Resource {
	name: string;
	value: string;
	/** In the order of the editor, which is alphabetical. */
	operations: Operation[];
	/** The one of `operations` that the editor selects first. */
	defaultOperation: Operation;
}

/** Every resource and operation of the node. New ones are added here and nowhere else. */
const resources: Resource[] = [
	{
		name: 'Account',
		value: 'account',
		operations: [getAllAccounts, syncAccount],
		defaultOperation: getAllAccounts,
	},
	{
		name: 'Payment Request',
		value: 'paymentRequest',
		operations: [createPaymentRequest],
		defaultOperation: createPaymentRequest,
	},
	{
		name: 'Transaction',
		value: 'transaction',
		operations: [getTransaction, getAllTransactions, matchPayments],
		defaultOperation: getAllTransactions,
	},
	{
		name: 'User',
		value: 'user',
		operations: [getUser],
		defaultOperation: getUser,
	},
	{
		name: 'Webhook',
		value: 'webhook',
		operations: [createWebhook, deleteWebhook, deleteWebhooksByUrl, getWebhook, updateWebhook],
		defaultOperation: createWebhook,
	},
];

/** The parameters of the action node: the resource, its operations, and the fields of each. */
export const actionProperties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ name, value }) => ({ name, value })),
		default: 'transaction',
	},
	...resources.flatMap(toProperties),
];

/** Shown under the name of the node on the canvas, e.g. "Get Many: Transaction". */
export const actionSubtitle = createSubtitle();

/**
 * Runs the operation that the parameters of an input item select, and returns its output items.
 * @throws NodeOperationError if the node has no such operation.
 */
export async function executeOperation(
	context: IExecuteFunctions,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const resource = context.getNodeParameter('resource', itemIndex) as string;
	const operation = context.getNodeParameter('operation', itemIndex) as string;
	const found = resources
		.find(({ value }) => value === resource)
		?.operations.find(({ option }) => option.value === operation);
	if (found) return await found.execute.call(context, itemIndex);
	throw new NodeOperationError(
		context.getNode(),
		`The operation '${operation}' is not supported for the resource '${resource}'`,
		{ itemIndex, description: 'Select a resource and an operation from the lists of this node.' },
	);
}

/** Returns the operation parameter of a resource and the fields of its operations. */
function toProperties({ value, operations, defaultOperation }: Resource): INodeProperties[] {
	const defaultValue = defaultOperation.option.value;
	return [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [value] } },
			options: operations.map(({ option }) => option),
			default: defaultValue,
		},
		...operations.flatMap(({ option, fields }) =>
			updateDisplayOptions({ show: { resource: [value], operation: [option.value] } }, fields),
		),
	];
}

function createSubtitle(): string {
	const options = resources.flatMap(({ operations }) => operations.map(({ option }) => option));
	const operation = createLabelExpression('operation', options);
	const resource = createLabelExpression('resource', resources);
	return `={{ ${operation} + ": " + ${resource} }}`;
}
