import { readSettings, type ServiceSettings } from '../../shared/http/settings';
import { getDay } from '../../shared/transactions/time';
import { getId, type TransactionRecord } from '../../shared/transactions/transaction';
import { createKeyFingerprint, identifyAccount, type Account } from '../account';
import { clearSettingsCache } from '../events/cachedSettings';
import { attachTask, toValue, type Settlement, type SettleTask } from '../ledger/task';
import { begin, type Beginning } from '../lifecycle/begin';
import { addLinked, findHistory } from '../linkedAccounts';
import { logInfo, logWarning } from '../log';
import { createOwner } from '../memory';
import { describeState, type PublishedState } from '../storedState';
import { Executions } from './executions';
import { KeptWebhook } from './keptWebhook';
import { handOverMissed } from './missedTransactions';
import type { RunningTrigger } from './runningTrigger';
import { listsSame } from './sameAccount';
import { TransactionWindow } from './transactionWindow';

/** Makes the checks of one publication; `check` shows the steps of one. */
export class Checks {
	readonly executions: Executions;

	private readonly webhook: KeptWebhook;

	private window: TransactionWindow;

	/** What has to be recorded before anything is handed over. */
	private settlement?: Settlement;

	constructor(
		private readonly trigger: RunningTrigger,
		beginning: Beginning,
		/** When the publication registered the webhook. 0: the first check does. */
		registeredAt: number,
	) {
		this.executions = new Executions(trigger);
		this.webhook = new KeptWebhook(trigger, registeredAt);
		this.window = this.createWindow(beginning);
		this.settlement = beginning.settlement;
		// A long list would stay in memory as long as the workflow is active.
		beginning.listing = undefined;
	}

	/** @throws NodeOperationError or NodeApiError if the check cannot be finished. */
	async check(): Promise<void> {
		this.executions.processLast();
		const settings = await readSettings(this.trigger.context);
		await this.followCredential(settings);
		try {
			await this.catchUp(settings);
		} finally {
			await this.webhook.keep(settings);
			await this.keepNote();
		}
	}

	private async catchUp(settings: ServiceSettings): Promise<void> {
		const { executions, trigger, window } = this;
		const { context, parameters, stopped } = trigger;
		const { timeZone } = settings;
		if (!(await this.settle()) || !parameters.catchUp || stopped.aborted) return;
		const windowStart = getDay(timeZone, parameters.windowDays);
		const { from } = trigger.begun;
		await window.refresh(settings, from > windowStart ? from : windowStart);
		trigger.noteListed(window.listedCount);
		const account = await identifyAccount(context, settings, trigger.begun);
		this.settleHistory(account, timeZone);
		// Executions trim n8n's store to what static data says is listed, so that has to be written first.
		if (!(await this.settle()) || !(await this.keepNote())) return;
		if (!(await handOverMissed(trigger, window, executions, timeZone))) return;
		trigger.changeBegun({ checkedOn: account.today ?? trigger.begun.checkedOn });
	}

	/** Settles what newly linked bank accounts have brought along. */
	private settleHistory({ bankAccounts, today = '' }: Account, timeZone: string): void {
		const { trigger } = this;
		if (bankAccounts === undefined) return;
		const linked = addLinked(trigger.begun, bankAccounts, today);
		const history = findHistory(this.window.getUnsettled(), linked, timeZone);
		trigger.changeBegun({ linkedSince: linked.linkedSince });
		if (history.length === 0) return;
		logInfo(
			trigger.context,
			`${history.length} transactions from before a bank account was linked do not start the workflow.`,
		);
		this.settlement = this.toSettlement(history);
	}

	/** Resolves with true once what has to be settled is recorded, and with false if not yet. */
	private async settle(): Promise<boolean> {
		return this.settlement === undefined || (await this.record(this.settlement));
	}

	/**
	 * Has the state written if static data does not hold it. What it does not tell, a restart asks n8n's store.
	 * Resolves with true once static data holds it, and with false if not yet.
	 */
	private async keepNote(): Promise<boolean> {
		if (this.settlement) return false;
		return this.trigger.isNoted || (await this.record(this.toSettlement([])));
	}

	private toSettlement(records: TransactionRecord[]): Settlement {
		const { account } = this.trigger.begun;
		const values = records.map((record) => toValue(account, getId(record)));
		return { owner: createOwner(), values, onlyIfNew: false };
	}

	/** Only an execution can write to n8n's store and to fresh static data. */
	private async record(settlement: Settlement): Promise<boolean> {
		const { trigger } = this;
		const { memory } = trigger;
		const { owner, onlyIfNew, values } = settlement;
		trigger.noteListed(values.length);
		const begun = { ...trigger.begun, pending: undefined };
		const state: PublishedState = { ...trigger.state, writtenAt: Date.now(), begun };
		const task: SettleTask = { kind: 'settle', ...settlement, state };
		return await this.executions.start({
			items: attachTask([{ json: {} }], task),
			isSettled: () => memory.settled.has(owner),
			confirm: () => {
				if (this.settlement === settlement) this.settlement = undefined;
				trigger.changeBegun({ pending: undefined });
				memory.noted = describeState(state);
				if (!onlyIfNew) memory.settled.add(values);
			},
		});
	}

	/** A credential that was edited while the workflow is active may now belong to another account. */
	private async followCredential(settings: ServiceSettings): Promise<void> {
		const { trigger } = this;
		const { begun, context, stopped } = trigger;
		const keyFingerprint = createKeyFingerprint(settings);
		if (begun.keyFingerprint === keyFingerprint) return;
		const account = await identifyAccount(context, settings, begun);
		const isSame =
			account.id === begun.account || (await listsSame(context, settings, this.window.sample));
		if (!isSame && !stopped.aborted) await this.switchAccount(settings, account);
		trigger.changeBegun({ keyFingerprint });
		// The service sends the token of the former key until the webhook is written again, which follows.
		this.webhook.expire();
		clearSettingsCache();
	}

	private async switchAccount(settings: ServiceSettings, account: Account): Promise<void> {
		const { trigger } = this;
		const { context, parameters, state: known } = trigger;
		const opening = { by: 'change', hasRun: true } as const;
		const beginning = await begin(context, { parameters, settings, account, known, opening });
		logWarning(
			context,
			'The credential of the bank transactions trigger now belongs to another account. Transactions that the new account had before now do not start the workflow.',
		);
		trigger.change({ ...beginning.state, lifecycleAt: known.lifecycleAt });
		this.window = this.createWindow(beginning);
		this.settlement = beginning.settlement;
	}

	private createWindow({ listing, settings }: Beginning): TransactionWindow {
		const { trigger } = this;
		const { settled } = trigger.memory;
		const isSettled = (id: number) => settled.has(toValue(trigger.begun.account, id));
		const window = new TransactionWindow(trigger.context, isSettled);
		if (listing) window.load(listing, settings.timeZone);
		return window;
	}
}
