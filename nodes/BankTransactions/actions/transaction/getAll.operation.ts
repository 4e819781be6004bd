import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { accountFilterField } from '../../../accountPicker';
import { createAmountField, minimumAmountField } from '../../../amountField';
import { createOptionsField, simplifyField } from '../../../fields';
import {
	isEmptyFilter,
	createMatcher,
	type TransactionFilter,
} from '../../../shared/transactions/filter';
import { DEFAULT_CONCURRENCY } from '../../../shared/pagination/readPages';
import { SharedReader } from '../../../shared/pagination/sharedReader';
import {
	DEFAULT_PAGE_SIZE,
	type TransactionQuery,
} from '../../../shared/transactions/transactionPages';
import { readSettings } from '../../../shared/http/settings';
import { DEFAULT_DAYS } from '../../../shared/transactions/listTransactions';
import { compareTimes, getDay } from '../../../shared/transactions/time';
import { getTime, simplify, type Transaction } from '../../../shared/transactions/transaction';
import { fromDateField, limitField, periodField, returnAllField, toDateField } from '../fields';
import { ItemParameters } from '../itemParameters';
import { memoizePerRun } from '../memoizePerRun';
import { toItems, type Operation } from '../operation';
import { listWithWarnings } from '../skippedRecords';
import { toEmptyOutput } from '../toolCall';

const SKIPPED_CONSEQUENCE = "Skipped transactions are not returned, even if 'Simplify' is off.";

const descriptionField: INodeProperties = {
	displayName: 'Description Contains',
	name: 'description',
	type: 'string',
	default: '',
	placeholder: 'e.g. DH1042',
	description:
		'Only include transactions whose description contains this text. Case, accents and repeated spaces are ignored. With a digit in the text, also spaces and separators: DH1042 finds DH-1042 and DH 1042.',
};

const directionField: INodeProperties = {
	displayName: 'Direction',
	name: 'direction',
	type: 'options',
	options: [
		{ name: 'Incoming', value: 'incoming', description: 'Money received' },
		{ name: 'Outgoing', value: 'outgoing', description: 'Money sent' },
	],
	default: 'incoming',
};

const maximumAmountField = createAmountField({
	displayName: 'Maximum Amount',
	name: 'maximumAmount',
	description:
		'Largest amount to include, incoming or outgoing, without a minus sign. Leave empty for no limit.',
});

const filtersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		accountFilterField,
		descriptionField,
		directionField,
		fromDateField,
		maximumAmountField,
		minimumAmountField,
		toDateField,
	],
};

const maxConcurrencyField: INodeProperties = {
	displayName: 'Max Concurrency',
	name: 'maxConcurrency',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: DEFAULT_CONCURRENCY,
	description:
		'Max number of pages to request at the same time. The node starts with one and slows down automatically if the service receives too many requests.',
};

const pageSizeField: INodeProperties = {
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: DEFAULT_PAGE_SIZE,
	description: 'Number of transactions to request per page. The service may return fewer.',
};

const sortField: INodeProperties = {
	displayName: 'Sort',
	name: 'sort',
	type: 'options',
	options: [
		{ name: 'Newest First', value: 'DESC' },
		{ name: 'Oldest First', value: 'ASC' },
	],
	default: 'ASC',
	description: 'Order in which to return the transactions',
};

const optionsField = createOptionsField([maxConcurrencyField, pageSizeField, sortField]);

/** Lists transactions, page by page, until the limit is reached. */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many transactions',
		description: 'List transactions of the linked bank accounts',
	},
	fields: [returnAllField, limitField, periodField, simplifyField, filtersField, optionsField],
	execute,
};

async function execute(this: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData[]> {
	const parameters = new ItemParameters(this, itemIndex);
	const limit = parameters.getLimit();
	const filters = parameters.getCollection(filtersField);
	const options = parameters.getCollection(optionsField);
	const isSimplified = parameters.getBoolean(simplifyField) ?? true;
	const filter = getFilter(filters);
	const pageSize = options.getInteger(pageSizeField) ?? DEFAULT_PAGE_SIZE;
	const maxConcurrency = options.getInteger(maxConcurrencyField) ?? DEFAULT_CONCURRENCY;
	const { timeZone } = await readSettings(this);
	const query: TransactionQuery = parameters.getDateRange(filtersField, timeZone);
	const sort = options.getOption(sortField) as TransactionQuery['sort'];
	if (sort) query.sort = sort;

	const request = {
		query,
		pageSize: isEmptyFilter(filter) ? Math.min(pageSize, limit) : pageSize,
		maxConcurrency,
	};
	const isShared = this.getInputData().length > 1;
	const list = memoizePerRun(this, JSON.stringify(request), () => {
		const state = { isInOrder: true };
		const onReadAgain = () => (state.isInOrder = false);
		const reader = new SharedReader(
			(expectedPages) =>
				listWithWarnings(this, { ...request, expectedPages, onReadAgain }, SKIPPED_CONSEQUENCE),
			{ isShared },
		);
		return { reader, state };
	});
	const isSelected = createMatcher(filter);
	const outputs: object[] = [];
	for await (const records of list.reader.read({ isSelected, limit, itemIndex })) {
		for (const record of records) outputs.push(isSimplified ? simplify(record, timeZone) : record);
	}
	if (outputs.length === 0) {
		return toEmptyOutput(this, describeNothingFound(query, filter, timeZone), itemIndex);
	}
	if (!list.state.isInOrder) {
		const toTime = (output: object) =>
			isSimplified ? (output as Transaction).time : getTime({ ...output }, timeZone);
		sortByTime(outputs, toTime, sort);
	}
	return toItems(outputs, itemIndex);
}

/** Sorts a list as the service does. Transactions of the same time keep their order. */
function sortByTime(
	outputs: object[],
	toTime: (output: object) => string,
	sort: TransactionQuery['sort'],
): void {
	const sign = sort === 'DESC' ? -1 : 1;
	outputs.sort((one, other) => sign * compareTimes(toTime(one), toTime(other)));
}

/** Says which days were searched, and with which filters. */
function describeNothingFound(
	{ fromDate, toDate }: TransactionQuery,
	filter: TransactionFilter,
	timeZone: string,
): string {
	const from = fromDate ?? getDay(timeZone, DEFAULT_DAYS);
	const days = `from ${from} to ${toDate ?? getDay(timeZone)}`;
	const conditions = Object.entries(filter).filter(([, value]) => !isBlank(value));
	const list = conditions.map(([name, value]) => `${name}: ${value}`).join(', ');
	return `No transactions found ${days}${list && ` (${list})`}.`;
}

function isBlank(value: unknown): boolean {
	return value === undefined || String(value).trim() === '';
}

function getFilter(filters: ItemParameters): TransactionFilter {
	// 0 is no limit: nobody looks for transactions of nothing.
	const filter: TransactionFilter = {
		direction: filters.getOption(directionField) as TransactionFilter['direction'],
		accountNumber: filters.getAccountNumber(accountFilterField),
		minimumAmount: filters.getAmount(minimumAmountField) || undefined,
		maximumAmount: filters.getAmount(maximumAmountField) || undefined,
		description: filters.getText(descriptionField),
	};
	if ((filter.minimumAmount ?? 0) > (filter.maximumAmount ?? Infinity)) {
		throw filters.createError(
			"'Minimum Amount' is greater than 'Maximum Amount'",
			'Swap the two amounts, or remove one of them.',
		);
	}
	return filter;
}
