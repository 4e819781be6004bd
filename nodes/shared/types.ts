import type {
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

/** Name of the credential type. */
export const CREDENTIAL = 'bankTransactionsApi';

/** The contexts of n8n in which requests are sent. */
export type ServiceContext =
	| IExecuteFunctions
	| IHookFunctions
	| ILoadOptionsFunctions
	| ITriggerFunctions
	| IWebhookFunctions;

/** A JSON object of the service that has not been validated. */
export type ServiceRecord = Record<string, unknown>;

/** Returns true for a JSON object that is not an array. */
export function isRecord(value: unknown): value is ServiceRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
