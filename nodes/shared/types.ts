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

/** The page object of `GET /v2/transactions` (docs/service-api.md#lists-and-pages). */
export interface TransactionPage {
	pageSize: number;
	totalPages: number;
	totalRecords: number;
	records: ServiceRecord[];
}

/** Query of `GET /v2/transactions`. Dates are `YYYY-MM-DD` in the service's time zone. */
export interface TransactionQuery {
	sort?: 'ASC' | 'DESC';
	fromDate?: string;
	toDate?: string;
}

/** Body of `POST` and `PUT /v2/webhooks`. */
export interface WebhookRegistration {
	webhook: string;
	secure_token: string;
	income_only: boolean;
}

/** Returns true for a JSON object that is not an array. */
export function isRecord(value: unknown): value is ServiceRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
