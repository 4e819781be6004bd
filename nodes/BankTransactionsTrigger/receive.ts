import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { idOf, isTestTransaction, type TransactionRecord } from '../service/transaction';
import { isAuthentic, type Headers } from './authenticity';
import { readEvent } from './event';
import { memoryOf } from './memory';
import { expectedToken } from './registration';
import { readOptions, readSelection } from './selection';

/**
 * What the service gets for every event. n8n sends it once the execution is stored (an engine fact),
 * so that an event which n8n cannot take is not counted as received, and comes again.
 */
const RECEIVED = { success: true };

/**
 * Takes one call to the webhook: proves that the service sent it, answers, and hands over the
 * transactions that start the workflow, one item each. What is not authentic or is no event starts
 * nothing (contract: "What the sender gets").
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const body = bodyOf(context);
	if (!isFromService(context, body)) return refuse(context, 401, 'unauthorized');
	const event = readEvent(body);
	if (event === undefined) return refuse(context, 400, 'not an event');
	if (event.unreadable > 0) {
		context.logger.warn(
			`An event of the bank transactions service held ${event.unreadable} entries that are no transactions. They were left out.`,
			whereOf(context),
		);
	}

	const { toItems } = await readSelection(context);
	const items = withoutRepeats(context, toItems(event.transactions));
	if (items.length === 0) return { webhookResponse: RECEIVED };
	return { webhookResponse: RECEIVED, workflowData: [items] };
}

/**
 * False also where the call cannot be checked: an exception here would have n8n start a failed
 * execution for a call that nobody proved.
 */
function isFromService(context: IWebhookFunctions, body: unknown): boolean {
	try {
		const token = expectedToken(context);
		const headers = context.getHeaderData() as Headers;
		if (token !== undefined) {
			return isAuthentic({ headers, body }, token, readOptions(context).secureTokenHeader);
		}
		context.logger.warn(
			'A call to the bank transactions trigger was refused: no token is stored for it. Deactivate the workflow and activate it again.',
			whereOf(context),
		);
	} catch (error) {
		context.logger.warn(
			`A call to the bank transactions trigger was refused, because it could not be checked: ${(error as Error).message}`,
			whereOf(context),
		);
	}
	return false;
}

/** Drops what this process saw claimed, or handed over a moment ago, before an execution starts. */
function withoutRepeats(
	context: IWebhookFunctions,
	items: INodeExecutionData[],
): INodeExecutionData[] {
	if (context.getMode() === 'manual') return items;
	const record = ({ json }: INodeExecutionData) => json as TransactionRecord;
	const ids = items
		.map(record)
		.filter((json) => !isTestTransaction(json))
		.map(idOf);
	const admitted = memoryOf(context).admit(ids);
	return items.filter(
		(item) => isTestTransaction(record(item)) || admitted.delete(idOf(record(item))),
	);
}

function whereOf(context: IWebhookFunctions) {
	return { workflowId: context.getWorkflow().id, node: context.getNode().name };
}

/** Writes the answer itself: n8n's own answer has no place for a status without an execution. */
function refuse(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	const response = context.getResponseObject();
	response.writeHead(status, { 'Content-Type': 'application/json' });
	response.end(JSON.stringify({ success: false, message }));
	return { noWebhookResponse: true };
}

/** The body as JSON, also where the sender gave it no content type that n8n reads as JSON. */
function bodyOf(context: IWebhookFunctions): unknown {
	const { body, rawBody } = context.getRequestObject();
	if (typeof body === 'object' && body !== null && Object.keys(body as object).length > 0) {
		return body;
	}
	try {
		return JSON.parse(rawBody?.toString('utf8') ?? '');
	} catch {
		return undefined;
	}
}
