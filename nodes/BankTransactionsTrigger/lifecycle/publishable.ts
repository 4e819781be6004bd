import { toOperationError, type ErrorText } from '../../shared/http/errors';
import { isStartOfN8n } from './activationMode';
import { findExpressionIssues } from './fixedParameters';
import type { LifecycleContext } from '../contexts';
import { describeError, logWarning } from '../log';
import { findSettingIssues } from '../nodeSettings';
import { findPaymentCodeIssue, isPolling } from '../parameters';
import { getKnownState, getMemory } from '../memory';
import { findWebhookIdIssue } from '../webhook/webhookId';

/**
 * Refuses what would break the promises of the trigger (docs/trigger.md#what-it-promises), if a person
 * publishes the workflow. A start of n8n is not refused, because nobody would see why the trigger is off.
 * @throws NodeOperationError that names what has to be changed.
 */
export function assertPublishable(context: LifecycleContext): void {
	const [issue] = findIssues(context);
	if (issue && isPublishedByPerson(context)) throw toOperationError(context.getNode(), issue);
}

/** Names in the log what the next publication would refuse. */
export function warnIfNotPublishable(context: LifecycleContext): void {
	for (const issue of findIssues(context)) logWarning(context, describeError(issue));
}

function findIssues(context: LifecycleContext): ErrorText[] {
	const node = context.getNode();
	return [
		...findSettingIssues(node),
		...findExpressionIssues(node),
		isPolling(context) ? undefined : findWebhookIdIssue(node),
		findPaymentCodeIssue(context),
	].filter((issue) => issue !== undefined);
}

/**
 * Returns true unless n8n itself starts the trigger. n8n also uses `activate` if another trigger of the
 * workflow reconnects, and does not call `delete` before (docs/n8n-engine.md#activation).
 */
function isPublishedByPerson(context: LifecycleContext): boolean {
	if (isStartOfN8n(context)) return false;
	const isReconnecting =
		getMemory(context).hasRun && getKnownState(context)?.closedAt === undefined;
	return !isReconnecting;
}
