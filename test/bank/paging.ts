import { badRequest } from './envelope';
import type { Random } from './random';
import type { Settings } from './settings';
import { days, parseDay, startOfDay } from './time';
import type { Transaction } from './types';

export interface ListQuery {
	descending: boolean;
	page: number;
	pageSize: number;
	/** From this time up to, but not with, the end; milliseconds since 1970. */
	start: number;
	end: number;
}

const defaultPageSize = 10;
const defaultDays = 7;

function wholeNumber(name: string, text: string | undefined, whenAbsent: number): number {
	if (text === undefined) return whenAbsent;
	if (!/^[1-9]\d{0,8}$/.test(text)) throw badRequest(`Invalid ${name}`);
	return Number(text);
}

function day(name: string, text: string | undefined, whenAbsent: number): number {
	const time = text === undefined ? whenAbsent : parseDay(text);
	if (time === undefined) throw badRequest(`Invalid ${name}`);
	return time;
}

/** A range of a list that copies only one page at a time. */
export interface Span<T> {
	length: number;
	slice(from: number, to: number): T[];
}

/** Reads the query of the list. Throws a ServiceError for an invalid value. */
export function parseListQuery(query: unknown, now: number, settings: Settings): ListQuery {
	for (const [name, value] of Object.entries(query as object)) {
		if (typeof value !== 'string') throw badRequest(`Invalid ${name}`);
	}
	const { sort = 'ASC', page, pageSize, fromDate, toDate } = query as Record<string, string>;
	if (sort !== 'ASC' && sort !== 'DESC') throw badRequest('Invalid sort');
	const today = startOfDay(now);
	return {
		descending: sort === 'DESC',
		page: wholeNumber('page', page, 1),
		pageSize: Math.min(
			wholeNumber('pageSize', pageSize, defaultPageSize),
			settings.maximumPageSize,
		),
		start: day('fromDate', fromDate, today - days(defaultDays)),
		end: day('toDate', toDate, today) + days(1),
	};
}

/** Returns the same days in the same order, with the transactions of each in a random order. */
export function shuffleDays(all: Span<Transaction>, random: Random): Span<Transaction> {
	return all
		.slice(0, all.length)
		.map((transaction) => ({
			transaction,
			day: startOfDay(transaction.time),
			place: random.next(),
		}))
		.sort((one, other) => one.day - other.day || one.place - other.place)
		.map(({ transaction }) => transaction);
}

/** The page object around one page of all these records, which are in ascending order. */
export function getPage<T, R>(
	all: Span<T>,
	{ descending, page, pageSize }: ListQuery,
	{ endPages, ignoresPage, countsMore }: Settings,
	show: (record: T) => R,
) {
	const totalRecords = all.length + countsMore;
	const totalPages = Math.ceil(totalRecords / pageSize);
	const skipped = ignoresPage ? 0 : (page - 1) * pageSize;
	const records = descending
		? all.slice(Math.max(0, all.length - skipped - pageSize), Math.max(0, all.length - skipped))
		: all.slice(skipped, skipped + pageSize);
	if (descending) records.reverse();
	const atEnd = (further: number) => ({ null: null, repeat: page, next: further })[endPages];
	return {
		page,
		pageSize,
		nextPage: page < totalPages ? page + 1 : atEnd(page + 1),
		prevPage: page > 1 ? page - 1 : atEnd(page - 1),
		totalPages,
		totalRecords,
		records: records.map(show),
	};
}
