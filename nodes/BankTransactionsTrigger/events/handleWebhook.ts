import type { IWebhookFunctions, IWebhookResponseData, NodeOperationError } from 'n8n-workflow';

import type { ServiceSettings } from '../../shared/http/settings';
import {
	getId,
	isTestTransaction,
	type TransactionRecord,
} from '../../shared/transactions/transaction';
import { createKeyFingerprint, identifyAccount } from '../account';
import { attachTask, toValue } from '../ledger/task';
import { isFromBeforeLink } from '../linkedAccounts';
import { describeError, logWarning } from '../log';
import { createOwner, getKnownState, getMemory } from '../memory';
import { readTriggerParameters, type TriggerParameters } from '../parameters';
import { createItemMapper } from '../items';
import { readState } from '../storedState';
import { deriveSecureToken } from '../webhook/token';
import { findSettings } from './cachedSettings';
import { parseEvent } from './parseEvent';
import { createVerifier } from './verifyWebhook';
import { readCall, type WebhookCall } from './webhookCall';

/**
 * The response to every event. n8n sends it once the execution is stored
 * (docs/n8n-engine.md#webhook-answer), so that the service repeats an event that n8n cannot store.
 */
const RECEIVED = { success: true };

/** Anyone can call the URL, so calls that fail the verification are not logged more often than this. */
const REJECTION_LOG_INTERVAL_MS = 60 * 60_000;

/** The accounts of cached credentials that static data does not know. */
const askedAccounts = new WeakMap<ServiceSettings, string>();

/** Whose transactions a verified call brings, and how they become items. */
interface Sender {
	account: string;
	timeZone: string;
	parameters: TriggerParameters;
}

/**
 * Handles one call to the webhook: verifies that the service sent it, answers, and hands over the
 * selected transactions, one item each. Calls that fail the verification get 401, verified calls
 * that hold no event get 400, and neither starts the workflow.
 */
export async function handleWebhook(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const call = await readCall(context);
	const sender = await identifySender(context, call);
	if (sender === undefined) return reject(context, 401, 'unauthorized');
	const event = parseEvent(call.getBody());
	if (event === undefined) return reject(context, 400, 'not an event');
	if (event.unreadable > 0) {
		logWarning(
			context,
			`${event.unreadable} entries of a bank transactions event could not be read and were skipped.`,
		);
	}
	const { parameters, timeZone, account } = sender;
	const isTestRun = context.getMode() === 'manual';
	const showTestEvents = isTestRun || parameters.includeTestEvents;
	const toItems = createItemMapper(parameters, timeZone, showTestEvents);
	const isNew = isTestRun ? () => true : createEventFilter(context, sender);
	const items = toItems(event.transactions.filter(isNew));
	if (items.length === 0) return { webhookResponse: RECEIVED };
	const itemCount = items.length;
	const task = { kind: 'claim', owner: createOwner(), account, itemCount } as const;
	return { webhookResponse: RECEIVED, workflowData: [attachTask(items, task)] };
}

/**
 * Returns undefined if the call is not verified, also if verifying it fails: after an exception, n8n
 * would start a failed execution for a call that may come from anyone.
 */
async function identifySender(
	context: IWebhookFunctions,
	call: WebhookCall,
): Promise<Sender | undefined> {
	try {
		const parameters = readTriggerParameters(context);
		const isSentWith = createVerifier(call, parameters.secureTokenHeader);
		const settings = await findSettings(context, (candidate) =>
			isSentWith(deriveSecureToken(context, candidate)),
		);
		const isTestRun = context.getMode() === 'manual';
		if (settings !== undefined) {
			const account = isTestRun ? '' : await findAccount(context, settings);
			if (account !== undefined) return { account, timeZone: settings.timeZone, parameters };
		}
		if (!isTestRun) {
			warnAboutRejection(
				context,
				'The bank transactions trigger rejected a call, because it carried no valid token or signature. If the service sent it, make sure that a proxy forwards all headers and the unchanged body, and that the clock of this computer is right; after the API key was renewed, wait for the next check. If somebody else did, no action is needed.',
			);
		}
	} catch (error) {
		warnAboutRejection(
			context,
			`The bank transactions trigger rejected a call, because it could not be verified: ${describeError(error as NodeOperationError)}`,
		);
	}
	return undefined;
}

/** Without this, nobody would notice that events are refused: the next check delivers their transactions. */
function warnAboutRejection(context: IWebhookFunctions, message: string): void {
	const memory = getMemory(context);
	const now = Date.now();
	if (now - memory.rejectionLoggedAt < REJECTION_LOG_INTERVAL_MS) return;
	memory.rejectionLoggedAt = now;
	logWarning(context, `${message} Further calls are not logged for an hour.`);
}

/**
 * Returns the account that the key belongs to: the service sends this token only for a webhook that was
 * registered with the same key. Static data may be from before the key was changed, or lost. The service
 * is then asked, once while the credential is cached. If it does not say, a check decides whether a changed
 * key belongs to another account.
 * @throws NodeApiError if the service cannot be read.
 */
async function findAccount(
	context: IWebhookFunctions,
	settings: ServiceSettings,
): Promise<string | undefined> {
	const keyFingerprint = createKeyFingerprint(settings);
	const known = [getMemory(context).stored, readState(context)].flatMap(
		(state) => state?.begun ?? [],
	);
	const current = known.find((begun) => begun.keyFingerprint === keyFingerprint);
	if (current !== undefined) return current.account;
	const asked = askedAccounts.get(settings);
	if (asked !== undefined) return asked;
	const { id } = await identifyAccount(context, settings, undefined);
	const isNamed = id !== keyFingerprint;
	if (!isNamed && known.length > 0) return undefined;
	askedAccounts.set(settings, id);
	return id;
}

/**
 * Returns a function that returns false for what this process knows to be settled, so that a repeated event
 * starts no execution, and for what is from before its bank account was linked: the next check settles it.
 */
function createEventFilter(
	context: IWebhookFunctions,
	{ account, timeZone, parameters }: Sender,
): (record: TransactionRecord) => boolean {
	const { settled } = getMemory(context);
	const begun = parameters.catchUp ? getKnownState(context)?.begun : undefined;
	return (record) => {
		if (isTestTransaction(record)) return true;
		if (settled.has(toValue(account, getId(record)))) return false;
		return begun?.account !== account || !isFromBeforeLink(record, begun, timeZone);
	};
}

/** Writes the response itself: n8n cannot send a status of our own unless an execution starts. */
function reject(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	const response = context.getResponseObject();
	response.writeHead(status, { 'Content-Type': 'application/json' });
	response.end(JSON.stringify({ success: false, message }));
	return { noWebhookResponse: true };
}
