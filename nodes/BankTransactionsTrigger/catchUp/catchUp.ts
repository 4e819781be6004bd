import type { ITriggerFunctions, ITriggerResponse, NodeOperationError } from 'n8n-workflow';

import { wait } from '../../shared/http/retry';
import { readSettings, type ServiceSettings } from '../../shared/http/settings';
import {
	getAccountNumber,
	getId,
	type TransactionRecord,
} from '../../shared/transactions/transaction';
import { toBatches } from '../../shared/batches';
import { attachHandOver, MAX_BATCH_SIZE } from '../deduplication/handOver';
import { fingerprint, writeHint } from '../hint';
import { readTriggerParameters, type TriggerParameters } from '../parameters';
import { createOwner, getProcessState, type ProcessState } from '../processState';
import { createItemMapper, createSelector, type ItemMapper } from '../selection';
import {
	getLogContext,
	latest,
	prepareActivation,
	startSource,
	toAccounts,
	type Activation,
	type Beginning,
	type Settlement,
} from './activation';
import { CurrentSource } from './currentSource';
import { Offers } from './offers';
import { findSettled } from './settledDigest';
import { identifySource, type Source } from './source';
import { timing } from './timing';
import { getDay, getTransactionDay, MAX_LISTED, TransactionWindow } from './transactionWindow';

/** After so many newly settled transactions the hint is written again. */
const HINT_INTERVAL = 1_000;

/**
 * How many transactions the first execution after a start gets: most may be settled, and it passes no
 * more than a batch. Without a hint, as after the loss of static data, nothing is known of them.
 */
const PROBE_SIZE = { withHint: 2 * HINT_INTERVAL, withoutHint: 20_000 };

/**
 * Starts catching up, which runs as long as the workflow is active: at once and at every interval
 * it hands over what the service lists and no event brought, oldest first. A look that fails is
 * logged and made again at the next interval.
 * @throws NodeApiError if it has to begin and the service cannot be read.
 */
export async function startCatchUp(context: ITriggerFunctions): Promise<ITriggerResponse> {
	if (context.getMode() === 'manual') return {};
	const state = getProcessState(context);
	const parameters = readTriggerParameters(context);
	const prepared =
		context.getActivationMode() === 'leadershipChange' ? undefined : state.activation;
	const activation = prepared ?? (await prepareActivation(context, parameters));
	state.activation = undefined;
	state.hint = activation.hint;
	state.wasOpen = true;
	state.isOpen = true;
	writeHint(context, activation.hint);
	const stop = new AbortController();
	void new CatchUp(context, parameters, activation, state, stop.signal).run();
	return { closeFunction: async () => stop.abort() };
}

class CatchUp {
	private readonly offers: Offers;

	private readonly source: CurrentSource;

	private readonly intervalMs: number;

	/** What has to be settled before transactions are handed over. */
	private readonly settlements: Settlement[] = [];

	private window: TransactionWindow;

	/** False until the first look has taken over what the activation prepared. */
	private hasStarted = false;

	/** Set until the first transactions after a start were handed over. */
	private probeSize = 0;

	/** False until the digest of the hint was compared with what is listed. */
	private isDigestUsed = false;

	/** How many settled transactions the hint covers, and on which day it was written. */
	private hinted = { settled: 0, day: '' };

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly parameters: TriggerParameters,
		private readonly activation: Activation,
		private readonly state: ProcessState,
		private readonly stopped: AbortSignal,
	) {
		this.intervalMs = parameters.intervalMinutes * timing.minuteMs;
		this.offers = new Offers(context, this.intervalMs, () => this.isStopped);
		this.source = new CurrentSource(activation.hint, state.settled);
		this.window = this.createWindow();
	}

	/** Looks again and again until it is stopped. */
	async run(): Promise<void> {
		await wait(timing.emitDelayMs, this.stopped);
		while (!this.isStopped) {
			try {
				await this.look();
			} catch (error) {
				this.logFailure(error as NodeOperationError);
			}
			const isDone = this.hasStarted && this.settlements.length === 0;
			if (isDone && !this.parameters.catchUp) return;
			await this.waitForNextLook();
		}
	}

	/** The next look follows after the interval, or as soon as an execution has taken its batch. */
	private async waitForNextLook(): Promise<void> {
		const end = Date.now() + this.intervalMs;
		if (await this.offers.waitForLast(this.intervalMs)) return;
		await wait(end - Date.now(), this.stopped);
	}

	private async look(): Promise<void> {
		this.offers.takeOverLast();
		const settings = await readSettings(this.context);
		await this.followSource(settings);
		if (!(await this.settleFirst()) || !this.parameters.catchUp) return;
		await this.refreshWindow(settings);
		await this.settleNewAccounts(settings);
		if (!(await this.settleFirst())) return;
		if (await this.handOverMissed(settings)) await this.refreshHint(settings);
	}

	/** A credential that was edited in place may belong to another business now. */
	private async followSource(settings: ServiceSettings): Promise<void> {
		const { activation } = this.activation.hint;
		const keyFingerprint = fingerprint(settings.baseUrl, settings.apiKey);
		if (activation.keyFingerprint !== keyFingerprint) {
			const source = await identifySource(this.context, settings, activation);
			if (source.id !== activation.source) await this.switchSource(settings, source);
			activation.keyFingerprint = keyFingerprint;
			this.hinted.day = '';
		}
		if (this.hasStarted) return;
		this.hasStarted = true;
		this.takeOver(this.activation, settings);
	}

	private async switchSource(settings: ServiceSettings, source: Source): Promise<void> {
		const { parameters } = this;
		const { activation, registration } = this.activation.hint;
		const former = activation.sources[source.id];
		const start = { parameters, settings, source, former, onlyIfNew: false };
		const beginning = await startSource(this.context, start);
		const webhook = registration
			? ` Webhook ${registration.webhookId} of the previous account still exists.`
			: '';
		this.context.logger.warn(
			`The credential of the bank transactions trigger now belongs to another account. Transactions that the new account had before now do not start the workflow.${webhook} Publish the workflow again to register a webhook at the new account.`,
			this.logContext,
		);
		this.source.switchTo(source.id, beginning.known);
		this.isDigestUsed = false;
		this.window = this.createWindow();
		this.takeOver(beginning, settings);
	}

	private takeOver(
		{ settlement, listing }: Pick<Beginning, 'settlement' | 'listing'>,
		{ timeZone }: ServiceSettings,
	): void {
		if (settlement) this.settlements.push(settlement);
		if (listing) this.window.load(listing, getDay(timeZone));
	}

	/** Returns true once everything is recorded that must not start the workflow. */
	private async settleFirst(): Promise<boolean> {
		for (let [settlement] = this.settlements; settlement; [settlement] = this.settlements) {
			const { marker } = settlement;
			const confirm = () => {
				if (this.settlements[0] === settlement) this.settlements.shift();
				this.source.update({ isRecorded: true });
			};
			const isSettled = () => marker !== undefined && this.state.settled.has(marker);
			const items = [this.source.toItem(settlement, this.window)];
			if (!(await this.offers.make({ items, isSettled, confirm }))) {
				return this.settlements.length === 0;
			}
		}
		return true;
	}

	private async refreshWindow(settings: ServiceSettings): Promise<void> {
		const today = getDay(settings.timeZone);
		const firstDay = getDay(settings.timeZone, this.parameters.windowDays);
		const { coveredFrom, digest } = this.source.known;
		await this.window.refresh(latest(coveredFrom, firstDay), today);
		if (!this.isDigestUsed) {
			const settled = findSettled(digest, this.window.days);
			this.source.markSettled(settled);
			this.hinted = { settled: settled.length, day: digest === '' ? '' : today };
			this.probeSize = PROBE_SIZE[digest === '' ? 'withoutHint' : 'withHint'];
			this.isDigestUsed = true;
		}
		const shortened = this.window.shorten();
		if (shortened === undefined) return;
		this.source.update({ coveredFrom: shortened });
		this.context.logger.warn(
			`The catch-up window of the bank transactions trigger holds more than ${MAX_LISTED} transactions. It now starts on ${shortened}. Choose a shorter 'Catch Up Window'.`,
			this.logContext,
		);
	}

	/**
	 * Settles what the service lists of an account that was linked only now, and what it imports later
	 * from before that day. On a known account, such a transaction is new.
	 */
	private async settleNewAccounts(settings: ServiceSettings): Promise<void> {
		const { activation } = this.activation.hint;
		const { accountNumbers } = await identifySource(this.context, settings, activation);
		if (accountNumbers === undefined) return;
		const today = getDay(settings.timeZone);
		const { coveredFrom } = this.source.known;
		const known = this.source.known.accounts ?? toAccounts(accountNumbers, coveredFrom) ?? {};
		const linked = accountNumbers.filter((number) => known[number] === undefined);
		const accounts = { ...known, ...toAccounts(linked, today) };
		const history = this.window.getUnsettled().filter((record) => {
			const number = getAccountNumber(record);
			return linked.includes(number) || getTransactionDay(record) < (accounts[number] ?? '');
		});
		this.source.update({ accounts });
		if (linked.length > 0) this.hinted.day = '';
		if (history.length === 0) return;
		this.context.logger.info(
			`${history.length} transactions from before a bank account was linked do not start the workflow.`,
			this.logContext,
		);
		const ids = history.map(getId);
		const source = this.source.id;
		this.settlements.push({ ids, source, marker: `linked:${ids[0]}`, onlyIfNew: false });
	}

	/** Returns true if nothing is left to hand over. */
	private async handOverMissed(settings: ServiceSettings): Promise<boolean> {
		const isSelected = createSelector(this.parameters.selection);
		this.window.drop(this.window.getUnsettled().filter((record) => !isSelected(record)));
		if (this.parameters.delivery === 'webhook' && this.window.getUnsettled().length > 0) {
			await wait(timing.eventGraceMs, this.stopped);
		}
		const toItems = createItemMapper(this.parameters, settings.timeZone, false);
		const missed = this.window.getUnsettled();
		if (this.probeSize > 0 && !(await this.probe(missed, toItems))) return false;
		for (const records of toBatches(missed, MAX_BATCH_SIZE)) {
			if (!(await this.handOver(records, toItems))) return false;
			await this.refreshHint(settings);
		}
		return true;
	}

	/** Hands over large batches until an execution passes something. The rest follows in small ones. */
	private async probe(missed: TransactionRecord[], toItems: ItemMapper): Promise<boolean> {
		for (const records of toBatches(missed, this.probeSize)) {
			if (!(await this.handOver(records, toItems))) return false;
			if (!records.every((record) => this.source.isSettled(getId(record)))) break;
		}
		this.probeSize = 0;
		return true;
	}

	/** Returns true if all of these are settled, or an execution has passed some of them. */
	private async handOver(records: TransactionRecord[], toItems: ItemMapper): Promise<boolean> {
		const unsettled = records.filter((record) => !this.source.isSettled(getId(record)));
		if (unsettled.length === 0) return true;
		const ids = unsettled.map(getId);
		const handOver = {
			owner: createOwner(),
			source: this.source.id,
			batchSize: MAX_BATCH_SIZE,
		};
		return await this.offers.make({
			items: attachHandOver(toItems(unsettled), handOver),
			isSettled: () => ids.every((id) => this.source.isSettled(id)),
			confirm: (passedNothing) => {
				if (passedNothing || ids.length <= MAX_BATCH_SIZE) this.source.markSettled(ids);
			},
		});
	}

	/** Has an execution write the hint if it has fallen behind: what it misses, a restart offers. */
	private async refreshHint({ timeZone }: ServiceSettings): Promise<void> {
		const today = getDay(timeZone);
		const { settledCount } = this.window;
		const isBehind = Math.abs(settledCount - this.hinted.settled) >= HINT_INTERVAL;
		if (!isBehind && this.hinted.day === today && !this.state.isHintLost) return;
		const hint = { ids: [], source: this.source.id, onlyIfNew: false };
		await this.offers.make({
			items: [this.source.toItem(hint, this.window)],
			isSettled: () => false,
			confirm: () => {
				this.hinted = { settled: settledCount, day: today };
				this.state.isHintLost = false;
			},
		});
	}

	private createWindow(): TransactionWindow {
		return new TransactionWindow(this.context, (id) => this.source.isSettled(id));
	}

	private get isStopped(): boolean {
		// n8n calls `delete` before it closes the trigger.
		return this.stopped.aborted || !this.state.isOpen;
	}

	private get logContext() {
		return getLogContext(this.context);
	}

	private logFailure({ message, description }: NodeOperationError): void {
		this.context.logger.warn(
			`The check for missed transactions failed: ${message}. n8n tries again in ${this.parameters.intervalMinutes} minutes.`,
			{ ...this.logContext, description },
		);
	}
}
