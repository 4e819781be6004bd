import type { ITriggerFunctions, NodeOperationError } from 'n8n-workflow';

import { describeError, logWarning } from '../log';
import type { Memory } from '../memory';
import type { TriggerParameters } from '../parameters';
import type { RegisteredWebhook } from '../storedState';
import { timing } from '../timing';
import { ensureWebhook } from '../webhook/ensureWebhook';
import { removeWebhooks } from '../webhook/removeWebhooks';
import { testOwnAddress } from '../webhook/testOwnAddress';
import type { CurrentState } from './currentState';

/** What a check knows of the webhook that it keeps. */
export interface KeptWebhook {
	state: CurrentState;
	parameters: TriggerParameters;
	memory: Memory;
	stopped: AbortSignal;
}

/**
 * Has the service keep exactly one webhook, or none with polling: n8n itself asks for it only when a person
 * publishes the workflow. Tests a new address. A failure is logged.
 */
export async function keepWebhook(context: ITriggerFunctions, kept: KeptWebhook): Promise<void> {
	if (kept.stopped.aborted) return;
	if (kept.parameters.delivery === 'polling') await removeFormerWebhook(context, kept);
	else await renewWebhook(context, kept);
	await testNewAddress(context, kept);
}

async function renewWebhook(context: ITriggerFunctions, kept: KeptWebhook): Promise<void> {
	const { state, memory, stopped } = kept;
	if (Date.now() - memory.webhookWrittenAt < timing.webhookRenewalMs) return;
	if (await state.isCredentialEdited(context)) return;
	try {
		await registerWebhook(context, kept);
	} catch (error) {
		if (!stopped.aborted) logFailure(context, kept, error as NodeOperationError);
	}
	// The webhook may be at another account, so the next check registers it again.
	if (await state.isCredentialEdited(context)) memory.webhookWrittenAt = 0;
}

async function registerWebhook(context: ITriggerFunctions, kept: KeptWebhook): Promise<void> {
	const { state, memory, parameters, stopped } = kept;
	const { webhook, begun } = state.value;
	const url = memory.productionUrl ?? webhook?.url;
	if (url === undefined) return;
	const isUnwanted = () => stopped.aborted;
	const wanted = { url, account: begun.account, parameters, known: webhook, isUnwanted };
	const registered = await ensureWebhook(context, wanted);
	if (registered === undefined || (await state.isCredentialEdited(context))) return;
	// A restart has to know it, or it would take the webhook for one of somebody else.
	state.change({ webhook: registered });
	if (registered.id !== webhook?.id) logRegistration(context, registered, webhook);
}

/** A webhook may be left if the service did not answer when polling was published. */
async function removeFormerWebhook(
	context: ITriggerFunctions,
	{ state, memory }: KeptWebhook,
): Promise<void> {
	const { webhook, begun } = state.value;
	if (webhook === undefined) return;
	if (await removeWebhooks(context, { url: memory.productionUrl, webhook, begun })) {
		state.change({ webhook: undefined });
	}
}

/** Once after publishing, and once after each change of the URL. */
async function testNewAddress(
	context: ITriggerFunctions,
	{ memory, parameters, stopped }: KeptWebhook,
): Promise<void> {
	const { untestedUrl } = memory;
	if (untestedUrl === undefined || stopped.aborted) return;
	memory.untestedUrl = undefined;
	await testOwnAddress(context, untestedUrl, parameters, stopped);
}

function logRegistration(
	context: ITriggerFunctions,
	{ id }: RegisteredWebhook,
	known: RegisteredWebhook | undefined,
): void {
	const reason =
		known === undefined
			? 'there was none'
			: `webhook ${known.id} no longer existed at the service, or had another URL`;
	logWarning(context, `Webhook ${id} was registered, because ${reason}.`);
}

function logFailure(
	context: ITriggerFunctions,
	{ parameters }: KeptWebhook,
	error: NodeOperationError,
): void {
	const consequence = parameters.catchUp
		? 'the checks for missed transactions start the workflow'
		: 'new transactions may not start the workflow';
	logWarning(
		context,
		`The webhook could not be renewed: ${describeError(error)} Until it is renewed, ${consequence}. The next attempt follows at the next check.`,
	);
}
