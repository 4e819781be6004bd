import type { IHookFunctions, ITriggerFunctions, IWebhookFunctions } from 'n8n-workflow';

import { readSettings } from '../service/settings';
import { CREDENTIAL } from '../service/types';

/** How long a change of the credential may take to show in events. */
const KEPT_MILLISECONDS = 60_000;

interface Reading {
	timeZone: Promise<string>;
	begun: number;
}

/** By the id of the credential. */
const readings = new Map<string, Reading>();

/**
 * The zone in which the service writes its times. It is kept for a minute, because n8n makes a
 * sandbox for expressions each time a webhook reads a credential (an engine fact), which costs more
 * than all else that this node does for an event. A test run and an activation read it afresh.
 * @throws NodeOperationError where the credential is unusable.
 */
export async function timeZoneOf(
	context: IHookFunctions | ITriggerFunctions | IWebhookFunctions,
): Promise<string> {
	const id = context.getNode().credentials?.[CREDENTIAL]?.id;
	if (!id || context.getMode() !== 'webhook') return (await readSettings(context)).timeZone;
	const kept = readings.get(id);
	if (kept !== undefined && Date.now() - kept.begun < KEPT_MILLISECONDS) return await kept.timeZone;
	const timeZone = readSettings(context).then((settings) => settings.timeZone);
	readings.set(id, { timeZone, begun: Date.now() });
	// A failure is not kept: the next event reads again.
	timeZone.catch(() => readings.delete(id));
	return await timeZone;
}
