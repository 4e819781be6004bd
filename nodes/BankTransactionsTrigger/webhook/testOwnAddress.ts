import type { ITriggerFunctions } from 'n8n-workflow';

import { callOwnUrl } from '../../shared/http/callOwnUrl';
import { wait } from '../../shared/http/retry';
import { readSettings } from '../../shared/http/settings';
import { isRecord } from '../../shared/types';
import { timing } from '../timing';
import { logWarning } from '../log';
import type { TriggerParameters } from '../parameters';
import { deriveSecureToken, getTokenHeader } from './token';

/** An authentic event without transactions starts no execution. */
const EMPTY_EVENT = { error: 0, data: [] };

/** What is certainly wrong with the address. */
type Finding = 'unknownWebhook' | 'missingToken';

/**
 * Sends an authentic, empty event to the trigger's own production URL. If n8n does not know the webhook
 * there, or the token does not arrive, the log says what to fix. Any other response proves nothing: the
 * service may reach the address although n8n does not. Never throws.
 */
export async function testOwnAddress(
	context: ITriggerFunctions,
	url: string,
	parameters: TriggerParameters,
	stopped: AbortSignal,
): Promise<void> {
	const header = getTokenHeader(parameters);
	try {
		const finding = await sendEmptyEvent(context, url, header, stopped);
		if (finding === undefined) return;
		// While n8n or a proxy restarts, one answer may come from a process that is about to end.
		await wait(timing.addressRetestMs, stopped);
		if (stopped.aborted || (await sendEmptyEvent(context, url, header, stopped)) !== finding)
			return;
		// n8n no longer answers the URL if the workflow was unpublished meanwhile.
		if (!stopped.aborted) logWarning(context, describeFinding(finding, url, header, parameters));
	} catch {
		// The answer is not JSON, so it is not one of n8n, or the credential is unusable.
	}
}

async function sendEmptyEvent(
	context: ITriggerFunctions,
	url: string,
	header: string,
	stopped: AbortSignal,
): Promise<Finding | undefined> {
	const token = deriveSecureToken(context, await readSettings(context));
	const call = { url, headers: { [header]: token }, body: EMPTY_EVENT };
	const answer = await callOwnUrl(context, call, stopped);
	// Without an answer, the service may reach the address all the same.
	return 'fault' in answer ? undefined : toFinding(answer.status, JSON.parse(answer.text));
}

function toFinding(status: number, body: unknown): Finding | undefined {
	if (!isRecord(body) || typeof body.message !== 'string') return undefined;
	const { message } = body;
	if (status === 404 && /\bwebhook .*is not registered\b/.test(message)) return 'unknownWebhook';
	const isOurs = status === 401 && body.success === false && message === 'unauthorized';
	return isOurs ? 'missingToken' : undefined;
}

function describeFinding(
	finding: Finding,
	url: string,
	header: string,
	{ catchUp }: TriggerParameters,
): string {
	const consequence = catchUp
		? 'Events do not arrive, so only the checks for missed transactions start the workflow.'
		: 'Events do not arrive, so transactions do not start the workflow.';
	const cause =
		finding === 'unknownWebhook'
			? `n8n does not know the webhook URL of this trigger, ${url}. ${consequence} Set n8n's environment variable WEBHOOK_URL to the public address of this n8n, without the path of a webhook, and make sure that no proxy changes the path.`
			: `The webhook URL of this trigger, ${url}, was called without its token. ${consequence} Make sure that each proxy in front of n8n forwards the header "${header}".`;
	return `${cause} Then publish the workflow again, which repeats this test.`;
}
