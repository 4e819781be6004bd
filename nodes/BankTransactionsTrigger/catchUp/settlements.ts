import type { ITriggerFunctions } from 'n8n-workflow';

import { getDay } from '../../shared/transactions/time';
import { getAccountNumber, getId, getTransactionDay } from '../../shared/transactions/transaction';
import { logInfo } from '../log';
import type { ProcessState } from '../memory';
import type { Source } from '../account';
import type { CurrentSource } from './currentSource';
import type { Offers } from './executions';
import { toAccounts, type Settlement } from '../lifecycle/startSource';

/**
 * Records what must not start the workflow, before anything is handed over. Only an execution can write
 * to the deduplication store and to fresh static data, so each settlement is given to one that passes
 * nothing.
 */
export class Settlements {
	private readonly waiting: Settlement[] = [];

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly source: CurrentSource,
		private readonly offers: Offers,
		private readonly state: ProcessState,
	) {}

	add(settlement: Settlement): void {
		this.waiting.push(settlement);
	}

	/**
	 * Adds what is from before the day of the last complete check, if it belongs to an account that was
	 * linked since, also if the service imports it later. On a known account, such a transaction is new,
	 * and so is one without a day.
	 */
	addNewAccounts({ accountNumbers, today = '' }: Source, timeZone: string): void {
		if (accountNumbers === undefined) return;
		const { source } = this;
		const { coveredFrom, checkedOn = today } = source.known;
		const known = source.known.accounts ?? toAccounts(accountNumbers, coveredFrom) ?? {};
		const linked = accountNumbers.filter((number) => known[number] === undefined);
		const accounts = { ...known, ...toAccounts(linked, checkedOn) };
		const history = source.window.getUnsettled().filter((record) => {
			const number = getAccountNumber(record);
			const day = getTransactionDay(record, timeZone);
			return day === undefined ? linked.includes(number) : day < (accounts[number] ?? '');
		});
		source.update({ accounts });
		if (linked.length > 0) source.outdateHint();
		if (history.length === 0) return;
		logInfo(
			this.context,
			`${history.length} transactions from before a bank account was linked do not start the workflow.`,
		);
		const ids = history.map(getId);
		this.add({ ids, source: source.id, marker: `linked:${ids[0]}`, onlyIfNew: false });
	}

	/** Resolves with true once everything that was added is recorded, and with false if it is not yet. */
	async record(): Promise<boolean> {
		for (let [settlement] = this.waiting; settlement; [settlement] = this.waiting) {
			if (!(await this.offer(settlement))) return false;
		}
		return true;
	}

	/** Has the hint written if it is outdated. What it does not cover, a restart hands over again. */
	async refreshHint(timeZone: string): Promise<void> {
		const { source, state } = this;
		const today = getDay(timeZone);
		if (!source.isHintOutdated(today) && !state.isHintLost) return;
		const { settledCount } = source.window;
		await this.offers.make({
			items: [source.toItem({ ids: [], source: source.id, onlyIfNew: false })],
			isSettled: () => false,
			confirm: () => {
				source.confirmHint(settledCount, today);
				state.isHintLost = false;
			},
		});
	}

	private async offer(settlement: Settlement): Promise<boolean> {
		const { marker } = settlement;
		return await this.offers.make({
			items: [this.source.toItem(settlement)],
			isSettled: () => marker !== undefined && this.state.settled.has(marker),
			confirm: () => {
				if (this.waiting[0] === settlement) this.waiting.shift();
				this.source.confirmRecorded();
			},
		});
	}
}
