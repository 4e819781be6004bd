import type { ITriggerFunctions } from 'n8n-workflow';

import type { ServiceSettings } from '../../shared/http/settings';
import { countNew, describeMissing } from '../../shared/transactions/listTransactions';
import { compareTimes, getDay } from '../../shared/transactions/time';
import {
	getId,
	getTime,
	isTestTransaction,
	type TransactionRecord,
} from '../../shared/transactions/transaction';
import { createTally, readTransactionPages } from '../../shared/transactions/transactionPages';
import { assertNotTooMany, listSince, type Listing } from '../lifecycle/listing';
import { logWarning } from '../log';

/** So many transactions tell whether a list is that of the same account. */
const SAMPLE_SIZE = 100;

/**
 * What the service lists in the window, and which of it is not settled yet. The whole window is read at
 * the start and once a day. In between, only as many of the newest pages are read as have new records.
 */
export class TransactionWindow {
	/** The IDs of all that is listed. */
	private readonly listed = new Set<number>();

	/** The first transactions of the list. */
	sample: readonly TransactionRecord[] = [];

	private readonly candidates = new Map<number, TransactionRecord>();

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
		this.listed.clear();
		this.sample = [];
		this.candidates.clear();
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
	 * @throws NodeOperationError if there are more than the trigger can keep apart.
	 */
	async refresh(settings: ServiceSettings, fromDate: string): Promise<void> {
		const { timeZone } = settings;
		if (this.readInFullOn === getDay(timeZone) && (await this.readNewest(settings))) return;
		this.load(await listSince(this.context, settings, fromDate), timeZone);
	}

	/**
	 * Returns the transactions that may have to start the workflow, oldest first. Without a readable day, one
	 * counts as new.
	 */
	getUnsettled(): TransactionRecord[] {
		this.prune();
		return [...this.candidates.values()]
			.map((record) => ({ record, time: getTime(record, this.timeZone) }))
			.sort(
				(one, other) =>
					compareTimes(one.time, other.time) || getId(one.record) - getId(other.record),
			)
			.map(({ record }) => record);
	}

	/** Returns true if some of the transactions may have to start the workflow. */
	hasUnsettled(records: TransactionRecord[]): boolean {
		this.prune();
		return records.some((record) => this.candidates.has(getId(record)));
	}

	/** Removes transactions from those that may have to start the workflow, until they are read again. */
	leaveOut(records: TransactionRecord[]): void {
		for (const record of records) this.candidates.delete(getId(record));
	}

	/**
	 * Returns false if the list has to be read in full: records have left it, or all of its pages do not
	 * explain how many it has.
	 */
	private async readNewest(settings: ServiceSettings): Promise<boolean> {
		let needed = 1;
		const pages = readTransactionPages(this.context, {
			query: { sort: 'DESC', fromDate: this.fromDate },
			settings,
			tally: createTally(),
			expectedPages: () => needed,
		});
		for await (const { records, unreadable, totalRecords, pageSize } of pages) {
			if (this.listedCount > totalRecords) return false;
			this.add(records);
			assertNotTooMany(this.context, this.listed.size);
			countNew(this.unreadable, unreadable);
			if (this.listedCount >= totalRecords) return true;
			needed = Math.ceil((totalRecords - this.listedCount) / pageSize);
		}
		return false;
	}

	/** How many transactions are listed, with those that cannot be read. */
	get listedCount(): number {
		return this.listed.size + this.unreadable.size;
	}

	private prune(): void {
		for (const id of this.candidates.keys()) if (this.isSettled(id)) this.candidates.delete(id);
	}

	private add(records: TransactionRecord[]): void {
		this.sample = [...this.sample, ...records].slice(0, SAMPLE_SIZE);
		for (const record of records) {
			const id = getId(record);
			this.listed.add(id);
			if (!isTestTransaction(record) && !this.isSettled(id)) this.candidates.set(id, record);
		}
	}
}
