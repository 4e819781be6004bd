import type { INodeProperties } from 'n8n-workflow';

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
