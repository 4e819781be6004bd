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

/** Days of a listing for which no dates are set. */
export const periodField: INodeProperties = {
	displayName: 'Period',
	name: 'period',
	type: 'options',
	options: [
		{ name: 'Custom', value: 'custom', description: "From 'From Date' to 'To Date'" },
		{ name: 'Last 30 Days', value: 'last30Days' },
		{ name: 'Last 7 Days', value: 'last7Days' },
		{ name: 'Last Month', value: 'lastMonth' },
		{ name: 'This Month', value: 'thisMonth' },
	],
	default: 'last7Days',
	description:
		"Days to include, in the service's time zone. 'From Date' and 'To Date' replace the period if you set one of them.",
};

/** First day of a listing. */
export const fromDateField: INodeProperties = {
	displayName: 'From Date',
	name: 'fromDate',
	type: 'dateTime',
	default: '',
	description:
		"First day to include, in the service's time zone. It replaces 'Period'. Without it, the list starts 7 days before 'To Date'.",
};

/** Last day of a listing. */
export const toDateField: INodeProperties = {
	displayName: 'To Date',
	name: 'toDate',
	type: 'dateTime',
	default: '',
	description:
		"Last day to include, in the service's time zone. It replaces 'Period'. Without it, the list ends today.",
};

/** Shown above the output of a listing of 7 days, also with 'Return All'. The editor evaluates the condition. */
export const defaultPeriodHint: NodeHint = {
	message:
		"Only the transactions of 7 days are included, up to 'To Date' or today. To include older ones, select another 'Period', or set 'From Date'.",
	type: 'info',
	location: 'outputPane',
	whenToDisplay: 'afterExecution',
	displayCondition: `={{ $parameter["resource"] === "transaction" && (${isSevenDays('getAll', 'filters')} || ${isSevenDays('match', 'options')}) }}`,
};

/** Returns an expression, without braces, that is true if an operation lists 7 days. */
function isSevenDays(operation: string, collection: string): string {
	const dates = `$parameter["${collection}"]`;
	const isDefault = `["last7Days", "", undefined].includes($parameter["period"])`;
	return `($parameter["operation"] === "${operation}" && !${dates}["fromDate"] && (${dates}["toDate"] || ${isDefault}))`;
}
