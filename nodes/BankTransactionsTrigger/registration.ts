import { randomBytes } from 'node:crypto';

import {
	NodeApiError,
	NodeOperationError,
	type IHookFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';

import { isMissing } from '../service/client';
import { faultOf } from '../service/errors';
import { readSettings } from '../service/settings';
import {
	createWebhook,
	deleteWebhook,
	deleteWebhooksByUrl,
	getWebhook,
	updateWebhook,
	type Webhook,
} from '../service/webhook';
import { sendLatest, showsLatest } from './latest';
import { assertCallable } from './publicAddress';
import {
	registrationsOf,
	setRegistration,
	type Registration,
	type Registrations,
} from './staticData';

function ownUrl(context: IHookFunctions): string {
	const url = context.getNodeWebhookUrl('default');
	if (url !== undefined) return url;
	throw new NodeOperationError(context.getNode(), 'n8n gave this trigger no webhook URL', {
		description: 'Save the workflow, then activate it again.',
	});
}

/**
 * Brings the registration that is remembered up to date: URL, token and choice of transactions,
 * since the token cannot be read back, n8n's address may have moved, and an update wakes a webhook
 * that the service paused. True afterwards; false where there is none and `register` has to follow.
 * With polling there is none to register, and what is left of one is removed.
 * @throws NodeApiError where the service cannot tell: unknown is not absent.
 */
export async function refresh(context: IHookFunctions): Promise<boolean> {
	const url = ownUrl(context);
	if (context.getNodeParameter('delivery', 'webhook') === 'polling') {
		await unregister(context);
		if (showsLatest(context)) listenForLatest(context, url);
		return true;
	}
	assertCallable(context.getNode(), url, (await readSettings(context)).baseUrl);
	const registrations = registrationsOf(context);
	const knownUrl = registrations[url] ? url : formerUrl(registrations, url);
	if (knownUrl === undefined) return false;
	const { webhookId, secureToken } = registrations[knownUrl];
	const webhook = webhookId === undefined ? undefined : await findWebhook(context, webhookId);
	// An id whose webhook calls somebody else is not ours any more, so it is left alone.
	if (webhook === undefined || ![url, knownUrl].includes(webhook.url)) {
		setRegistration(context, knownUrl);
		return false;
	}
	await updateWebhook(context, webhook.id, settingsFor(context, url, secureToken));
	if (knownUrl !== url) {
		setRegistration(context, url, { webhookId: webhook.id, secureToken });
		setRegistration(context, knownUrl);
	}
	return true;
}

/**
 * Registers this node's URL with a token of its own. What was left under the URL is removed first,
 * so a repeated call leaves one webhook; the URL holds the node's own UUID, so nothing else matches.
 * @throws NodeOperationError or NodeApiError that says what to do.
 */
export async function register(context: IHookFunctions): Promise<void> {
	const url = ownUrl(context);
	assertCallable(context.getNode(), url, (await readSettings(context)).baseUrl);
	await removeByUrl(context, url);
	const secureToken = newToken();
	const webhook = await createWebhook(context, settingsFor(context, url, secureToken));
	setRegistration(context, url, { webhookId: webhook.id, secureToken });
	if (showsLatest(context)) void sendLatest(context, url, secureToken);
}

/** A test run with polling waits on its URL too (an engine fact), where this node alone calls. */
function listenForLatest(context: IHookFunctions, url: string) {
	const secureToken = newToken();
	setRegistration(context, url, { secureToken });
	void sendLatest(context, url, secureToken);
}

function newToken(): string {
	return randomBytes(32).toString('hex');
}

/**
 * Removes this node's webhook from the service. Gone already is as good; nothing of anybody else
 * is touched.
 * @throws NodeApiError that names the webhook, so that a person can remove it by hand.
 */
export async function unregister(context: IHookFunctions): Promise<void> {
	const url = ownUrl(context);
	const known = registrationsOf(context)[url] as Registration | undefined;
	try {
		const id = known?.webhookId;
		if (id === undefined || !(await removeById(context, id))) await removeByUrl(context, url);
	} catch (error) {
		const named = namingTheWebhook(error, url, known?.webhookId);
		// Where a deactivation fails, n8n shows nothing, and logs no more than the message.
		context.logger.warn(`${named.message}: ${named.description}`, {
			workflowId: context.getWorkflow().id,
			node: context.getNode().name,
		});
		throw named;
	}
	setRegistration(context, url);
}

/**
 * The token that the service sends with the events of this node, or undefined where none is known.
 * In a test run `getNodeWebhookUrl` gives the production URL (an engine fact); static data then
 * holds the test registration alone.
 */
export function expectedToken(context: IWebhookFunctions): string | undefined {
	const registrations = registrationsOf(context);
	if (context.getMode() !== 'manual') {
		return registrations[context.getNodeWebhookUrl('default') ?? '']?.secureToken;
	}
	const tokens = Object.values(registrations).map(({ secureToken }) => secureToken);
	return tokens.length === 1 ? tokens[0] : undefined;
}

function settingsFor(context: IHookFunctions, url: string, secureToken: string) {
	const incomeOnly = context.getNodeParameter('triggerOn') === 'incoming';
	return { webhook: url, secure_token: secureToken, income_only: incomeOnly };
}

/**
 * The URL under which this node was registered before the address of n8n changed: its last two
 * segments, the node's UUID and the path, are the same.
 */
function formerUrl(registrations: Registrations, url: string): string | undefined {
	const tail = (address: string) => new URL(address).pathname.split('/').slice(-2).join('/');
	return Object.keys(registrations).find((known) => tail(known) === tail(url));
}

async function findWebhook(context: IHookFunctions, id: number): Promise<Webhook | undefined> {
	try {
		return await getWebhook(context, id);
	} catch (error) {
		if (isGone(error)) return undefined;
		throw asNodeError(error);
	}
}

/** True where the service removed the webhook, false where it does not know the id. */
async function removeById(context: IHookFunctions, id: number): Promise<boolean> {
	try {
		await deleteWebhook(context, id);
		return true;
	} catch (error) {
		if (isGone(error)) return false;
		throw asNodeError(error);
	}
}

async function removeByUrl(context: IHookFunctions, url: string): Promise<void> {
	try {
		await deleteWebhooksByUrl(context, url);
	} catch (error) {
		if (!isMissing(error)) throw asNodeError(error);
		context.logger.debug('The service held no webhook with the URL of this trigger', { url });
	}
}

/**
 * How the service answers for an unknown id is not published: HTTP 404, no data, or an envelope
 * that declines with HTTP 200. What follows goes by URL, so a wrong guess here leaves nothing over.
 */
function isGone(error: unknown): boolean {
	const fault = faultOf(error);
	return isMissing(error) || (fault?.kind === 'rejected' && fault.status === 200);
}

function namingTheWebhook(error: unknown, url: string, id: number | undefined) {
	const named = asNodeError(error);
	const which = id === undefined ? '' : `ID ${id}, `;
	named.description = `${named.description ?? ''} The webhook (${which}URL ${url}) may still stand at the service. Deactivate the workflow again once this is mended, or remove the webhook there by hand.`;
	return named;
}

function asNodeError(error: unknown): NodeApiError | NodeOperationError {
	return error as NodeApiError | NodeOperationError;
}
