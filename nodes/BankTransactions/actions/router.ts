import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { labelOf } from '../../fields';
import { describeResource, type Operation } from './operation';
import { get as getTransaction } from './transaction/get.operation';
import { getAll as getAllTransactions } from './transaction/getAll.operation';
import { match as matchPayments } from './transaction/match.operation';
import { get as getUser } from './user/get.operation';
import { create as createWebhook } from './webhook/create.operation';
import { deleteOne as deleteWebhook } from './webhook/delete.operation';
import { deleteByUrl as deleteWebhooksByUrl } from './webhook/deleteByUrl.operation';
import { get as getWebhook } from './webhook/get.operation';
import { update as updateWebhook } from './webhook/update.operation';

/** What the node can do, by resource and operation; each list is in the order of the editor. */
interface Operations {
	transaction: 'get' | 'getAll' | 'match';
	user: 'get';
	webhook: 'create' | 'delete' | 'deleteByUrl' | 'get' | 'update';
}

type OperationKey = {
	[Resource in keyof Operations]: `${Resource}:${Operations[Resource]}`;
}[keyof Operations];

const operations: Record<OperationKey, Operation> = {
	'transaction:get': getTransaction,
	'transaction:getAll': getAllTransactions,
	'transaction:match': matchPayments,
	'user:get': getUser,
	'webhook:create': createWebhook,
	'webhook:delete': deleteWebhook,
	'webhook:deleteByUrl': deleteWebhooksByUrl,
	'webhook:get': getWebhook,
	'webhook:update': updateWebhook,
};

/** The operation that the parameters of an item name, or undefined where there is none. */
export function findOperation(resource: string, operation: string): Operation | undefined {
	return Object.entries(operations).find(([key]) => key === `${resource}:${operation}`)?.[1];
}

const resources: INodePropertyOptions[] = [
	{ name: 'Transaction', value: 'transaction' },
	{ name: 'User', value: 'user' },
	{ name: 'Webhook', value: 'webhook' },
];

/** What the canvas shows under the name of the node, e.g. "Get Many: Transaction". */
export const actionSubtitle = `={{ ${labelOf(
	'operation',
	Object.values(operations).map(({ option }) => option),
)} + ": " + ${labelOf('resource', resources)} }}`;

/** The parameters of the action node: the resource, its operations, and the fields of each. */
export const actionProperties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources,
		default: 'transaction',
	},
	...describeResource('transaction', 'getAll', operationsOf('transaction')),
	...describeResource('user', 'get', operationsOf('user')),
	...describeResource('webhook', 'create', operationsOf('webhook')),
];

function operationsOf(resource: keyof Operations): Operation[] {
	return Object.entries(operations)
		.filter(([key]) => key.startsWith(`${resource}:`))
		.map(([, operation]) => operation);
}
