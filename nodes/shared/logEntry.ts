import type { ServiceContext } from './types';

/**
 * Returns the arguments of an entry in n8n's log. The text names the workflow and the node, because it is
 * all that n8n prints by default (docs/n8n-engine.md#log).
 */
export function toLogEntry(
	context: Pick<ServiceContext, 'getNode' | 'getWorkflow'>,
	message: string,
): [string, Record<string, unknown>] {
	const { id, name } = context.getWorkflow();
	const node = context.getNode().name;
	return [`${message} [workflow "${name}" (ID: ${id}), node "${node}"]`, { workflowId: id, node }];
}
