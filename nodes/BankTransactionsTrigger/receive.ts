import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { readSettings } from '../service/settings';
import { simplify } from '../service/transaction';
import { carriesToken, type Headers } from './authenticity';
import { readEvent } from './event';
import { expectedToken } from './registration';
import { select, type TriggerOptions } from './selection';

/**
 * Takes one call to the webhook: proves that the service sent it, answers, and hands over the
 * transactions that start the workflow, one item each. What is not authentic or is no event starts
 * nothing (contract: "What the sender gets").
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const token = expectedToken(context);
	if (token === undefined) {
		context.logger.warn(
			'A call to the bank transactions trigger was refused: no token is stored for it. Deactivate the workflow and activate it again.',
			whereOf(context),
		);
		return answer(context, 401, 'unauthorized');
	}
	const options = context.getNodeParameter('options', {}) as TriggerOptions;
	const headers = context.getHeaderData() as Headers;
	if (!carriesToken(headers, token, options.secureTokenHeader)) {
		return answer(context, 401, 'unauthorized');
	}
	const event = readEvent(bodyOf(context));
	if (event === undefined) return answer(context, 400, 'not an event');
	if (event.unreadable > 0) {
		context.logger.warn(
			`An event of the bank transactions service held ${event.unreadable} entries that are no transactions. They were left out.`,
			whereOf(context),
		);
	}

	const selected = select(context, event.transactions);
	if (selected.length === 0) return answer(context, 200);
	const simple = context.getNodeParameter('simplify', true) as boolean;
	const { timeZone } = await readSettings(context);
	const items = selected.map((record) => ({
		json: (simple ? simplify(record, timeZone) : record) as unknown as IDataObject,
	}));
	return { ...answer(context, 200), workflowData: [items] };
}

function whereOf(context: IWebhookFunctions) {
	return { workflowId: context.getWorkflow().id, node: context.getNode().name };
}

/** Writes the answer itself: n8n's own answer has no place for a status without an execution. */
function answer(
	context: IWebhookFunctions,
	status: number,
	refusal?: string,
): IWebhookResponseData {
	const body = refusal === undefined ? { success: true } : { success: false, message: refusal };
	const response = context.getResponseObject();
	response.writeHead(status, { 'Content-Type': 'application/json' });
	response.end(JSON.stringify(body));
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
