import type {
	IHookFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
	NodeOperationError,
} from 'n8n-workflow';

import { toLogEntry } from '../shared/logEntry';
import type { RegisteredWebhook } from './storedState';

type Context = IHookFunctions | ITriggerFunctions | IWebhookFunctions;

/** Writes a warning about this trigger to n8n's log. */
export function logWarning(context: Context, message: string): void {
	context.logger.warn(...toLogEntry(context, message));
}

/** Writes a line about this trigger that needs no action to n8n's log. */
export function logInfo(context: Context, message: string): void {
	context.logger.info(...toLogEntry(context, message));
}

/** The webhook of another account cannot be reached with the present key, so a person has to delete it. */
export function warnAboutLeftover(context: Context, { id, url }: RegisteredWebhook): void {
	logWarning(
		context,
		`The credential of the bank transactions trigger now belongs to another account. The webhook of the previous account may still exist (ID ${id}, URL ${url}). Delete it there.`,
	);
}

/** Returns what happened and what to do, as sentences. */
export function describeError({ message, description }: NodeOperationError): string {
	const text = `${message}. ${description ?? ''}`.trimEnd();
	return text.endsWith('.') ? text : `${text}.`;
}
