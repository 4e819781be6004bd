import type { INodeProperties, NodeHint } from 'n8n-workflow';

/** Turns off the limit of a listing. */
export const returnAllField: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

/** Limits the number of output items of a listing. */
export const limitField: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	displayOptions: { show: { returnAll: [false] } },
	description: 'Max number of results to return',
};

/** First day of a listing. */
export const fromDateField: INodeProperties = {
	displayName: 'From Date',
	name: 'fromDate',
	type: 'dateTime',
	default: '',
	description:
		"First day to include, in the service's time zone. Leave empty to start 7 days before 'To Date', or before today.",
};

/** Last day of a listing. */
export const toDateField: INodeProperties = {
	displayName: 'To Date',
	name: 'toDate',
	type: 'dateTime',
	default: '',
	description:
		"Last day to include, in the service's time zone. Leave empty to include everything up to today.",
};

/**
 * Shown above the output of a listing without a first day, also with 'Return All'. The editor evaluates
 * the condition.
 */
export const defaultPeriodHint: NodeHint = {
	message:
		"Without 'From Date', only transactions from 7 days before 'To Date', or before today, are included. To include older ones, set 'From Date'.",
	type: 'info',
	location: 'outputPane',
	whenToDisplay: 'afterExecution',
	displayCondition:
		'={{ $parameter["resource"] === "transaction" && (($parameter["operation"] === "getAll" && !$parameter["filters"]["fromDate"]) || ($parameter["operation"] === "match" && !$parameter["options"]["fromDate"])) }}',
};
