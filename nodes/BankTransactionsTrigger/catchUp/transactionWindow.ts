import type { IHookFunctions, ITriggerFunctions } from 'n8n-workflow';

import { fetchPage, listTransactions } from '../../shared/transactions/listTransactions';
import {
	getId,
	isTestTransaction,
	type TransactionRecord,
} from '../../shared/transactions/transaction';
import { logWarning } from '../log';
import { createDigest } from './settledDigest';

/** Only tests change it. */
export const windowLimits = {
	/** If more are listed, the window is shortened: n8n's store could not hold what is settled. */
	maxListed: 50_000,
};

/** All transactions that the service lists from a day on. */
export interface Listing {
	/** `YYYY-MM-DD` in the service's zone. */
	fromDate: string;
	records: TransactionRecord[];
	/** How many records could not be read. */
	unreadable: number;
}

/** Returns the day of a transaction in the service's zone, as the service wrote it. */
export function getTransactionDay(record: TransactionRecord): string {
	return String(record.when ?? '').slice(0, 10);
}

/**
 * Lists all transactions from a day on, oldest first.
 * @throws NodeApiError if a page cannot be read.
 */
export async function listSince(
	context: IHookFunctions | ITriggerFunctions,
	fromDate: string,
): Promise<Listing> {
	let unreadable = 0;
	const pages: TransactionRecord[][] = [];
	const request = {
		query: { sort: 'ASC', fromDate },
		onUnreadable: (count: number) => {
			unreadable += count;
		},
	} as const;
	for await (const page of listTransactions(context, request)) pages.push(page);
	if (unreadable > 0) {
		logWarning(
			context,
			`${unreadable} transactions could not be read and were skipped by the bank transactions trigger.`,
		);
	}
	return { fromDate, records: pages.flat(), unreadable };
}

/**
 * What the service lists in the window, and which of it is not settled yet. The whole window is read at
 * the start and once a day. In between, only as many of the newest pages are read as have new records.
 */
export class TransactionWindow {
	/** The day of each listed transaction, by id. */
	readonly days = new Map<number, string>();

	private readonly candidates = new Map<number, TransactionRecord>();

	/** Not settled, but no candidates until they are read again. */
	private readonly deferred = new Set<number>();

	private fromDate = '';

	private unreadable = 0;

	private readInFullOn = '';

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly isSettled: (id: number) => boolean,
	) {}

	/** Replaces the contents with a listing of the whole window. */
	load({ fromDate, records, unreadable }: Listing, today: string): void {
		this.days.clear();
		this.candidates.clear();
		this.deferred.clear();
		this.add(records);
		this.fromDate = fromDate;
		this.unreadable = unreadable;
		this.readInFullOn = today;
	}

	/**
	 * Brings the window up to date. The first day of the window changes only once a day, so that the
	 * number of records tells how many are new: a late record may be anywhere in the list.
	 * @throws NodeApiError if a page cannot be read.
	 */
	async refresh(fromDate: string, today: string): Promise<void> {
		if (this.readInFullOn !== today || !(await this.readNewest())) {
			this.load(await listSince(this.context, fromDate), today);
		}
	}

	/** How many of the listed transactions must not start the workflow. */
	get settledCount(): number {
		this.prune();
		return this.days.size - this.candidates.size - this.deferred.size;
	}

	/** Returns the transactions that may have to start the workflow, oldest first. */
	getUnsettled(): TransactionRecord[] {
		this.prune();
		return [...this.candidates.values()].sort(compareAge);
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

	/** Returns false if records have left the list, so that it has to be read in full. */
	private async readNewest(): Promise<boolean> {
		let found = 0;
		let missing = 0;
		for (let page = 1; page === 1 || found < missing; page++) {
			const { records, totalRecords, totalPages } = await fetchPage(this.context, {
				query: { sort: 'DESC', fromDate: this.fromDate },
				page,
			});
			if (page === 1) missing = totalRecords - this.days.size - this.unreadable;
			if (missing < 0) return false;
			found += this.add(records);
			if (page >= totalPages) {
				this.unreadable = Math.max(0, totalRecords - this.days.size);
				break;
			}
		}
		return true;
	}

	private prune(): void {
		for (const id of this.candidates.keys()) if (this.isSettled(id)) this.candidates.delete(id);
		for (const id of this.deferred) if (this.isSettled(id)) this.deferred.delete(id);
	}

	private add(records: TransactionRecord[]): number {
		let added = 0;
		for (const record of records) {
			const id = getId(record);
			const isDeferred = this.deferred.delete(id);
			if (this.days.has(id) && !isDeferred) continue;
			if (!isDeferred) added += 1;
			this.days.set(id, getTransactionDay(record));
			if (!isTestTransaction(record) && !this.isSettled(id)) this.candidates.set(id, record);
		}
		return added;
	}
}

function compareAge(one: TransactionRecord, other: TransactionRecord): number {
	const [first, second] = [String(one.when ?? ''), String(other.when ?? '')];
	if (first === second) return getId(one) - getId(other);
	return first < second ? -1 : 1;
}
