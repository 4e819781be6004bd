import type {
	IExecuteFunctions,
	IHookFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import type { TransactionFilter } from '../service/filter';

type Context = IExecuteFunctions | IHookFunctions | ITriggerFunctions | IWebhookFunctions;

/** What is remembered of a webhook that this node registered. */
export interface Registration {
	/** Absent in a test run with polling: the service then has none. */
	webhookId?: number;
	secureToken: string;
}

/** By URL, so that a test run and production never mix, and a former address is still known. */
export type Registrations = Record<string, Registration>;

/**
 * What the trigger keeps in the workflow's static data. It is written in the lifecycle methods
 * alone, whole values at a time: n8n stores it as one JSON, the last writer wins, events run side
 * by side, and a change deep inside goes unseen.
 */
interface StaticData {
	registrations?: Registrations;
	/** The transactions that were there when the user activated the workflow: they start nothing. */
	baseline?: number[];
	/** What the trigger let through when it was last activated. */
	filter?: TransactionFilter;
}

function staticDataOf(context: Context): StaticData {
	return context.getWorkflowStaticData('node') as StaticData;
}

/** The webhooks that this node registered, by URL. */
export function registrationsOf(context: Context): Readonly<Registrations> {
	return staticDataOf(context).registrations ?? {};
}

/** Remembers a registration under its URL, or forgets the one there. */
export function setRegistration(context: IHookFunctions, url: string, registration?: Registration) {
	const others = Object.entries(registrationsOf(context)).filter(([known]) => known !== url);
	const all = registration === undefined ? others : [...others, [url, registration] as const];
	staticDataOf(context).registrations = Object.fromEntries(all);
}

/** Undefined where none was set: before the first activation, or where static data was lost. */
export function baselineOf(context: Context): number[] | undefined {
	return staticDataOf(context).baseline;
}

/** Sets which transactions were there when the user activated the workflow. */
export function setBaseline(context: ITriggerFunctions, ids: number[]) {
	staticDataOf(context).baseline = ids;
}

/** What the trigger let through when it was last activated. */
export function lastFilterOf(context: Context): TransactionFilter | undefined {
	return staticDataOf(context).filter;
}

/** Remembers what the trigger lets through. */
export function setLastFilter(context: ITriggerFunctions, filter: TransactionFilter) {
	staticDataOf(context).filter = filter;
}
