import type { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { toLogEntry } from '../shared/logEntry';
import { isEmpty } from '../shared/values';
import type { TriggerContext } from './contexts';
import type { RegisteredWebhook } from './storedState';

/** What happened, and what to do. */
interface DescribedError {
	message: string;
	description?: string | null;
}

/** Writes a warning about this trigger to n8n's log. */
export function logWarning(context: TriggerContext, message: string): void {
	context.logger.warn(...toLogEntry(context, message));
}

/** Writes a line about this trigger that needs no action to n8n's log. */
export function logInfo(context: TriggerContext, message: string): void {
	context.logger.info(...toLogEntry(context, message));
}

/** The webhook of another account cannot be reached with the present key, so a person has to delete it. */
export function warnAboutLeftover(context: TriggerContext, { id, url }: RegisteredWebhook): void {
	logWarning(
		context,
		`The credential of the bank transactions trigger now belongs to another account. The webhook of the previous account may still exist (ID ${id}, URL ${url}). Delete it there.`,
	);
}

/** Returns what happened and what to do, as sentences. */
export function describeError({ message, description }: DescribedError): string {
	return [message, description ?? '']
		.filter((part) => part !== '')
		.map((part) => (/[.…]$/.test(part) ? part : `${part}.`))
		.join(' ');
}

/**
 * Resolves with what a method resolves with that n8n calls to publish or test the workflow. The message of
 * an error also says what to do, because n8n shows and logs nothing else of it
 * (docs/n8n-engine.md#activation).
 */
export async function withFullMessages<T>(method: Promise<T>): Promise<T> {
	try {
		return await method;
	} catch (caught) {
		const error = caught as NodeApiError | NodeOperationError;
		// Webhook and trigger may fail with the same error.
		if (isEmpty(error.description)) throw error;
		error.message = describeError(error);
		error.description = undefined;
		throw error;
	}
}
