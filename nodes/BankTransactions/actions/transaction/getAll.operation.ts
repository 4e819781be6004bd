import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { accountNumberField, minimumAmountField, simplifyField } from '../../../fields';
import { isOpen, passes, type TransactionFilter } from '../../../service/filter';
import { Listing } from '../../../service/listing';
import { MOST_AT_A_TIME } from '../../../service/pages';
import { readSettings } from '../../../service/settings';
import { simplify } from '../../../service/transaction';
import { onceARun, toItems, type Operation } from '../operation';
import {
	checkNumber,
	fromDateField,
	readDays,
	refuse,
	toDateField,
	type Days,
} from '../parameters';
import { countSkipped } from '../skippedRecords';

interface Filters extends Days {
	direction?: 'incoming' | 'outgoing';
	accountNumber?: unknown;
	minimumAmount?: unknown;
	maximumAmount?: unknown;
	description?: unknown;
}

interface Options {
	sort?: 'ASC' | 'DESC';
	pageSize?: unknown;
	maxConcurrency?: unknown;
}

const SKIPPED = "Turning off 'Simplify' does not include skipped transactions.";

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
				accountNumberField,
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
				fromDateField,
				{
					displayName: 'Maximum Amount',
					name: 'maximumAmount',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: 0,
					description: 'Largest amount, whichever way the money went',
				},
				minimumAmountField,
				toDateField,
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
					displayName: 'Max Concurrency',
					name: 'maxConcurrency',
					type: 'number',
					typeOptions: { minValue: 1 },
					default: 8,
					description:
						'How many pages are requested at a time at most. The node begins with one, and slows down by itself where the service gets too many requests.',
				},
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
	const pageSize = readCount(this, itemIndex, 'Page Size', options.pageSize) ?? 100;
	const maxConcurrency =
		readCount(this, itemIndex, 'Max Concurrency', options.maxConcurrency) ?? MOST_AT_A_TIME;
	const { timeZone } = await readSettings(this);
	const query = readDays(this, itemIndex, filters, timeZone);
	if (options.sort) query.sort = options.sort;

	const request = {
		query,
		pageSize: isOpen(filter) ? Math.min(pageSize, limit) : pageSize,
		maxConcurrency,
	};
	const isShared = this.getInputData().length > 1;
	const listing = onceARun(
		this,
		JSON.stringify(request),
		() => new Listing(this, { ...request, ...countSkipped(this, SKIPPED) }, { isShared }),
	);
	const given: object[] = [];
	for await (const records of listing.read({ passing: passes(filter), limit, itemIndex })) {
		for (const record of records) given.push(simple ? simplify(record, timeZone) : record);
	}
	return toItems(given, itemIndex);
}

function readLimit(context: IExecuteFunctions, itemIndex: number): number {
	if (context.getNodeParameter('returnAll', itemIndex, false)) return Infinity;
	const value = context.getNodeParameter('limit', itemIndex, 50);
	return readCount(context, itemIndex, 'Limit', value) ?? 50;
}

function readCount(
	context: IExecuteFunctions,
	itemIndex: number,
	displayName: string,
	value: unknown,
): number | undefined {
	return checkNumber(context, itemIndex, value, { displayName, minimum: 1, whole: true });
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
