import type { IHookFunctions, ITriggerFunctions } from 'n8n-workflow';

import { readSettings } from '../../shared/http/settings';
import {
	countNew,
	describeMissing,
	listTransactions,
} from '../../shared/transactions/listTransactions';
import { compareTimes, getDay } from '../../shared/transactions/time';
import {
	getId,
	getTime,
	getTransactionDay,
	isTestTransaction,
	type TransactionRecord,
} from '../../shared/transactions/transaction';
import { createTally, readTransactionPages } from '../../shared/transactions/transactionPages';
import { logWarning } from '../log';
import { createDigest } from './settledDigest';

/** Only tests change it. */
export const windowLimits = {
	/** If more are listed, the window is shortened: n8n's store could not hold what is settled. */
	maxListed: 50_000,
};

/** So many transactions tell whether a list is that of the same account. */
const SAMPLE_SIZE = 100;

/** All transactions that the service lists from a day on. */
export interface Listing {
	/** `YYYY-MM-DD` in the service's zone. */
	fromDate: string;
	records: TransactionRecord[];
	/** What identifies the records that could not be read. */
	unreadable: Set<string>;
	/** How many transactions the service counts and does not list. */
	missing: number;
}

/**
 * Lists all transactions from a day on.
 * @throws NodeApiError if a page cannot be read, or the list stays incomplete.
 */
export async function listSince(
	context: IHookFunctions | ITriggerFunctions,
	fromDate: string,
): Promise<Listing> {
	let missing = 0;
	const unreadable = new Set<string>();
	const pages: TransactionRecord[][] = [];
	const request = {
		query: { sort: 'ASC', fromDate },
		countedUnreadable: unreadable,
		onMissing: (count: number) => {
			missing = count;
		},
	} as const;
	for await (const page of listTransactions(context, request)) pages.push(page);
	if (unreadable.size > 0) {
		logWarning(
			context,
			`${unreadable.size} transactions could not be read and were skipped by the bank transactions trigger.`,
		);
	}
	return { fromDate, records: pages.flat(), unreadable, missing };
}

/**
 * What the service lists in the window, and which of it is not settled yet. The whole window is read at
 * the start and once a day. In between, only as many of the newest pages are read as have new records.
 */
export class TransactionWindow {
	/** The day of each listed transaction, by id; `''` if it cannot be read. */
	readonly days = new Map<number, string>();

	/** The first transactions of the list. */
	sample: readonly TransactionRecord[] = [];

	private readonly candidates = new Map<number, TransactionRecord>();

	/** Not settled, but no candidates until they are read again. */
	private readonly deferred = new Set<number>();

	private fromDate = '';

	private timeZone = '';

	private unreadable = new Set<string>();

	private readInFullOn = '';

	private missingReportedOn = '';

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly isSettled: (id: number) => boolean,
	) {}

	/** Replaces the contents with a listing of the whole window. */
	load({ fromDate, records, unreadable, missing }: Listing, timeZone: string): void {
		this.days.clear();
		this.sample = [];
		this.candidates.clear();
		this.deferred.clear();
		this.fromDate = fromDate;
		this.timeZone = timeZone;
		this.unreadable = unreadable;
		this.add(records);
		const today = getDay(timeZone);
		// The next check looks for what is missing.
		this.readInFullOn = missing > 0 ? '' : today;
		if (missing > 0 && this.missingReportedOn !== today) {
			this.missingReportedOn = today;
			logWarning(
				this.context,
				`${describeMissing(missing)} The bank transactions trigger reads the whole list at each check until it finds them.`,
			);
		}
	}

	/**
	 * Brings the window up to date. The first day of the window changes only once a day, so that the
	 * number of records tells how many are new: a late record may be anywhere in the list.
	 * @throws NodeApiError if a page cannot be read, or the list stays incomplete.
	 */
	async refresh(fromDate: string, timeZone: string): Promise<void> {
		if (this.readInFullOn === getDay(timeZone) && (await this.readNewest())) return;
		this.load(await listSince(this.context, fromDate), timeZone);
	}

	/** How many of the listed transactions must not start the workflow. */
	get settledCount(): number {
		this.prune();
		return this.days.size - this.candidates.size - this.deferred.size;
	}

	/** Returns the transactions that may have to start the workflow, oldest first. */
	getUnsettled(): TransactionRecord[] {
		this.prune();
		return [...this.candidates.values()]
			.map((record) => ({ record, time: getTime(record, this.timeZone) }))
			.sort(compareAge)
			.map(({ record }) => record);
	}

	/** Removes transactions from those that may have to start the workflow. */
	drop(records: TransactionRecord[]): void {
		for (const record of records) this.candidates.delete(getId(record));
	}

	/** Removes transactions from those that may have to start the workflow, until they are read again. */
	defer(records: TransactionRecord[]): void {
		this.drop(records);
		for (const record of records) this.deferred.add(getId(record));
	}

	/** Returns the digest that proves which of the listed transactions must not start the workflow. */
	createDigest(): string {
		this.prune();
		return createDigest(this.days, (id) => !this.candidates.has(id) && !this.deferred.has(id));
	}

	/** True if n8n's store may not hold what is settled. */
	get isTooLong(): boolean {
		return this.days.size > windowLimits.maxListed;
	}

	/**
	 * Drops the oldest days until no more than `windowLimits.maxListed` transactions are left, or one
	 * day. Returns the first day that is left, or undefined if nothing was dropped.
	 */
	shorten(): string | undefined {
		if (!this.isTooLong) return undefined;
		const listed = this.days.size;
		const newestFirst = [...this.days.values()].sort().reverse();
		const newestDay = newestFirst[0];
		const firstDropped = newestFirst[windowLimits.maxListed];
		for (const [id, day] of this.days) {
			if (day > firstDropped || day === newestDay) continue;
			this.days.delete(id);
			this.candidates.delete(id);
			this.deferred.delete(id);
		}
		if (this.days.size === listed) return undefined;
		// The next check reads the list from the new first day on.
		this.readInFullOn = '';
		return [...this.days.values()].reduce((first, day) => (day < first ? day : first));
	}

	/**
	 * Returns false if the list has to be read in full: records have left it, or all of its pages do not
	 * explain how many it has.
	 */
	private async readNewest(): Promise<boolean> {
		let needed = 1;
		const pages = readTransactionPages(this.context, {
			query: { sort: 'DESC', fromDate: this.fromDate },
			settings: await readSettings(this.context),
			tally: createTally(),
			expectedPages: () => needed,
		});
		for await (const { records, unreadable, totalRecords, pageSize } of pages) {
			if (this.listedCount > totalRecords) return false;
			this.add(records);
			countNew(this.unreadable, unreadable);
			if (this.listedCount >= totalRecords) return true;
			needed = Math.ceil((totalRecords - this.listedCount) / pageSize);
		}
		return false;
	}

	private get listedCount(): number {
		return this.days.size + this.unreadable.size;
	}

	private prune(): void {
		for (const id of this.candidates.keys()) if (this.isSettled(id)) this.candidates.delete(id);
		for (const id of this.deferred) if (this.isSettled(id)) this.deferred.delete(id);
	}

	private add(records: TransactionRecord[]): void {
		const missing = SAMPLE_SIZE - this.sample.length;
		if (missing > 0) this.sample = [...this.sample, ...records.slice(0, missing)];
		for (const record of records) {
			const id = getId(record);
			const isDeferred = this.deferred.delete(id);
			if (this.days.has(id) && !isDeferred) continue;
			this.days.set(id, getTransactionDay(record, this.timeZone) ?? '');
			if (!isTestTransaction(record) && !this.isSettled(id)) this.candidates.set(id, record);
		}
	}
}

interface DatedRecord {
	record: TransactionRecord;
	time: string;
}

/** Oldest first. Without a readable day, a transaction counts as new. */
function compareAge(one: DatedRecord, other: DatedRecord): number {
	return compareTimes(one.time, other.time) || getId(one.record) - getId(other.record);
}
