import type { FastifyReply, FastifyRequest } from 'fastify';
import { HookContext, TriggerContext, WebhookContext } from 'n8n-core';
import type {
	INodeExecutionData,
	INodeType,
	ITriggerResponse,
	IWebhookData,
	IWebhookResponseData,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import type { DonePromise } from './executionStore';
import { isParsed, parseBody, readRawBody } from './webhookServer';

/** A workflow that n8n has loaded, with what its server adds to it. */
export interface OpenedTrigger {
	workflow: Workflow;
	additionalData: IWorkflowExecuteAdditionalData;
	webhookData: IWebhookData;
	/** The trigger as the main process has loaded it. */
	nodeType: INodeType;
}

/** What the trigger calls to start an execution. */
export type Emit = (
	data: INodeExecutionData[][],
	response?: unknown,
	donePromise?: DonePromise,
) => void;

/** Calls a lifecycle method of the trigger's webhook. */
export async function callHook(
	method: 'checkExists' | 'create' | 'delete',
	opened: OpenedTrigger,
	mode: WorkflowExecuteMode,
	activation: WorkflowActivateMode,
): Promise<boolean> {
	const context = createHookContext(opened, mode, activation);
	return (await opened.nodeType.webhookMethods?.default?.[method]?.call(context)) ?? false;
}

/** Starts the trigger of an activated workflow. */
export async function startTrigger(
	{ workflow, additionalData, webhookData, nodeType }: OpenedTrigger,
	activation: WorkflowActivateMode,
	emit: Emit,
): Promise<ITriggerResponse | undefined> {
	const node = workflow.nodes[webhookData.node];
	const context = new TriggerContext(workflow, node, additionalData, 'trigger', activation, emit);
	return await nodeType.trigger?.call(context);
}

/** Hands a call of its webhook to the trigger. */
export async function callWebhook(
	{ workflow, additionalData, webhookData, nodeType }: OpenedTrigger,
	mode: WorkflowExecuteMode,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<IWebhookResponseData> {
	const httpRequest = Object.assign(request.raw, {
		readRawBody: async () => await readRawBody(request),
		body: parseBody(request),
		query: request.query,
		params: {},
	});
	if (isParsed(request)) await httpRequest.readRawBody();
	additionalData.httpRequest = httpRequest as never;
	additionalData.httpResponse = reply.raw as never;
	const node = workflow.nodes[webhookData.node];
	const context = new WebhookContext(workflow, node, additionalData, mode, webhookData, [], null);
	return (await nodeType.webhook?.call(context)) ?? {};
}

/** Writes an error to n8n's log. */
export function logError(opened: OpenedTrigger, message: string) {
	createHookContext(opened, 'internal', 'update').logger.error(message);
}

function createHookContext(
	{ workflow, additionalData, webhookData }: OpenedTrigger,
	mode: WorkflowExecuteMode,
	activation: WorkflowActivateMode,
): HookContext {
	const node = workflow.nodes[webhookData.node];
	return new HookContext(workflow, node, additionalData, mode, activation, webhookData);
}
