import type { IHookFunctions } from 'n8n-workflow';

import { readSettings } from '../../shared/http/settings';
import { startSampleEvent } from '../events/sampleEvent';
import { createState, readState, writeState } from '../storedState';
import { readTriggerParameters } from '../parameters';
import { getMemory } from '../memory';
import { OwnWebhooks } from '../webhook/ownWebhooks';
import { assertCallable } from '../webhook/publicUrl';
import { removeWebhooks } from '../webhook/removeWebhooks';
import { assertWebhookId } from '../webhook/webhookId';

/**
 * Registers the webhook of a test run, which has a URL and static data of its own, and shows the latest
 * transaction if the user wants to see it. With polling, there is no webhook.
 * @throws NodeOperationError or NodeApiError if the test run cannot start.
 */
export async function startTestRun(context: IHookFunctions, url: string): Promise<void> {
	const parameters = readTriggerParameters(context);
	const settings = await readSettings(context);
	// With polling, the latest transaction is sent to the URL.
	assertWebhookId(context.getNode());
	if (parameters.delivery === 'webhook') {
		assertCallable(context.getNode(), url, settings.baseUrl);
		const { id } = await new OwnWebhooks(context, settings).createOnly(url, parameters);
		writeState(context, { ...createState(context), webhook: { id, url } });
	}
	if (parameters.testWithLatest) startSampleEvent(context, url, parameters);
}

/**
 * Returns true if n8n calls `delete` for a test run. It does not say so: static data of a test run never
 * holds a publication, but that of a published workflow may be lost, so that the URL has to tell
 * (docs/n8n-engine.md#test-runs).
 */
export function isEndOfTestRun(context: IHookFunctions): boolean {
	if (readState(context)?.begun !== undefined) return false;
	return context.getNodeWebhookUrl('default') !== getMemory(context).productionUrl;
}

/** Removes the webhook of a test run, and leaves the published workflow alone. */
export async function endTestRun(context: IHookFunctions): Promise<void> {
	getMemory(context).testRun?.abort();
	const { webhook } = readState(context) ?? {};
	await removeWebhooks(context, { url: context.getNodeWebhookUrl('default'), webhook });
}
