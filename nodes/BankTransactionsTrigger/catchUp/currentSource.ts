import type { ITriggerFunctions } from 'n8n-workflow';

import type { ServiceSettings } from '../../shared/http/settings';
import { getDay } from '../../shared/transactions/time';
import {
	getId,
	getTime,
	getTransactionDay,
	type TransactionRecord,
} from '../../shared/transactions/transaction';
import { fetchPage } from '../../shared/transactions/transactionPages';
import { toCommandItem, toValue } from '../ledger/task';
import type { RecentValues } from '../recentValues';
import { serializeHint, withSource, type SourceHint } from '../storedState';
import { logWarning } from '../log';
import { createOwner } from '../memory';
import type { Activation } from '../lifecycle/prepare';
import { findSettled } from './settledDigest';
import { latest, type Settlement } from '../lifecycle/startSource';
import { TransactionWindow, windowLimits, type Listing } from './transactionWindow';

/** The hint is written again after this many newly settled transactions. */
const HINT_INTERVAL = 1_000;

/** See `probeSize`. Without a digest, as after the loss of static data, nothing is known to be settled. */
const PROBE_SIZE = { withDigest: 2 * HINT_INTERVAL, withoutDigest: 20_000 };

/** The source whose transactions are caught up: what it lists, and what of it is settled. */
export class CurrentSource {
	window: TransactionWindow;

	/**
	 * After a start, most of what is not known to be settled may be. So the first executions get this
	 * many transactions, of which they pass no more than a batch. 0 once one has passed something.
	 */
	probeSize = 0;

	/** What the written hint covers. Undefined until its digest was compared with the list. */
	private hinted?: { settledCount: number; day: string };

	private longDayReportedOn?: string;

	/** Some transactions that certainly belong to this source. */
	private sample: readonly TransactionRecord[] = [];

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly hint: Activation['hint'],
		private readonly settled: RecentValues,
	) {
		this.window = this.createWindow();
	}

	get id(): string {
		return this.hint.activation.source;
	}

	get known(): Readonly<SourceHint> {
		return this.hint.activation.sources[this.id];
	}

	/** Changes what is known. The next hint that is written contains it. */
	update(change: Partial<SourceHint>): void {
		const { activation } = this.hint;
		activation.sources = withSource(activation.sources, this.id, { ...this.known, ...change });
	}

	/** Notes the service's day of a complete check. A restart has to know it. */
	confirmCheck(day: string | undefined): void {
		if (day === undefined || day === this.known.checkedOn) return;
		this.update({ checkedOn: day });
		this.outdateHint();
	}

	/** Switches to another source. What is known of the former one stays in the hint. */
	switchTo(id: string, known: SourceHint): void {
		this.hint.activation.source = id;
		this.update(known);
		this.sample = [];
		this.discardWindow();
	}

	/** Takes over what the service listed when the source was started. */
	load(listing: Listing, timeZone: string): void {
		this.window.load(listing, timeZone);
	}

	/** Has the next `refresh` read the whole window, and compare it with the digest. */
	discardWindow(): void {
		this.hinted = undefined;
		this.window = this.createWindow();
	}

	/** Notes that the window was read with the credential of this source. */
	confirmWindow(): void {
		this.sample = this.window.sample;
	}

	/**
	 * Returns true if these settings list transactions of this source, with the same amounts and times: a
	 * service may not say to whom a renewed key belongs, or have got another address.
	 * @throws NodeApiError if the list cannot be read.
	 */
	async isListedWith(settings: ServiceSettings): Promise<boolean> {
		const { timeZone } = settings;
		const [first] = this.sample;
		const fromDate = first && getTransactionDay(first, timeZone);
		if (fromDate === undefined) return false;
		const query = { sort: 'ASC', fromDate } as const;
		const { records } = await fetchPage(this.context, { query, page: 1, settings });
		const describe = (record: TransactionRecord) =>
			`${Number(record.amount)} ${getTime(record, timeZone)}`;
		const known = new Map(this.sample.map((record) => [getId(record), describe(record)]));
		const common = records.filter((record) => known.has(getId(record)));
		return (
			common.length > 0 && common.every((record) => known.get(getId(record)) === describe(record))
		);
	}

	/**
	 * Reads what the service lists now.
	 * @throws NodeApiError if a page cannot be read.
	 */
	async refresh(timeZone: string, windowDays: number): Promise<void> {
		const today = getDay(timeZone);
		const firstDay = latest(this.known.coveredFrom, getDay(timeZone, windowDays));
		await this.window.refresh(firstDay, timeZone);
		if (this.hinted === undefined) this.useDigest(today);
		const shortened = this.window.shorten();
		if (shortened === undefined) {
			this.warnAboutLongDay(today);
			return;
		}
		this.update({ coveredFrom: shortened });
		logWarning(
			this.context,
			`The catch-up window of the bank transactions trigger holds more than ${windowLimits.maxListed} transactions. It now starts on ${shortened}. Choose a shorter 'Catch Up Window'.`,
		);
	}

	/** Returns true if the transaction must not start the workflow. */
	isSettled(id: number): boolean {
		return this.settled.has(toValue(this.id, id));
	}

	markSettled(ids: number[]): void {
		this.settled.add(ids.map((id) => toValue(this.id, id)));
	}

	/** Returns the item that has an execution record a settlement, and write the hint. */
	toItem({ ids, source, marker, onlyIfNew }: Settlement) {
		const { known, window } = this;
		// The service may list less for a while, and then all of it again.
		this.update({ listed: Math.max(known.listed, window.days.size, ids.length) });
		if (!onlyIfNew) this.update({ digest: window.createDigest() });
		const { activation } = this.hint;
		const recorded = toRecorded(this.known);
		const sources = withSource(activation.sources, this.id, recorded);
		const written = {
			...this.hint,
			writtenAt: Date.now(),
			activation: { ...activation, sources },
		};
		return toCommandItem({
			owner: createOwner(),
			values: ids.map((id) => toValue(source, id)),
			marker,
			onlyIfNew,
			hint: serializeHint(written),
		});
	}

	/** Notes that the deduplication store holds what has to be settled. */
	confirmRecorded(): void {
		this.update(toRecorded(this.known));
	}

	/** Returns true if a restart would have to hand over too much that is settled. */
	isHintOutdated(today: string): boolean {
		const { settledCount, day } = this.hinted ?? { settledCount: 0, day: '' };
		return day !== today || Math.abs(this.window.settledCount - settledCount) >= HINT_INTERVAL;
	}

	/** Notes that a hint was written that day, with this many settled transactions. */
	confirmHint(settledCount: number, day: string): void {
		this.hinted = { settledCount, day };
	}

	/** Has the hint written again at the end of the check. Returns false before the window was read. */
	outdateHint(): boolean {
		if (this.hinted === undefined) return false;
		this.hinted.day = '';
		return true;
	}

	private useDigest(today: string): void {
		const { digest } = this.known;
		const settled = findSettled(digest, this.window.days);
		this.markSettled(settled);
		this.hinted = { settledCount: settled.length, day: digest === '' ? '' : today };
		this.probeSize = PROBE_SIZE[digest === '' ? 'withoutDigest' : 'withDigest'];
	}

	/** Once a day: a window of one day cannot be shortened. */
	private warnAboutLongDay(today: string): void {
		if (!this.window.isTooLong || this.longDayReportedOn === today) return;
		this.longDayReportedOn = today;
		logWarning(
			this.context,
			`The service lists more than ${windowLimits.maxListed} transactions of one day, which is more than the bank transactions trigger can keep apart reliably. Some of them may start the workflow again after a restart of n8n. Let the steps after the trigger tolerate a repeat.`,
		);
	}

	private createWindow(): TransactionWindow {
		return new TransactionWindow(this.context, (id) => this.isSettled(id));
	}
}

/** What was only settled for a source that the store did not know may not be settled. */
function toRecorded(known: SourceHint): SourceHint {
	const digest = known.onlyIfNew === true ? '' : known.digest;
	return { ...known, digest, isRecorded: true, onlyIfNew: false };
}
