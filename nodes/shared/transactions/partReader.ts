import { DateTime } from 'luxon';
import { NodeApiError } from 'n8n-workflow';

import type { ListTally } from '../pagination/listTally';
import type { ServiceContext } from '../types';
import { getDay, subtractDays } from './time';
import { getId, getTransactionDay, type TransactionRecord } from './transaction';
import {
	createTally,
	DEFAULT_PAGE_SIZE,
	readTransactionPages,
	type Page,
	type PagesRequest,
	type TransactionQuery,
} from './transactionPages';

/** How often a part that stays short is read. */
const MAX_PASSES = 16;

/** How many passes in a row may show nothing new of a part, which has one page or more. */
const MAX_IDLE_PASSES = { onePage: 2, morePages: 6 };

/** Each pass over several pages turns the order; every second one also uses smaller pages. */
const SHRINK_FACTOR = 0.9;

/** Some of the queried days. Without `toDate`, they end with the list. */
interface Part {
	fromDate: string;
	toDate?: string;
}

interface Pass {
	/** Counts what all passes over the part show. */
	tally: ListTally<TransactionRecord>;
	/** From 1 on, the order or the page size differs from the pass before. */
	variation: number;
	/** If so, only the first page is needed to tell whether there are more. */
	isDivisible: boolean;
}

/** The list to read again. */
interface PartsRequest extends PagesRequest {
	query: Part & Pick<TransactionQuery, 'sort'>;
}

/**
 * Reads a list again whose pages did not show all of it. The days are halved until a part fits on one
 * page, which cannot contradict itself:
 * - A part of one page is believed as it is listed: the service may count what it never lists.
 * - A single day with more pages is read several times, until its passes together have shown all of it.
 */
export class PartReader {
	/** How many records the service counted when the list was first read again. */
	private counted: number | undefined;

	/** What the list has shown, also before it was read again. */
	private readonly tally: ListTally<TransactionRecord>;

	constructor(
		private readonly context: ServiceContext,
		private readonly request: PartsRequest,
	) {
		this.tally = request.tally;
	}

	/** How many records the service counts and does not list. */
	get missing(): number {
		return Math.max(0, (this.counted ?? 0) - this.tally.size);
	}

	/**
	 * Yields pages with the records that were missing, in the order of the parts.
	 * @throws NodeApiError if a page cannot be read, or a single day stays incomplete.
	 */
	async *read(part: Part = this.request.query): AsyncGenerator<Page> {
		const halves = this.halve(part);
		const tally = createTally();
		const isDivisible = halves !== undefined;
		let idlePasses = 0;
		let variation = 0;
		for (let pass = 1; ; pass++) {
			const { size } = tally;
			const totalPages = yield* this.readPass(part, { tally, variation, isDivisible });
			const isOnePage = totalPages <= 1;
			if (!isOnePage) variation += 1;
			if (!isOnePage && halves !== undefined) {
				for (const half of halves) yield* this.read(half);
				return;
			}
			if (tally.missing === 0 || tally.size >= tally.counted) return;
			idlePasses = tally.size > size ? 0 : idlePasses + 1;
			const maxIdlePasses = isOnePage ? MAX_IDLE_PASSES.onePage : MAX_IDLE_PASSES.morePages;
			if (idlePasses < maxIdlePasses && pass < MAX_PASSES) continue;
			if (isOnePage) return;
			throw this.createError(
				`Its pages showed only ${tally.size} of ${tally.counted} transactions ${describe(part)}, also when they were read again.`,
			);
		}
	}

	/** Returns the number of pages. If there are several, those of a divisible part are not read. */
	private async *readPass(
		part: Part,
		{ tally, variation, isDivisible }: Pass,
	): AsyncGenerator<Page, number> {
		const { pageSize = DEFAULT_PAGE_SIZE, query } = this.request;
		const isDescending = (query.sort === 'DESC') !== (variation % 2 === 1);
		const shrinkage = SHRINK_FACTOR ** Math.floor(variation / 2);
		const pages = readTransactionPages(this.context, {
			...this.request,
			tally,
			query: { ...part, sort: isDescending ? 'DESC' : 'ASC' },
			pageSize: Math.ceil(Math.max(pageSize, DEFAULT_PAGE_SIZE) * shrinkage),
			expectedPages: isDivisible ? () => 1 : undefined,
		});
		let totalPages = 0;
		for await (const page of pages) {
			({ totalPages } = page);
			this.counted ??= page.totalRecords;
			if (totalPages > 1 && isDivisible) break;
			this.assertWithin(part, page);
			yield this.omitKnown(page);
		}
		return totalPages;
	}

	/** Returns the two halves in the order of the list, or undefined for a single day. */
	private halve({ fromDate, toDate }: Part): Part[] | undefined {
		const lastDay = toDate ?? getDay(this.request.settings.timeZone);
		const days = DateTime.fromISO(lastDay).diff(DateTime.fromISO(fromDate), 'days').days;
		if (!(days >= 1)) return undefined;
		const middle = subtractDays(fromDate, -Math.floor((Math.round(days) - 1) / 2));
		const halves = [
			{ fromDate, toDate: middle },
			{ fromDate: subtractDays(middle, -1), toDate },
		];
		return this.request.query.sort === 'DESC' ? halves.reverse() : halves;
	}

	private omitKnown(page: Page): Page {
		const records = page.records.filter((record) => this.tally.note(getId(record)));
		for (const text of page.unreadable) this.tally.note(text);
		return { ...page, records };
	}

	/**
	 * A service that ignores the dates would be read again in full for each part. The day of a record may
	 * be the one before or after, if the time zone of the credential is not that of the service.
	 */
	private assertWithin({ fromDate, toDate }: Part, { records }: Page): void {
		const { timeZone } = this.request.settings;
		const first = subtractDays(fromDate, 1);
		const last = toDate && subtractDays(toDate, -1);
		for (const record of records) {
			const day = getTransactionDay(record, timeZone);
			if (day === undefined || (day >= first && (last === undefined || day <= last))) continue;
			throw this.createError(
				`Its pages showed only ${this.tally.size} of ${this.counted} transactions, and it does not list single days.`,
			);
		}
	}

	private createError(text: string): NodeApiError {
		const { itemIndex } = this.request;
		return new NodeApiError(
			this.context.getNode(),
			{},
			{
				message: "The service's list of transactions is incomplete",
				description: `${text} With an incomplete list, a paid order could count as unpaid, or an old transaction as new. Try again later. If it happens again, contact the support of the service.`,
				itemIndex,
			},
		);
	}
}

function describe({ fromDate, toDate }: Part): string {
	return toDate === fromDate ? `of ${fromDate}` : `since ${fromDate}`;
}
