import type {
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

/** The name under which n8n knows the credential of both nodes. */
export const CREDENTIAL = 'bankTransactionsApi';

/** Every context of n8n from which the service is asked something. */
export type ServiceContext =
	| IExecuteFunctions
	| IHookFunctions
	| ILoadOptionsFunctions
	| ITriggerFunctions
	| IWebhookFunctions;

/** A JSON object as the service sends it: keys and types are not to be trusted. */
export type ServiceRecord = Record<string, unknown>;

/** The page object of `GET /v2/transactions` (docs/service-api.md#lists-and-pages). */
export interface TransactionPage {
	pageSize: number;
	totalPages: number;
	totalRecords: number;
	records: ServiceRecord[];
}

/** Query of `GET /v2/transactions`; dates are `YYYY-MM-DD`, whole days in the service's zone. */
export interface TransactionQuery {
	sort?: 'ASC' | 'DESC';
	fromDate?: string;
	toDate?: string;
}

/** Body of the create and update operations of webhooks. */
export interface WebhookRegistration {
	webhook: string;
	secure_token: string;
	income_only: boolean;
}

/** True for a plain JSON object, false for null, arrays and everything else. */
export function isRecord(value: unknown): value is ServiceRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
