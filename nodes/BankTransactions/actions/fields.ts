import type { INodeProperties } from 'n8n-workflow';

/** First day of a listing. */
export const fromDateField: INodeProperties = {
	displayName: 'From Date',
	name: 'fromDate',
	type: 'dateTime',
	default: '',
	description:
		"First day to list, in the service's time zone. Leave empty to list the 7 days up to 'To Date'.",
};

/** Last day of a listing. */
export const toDateField: INodeProperties = {
	displayName: 'To Date',
	name: 'toDate',
	type: 'dateTime',
	default: '',
	description:
		"Last day to list, in the service's time zone. Leave empty to list up to today. Without 'From Date', the list begins 7 days before it.",
};
