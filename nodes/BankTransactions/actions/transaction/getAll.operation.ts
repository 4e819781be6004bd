import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isOpen, passes, type TransactionFilter } from '../../../service/filter';
import { listTransactions } from '../../../service/pages';
import { readSettings } from '../../../service/settings';
import { toServiceDay } from '../../../service/time';
import { simplify } from '../../../service/transaction';
import type { TransactionQuery } from '../../../service/types';
import { toItem, type Operation } from '../operation';
import { checkNumber, refuse, simplifyField } from '../parameters';

interface Filters {
	fromDate?: unknown;
	toDate?: unknown;
	direction?: 'incoming' | 'outgoing';
	accountNumber?: unknown;
	minimumAmount?: unknown;
	maximumAmount?: unknown;
	description?: unknown;
}

interface Options {
	sort?: 'ASC' | 'DESC';
	pageSize?: unknown;
}

/** Lists transactions, as many as asked for, page by page. */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many transactions',
		description: 'List the transactions of the linked bank accounts, with filters',
	},
	fields: [
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			displayOptions: { show: { returnAll: [false] } },
			description: 'Max number of results to return',
		},
		simplifyField,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			options: [
				{
					displayName: 'Account Number',
					name: 'accountNumber',
					type: 'string',
					default: '',
					placeholder: 'e.g. 8007041027107',
					description: 'Only transactions of this account, or of this virtual account',
				},
				{
					displayName: 'Description Contains',
					name: 'description',
					type: 'string',
					default: '',
					placeholder: 'e.g. DH1042',
					description: 'Text in the transfer description; accents and case do not matter',
				},
				{
					displayName: 'Direction',
					name: 'direction',
					type: 'options',
					options: [
						{ name: 'Incoming', value: 'incoming', description: 'Money that came in' },
						{ name: 'Outgoing', value: 'outgoing', description: 'Money that went out' },
					],
					default: 'incoming',
				},
				{
					displayName: 'From Date',
					name: 'fromDate',
					type: 'dateTime',
					default: '',
					description:
						"First day, in the service's time zone. Left out, the service lists the last 7 days.",
				},
				{
					displayName: 'Maximum Amount',
					name: 'maximumAmount',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 0,
					description: 'Largest amount, whichever way the money went',
				},
				{
					displayName: 'Minimum Amount',
					name: 'minimumAmount',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 0,
					description: 'Smallest amount, whichever way the money went',
				},
				{
					displayName: 'To Date',
					name: 'toDate',
					type: 'dateTime',
					default: '',
					description: "Last day, in the service's time zone. Left out, it is today.",
				},
			],
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: [
				{
					displayName: 'Page Size',
					name: 'pageSize',
					type: 'number',
					typeOptions: { minValue: 1 },
					default: 100,
					description: 'How many transactions one request asks for; the service may give fewer',
				},
				{
					displayName: 'Sort',
					name: 'sort',
					type: 'options',
					options: [
						{ name: 'Newest First', value: 'DESC' },
						{ name: 'Oldest First', value: 'ASC' },
					],
					default: 'ASC',
					description: 'Order by the time of the transaction',
				},
			],
		},
	],
	execute: execute,
};

async function execute(this: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]> {
	const limit = readLimit(this, itemIndex);
	const filters = this.getNodeParameter('filters', itemIndex, {}) as Filters;
	const options = this.getNodeParameter('options', itemIndex, {}) as Options;
	const simple = this.getNodeParameter('simplify', itemIndex, true) as boolean;
	const filter = readFilter(this, itemIndex, filters);
	const pageSize = readPageSize(this, itemIndex, options);
	const { timeZone } = await readSettings(this);
	const query = readDays(this, itemIndex, filters, timeZone);
	if (options.sort) query.sort = options.sort;

	const items: INodeExecutionData[] = [];
	const passing = passes(filter);
	const request = {
		query,
		itemIndex,
		pageSize: isOpen(filter) ? Math.min(pageSize, limit) : pageSize,
	};
	for await (const record of listTransactions(this, request)) {
		if (!passing(record)) continue;
		items.push(toItem(simple ? simplify(record, timeZone) : record, itemIndex));
		if (items.length >= limit) break;
	}
	return items;
}

function readLimit(context: IExecuteFunctions, itemIndex: number): number {
	if (context.getNodeParameter('returnAll', itemIndex, false)) return Infinity;
	const value = context.getNodeParameter('limit', itemIndex, 50);
	const rule = { displayName: 'Limit', minimum: 1, whole: true };
	return checkNumber(context, itemIndex, value, rule) ?? 50;
}

function readPageSize(context: IExecuteFunctions, itemIndex: number, options: Options): number {
	const rule = { displayName: 'Page Size', minimum: 1, whole: true };
	return checkNumber(context, itemIndex, options.pageSize, rule) ?? 100;
}

function readFilter(
	context: IExecuteFunctions,
	itemIndex: number,
	filters: Filters,
): TransactionFilter {
	const amount = (value: unknown, displayName: string) =>
		checkNumber(context, itemIndex, value, { displayName, minimum: 0 });
	const text = (value: unknown) => (value === undefined ? undefined : String(value));
	const filter = {
		direction: filters.direction,
		accountNumber: text(filters.accountNumber),
		minimumAmount: amount(filters.minimumAmount, 'Minimum Amount'),
		maximumAmount: amount(filters.maximumAmount, 'Maximum Amount'),
		description: text(filters.description),
	};
	if ((filter.minimumAmount ?? 0) > (filter.maximumAmount ?? Infinity)) {
		throw refuse(
			context,
			itemIndex,
			"'Minimum Amount' is larger than 'Maximum Amount'",
			'Exchange the two, or remove one of them.',
		);
	}
	return filter;
}

function readDays(
	context: IExecuteFunctions,
	itemIndex: number,
	filters: Filters,
	timeZone: string,
): TransactionQuery {
	const query: TransactionQuery = {};
	for (const [name, displayName] of [
		['fromDate', 'From Date'],
		['toDate', 'To Date'],
	] as const) {
		const value = filters[name];
		if (value === undefined || value === null || value === '') continue;
		const day = toServiceDay(value, timeZone);
		if (day === undefined) {
			throw refuse(
				context,
				itemIndex,
				`'${displayName}' is not a date`,
				'Pick a day, or give an ISO 8601 date such as 2026-01-31.',
			);
		}
		query[name] = day;
	}
	if (query.fromDate && query.toDate && query.fromDate > query.toDate) {
		throw refuse(
			context,
			itemIndex,
			"'From Date' is later than 'To Date'",
			`The service was to list ${query.fromDate} to ${query.toDate}. Exchange the two.`,
		);
	}
	return query;
}
