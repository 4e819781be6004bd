import type { ITriggerFunctions } from 'n8n-workflow';

import { readSettings, type ServiceSettings } from '../../shared/http/settings';
import { getDay } from '../../shared/transactions/time';
import { getId } from '../../shared/transactions/transaction';
import { createKeyFingerprint, identifyAccount, type Account } from '../account';
import { clearSettingsCache } from '../events/cachedSettings';
import { attachTask, toValue, type SettleTask } from '../ledger/task';
import { begin, type Beginning, type Settlement } from '../lifecycle/begin';
import { addLinked, findHistory } from '../linkedAccounts';
import { logInfo, logWarning } from '../log';
import { createOwner, type Memory } from '../memory';
import type { TriggerParameters } from '../parameters';
import { describeState, type PublishedState } from '../storedState';
import { timing } from '../timing';
import { CurrentState } from './currentState';
import { Executions } from './executions';
import { KeptWebhook } from './keptWebhook';
import { handOverMissed } from './missedTransactions';
import { listsSame } from './sameAccount';
import { TransactionWindow } from './transactionWindow';

/** Makes the checks of one publication; `check` shows the steps of one. */
export class Checks {
	private readonly executions: Executions;

	private window: TransactionWindow;

	/** What has to be recorded before anything is handed over. */
	private settlement?: Settlement;

	private readonly state: CurrentState;

	private readonly webhook: KeptWebhook;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly parameters: TriggerParameters,
		beginning: Beginning,
		private readonly memory: Memory,
		private readonly stopped: AbortSignal,
		/** When the publication registered the webhook. 0: the first check does. */
		registeredAt: number,
	) {
		this.state = new CurrentState(memory, stopped);
		this.webhook = new KeptWebhook(context, parameters, this.state, memory, stopped, registeredAt);
		const intervalMs = parameters.intervalMinutes * timing.minuteMs;
		this.executions = new Executions(context, intervalMs, () => stopped.aborted);
		this.window = this.createWindow(beginning);
		this.settlement = beginning.settlement;
		// A long list would stay in memory as long as the workflow is active.
		beginning.listing = undefined;
	}

	/** @throws NodeOperationError or NodeApiError if the check cannot be finished. */
	async check(): Promise<void> {
		this.executions.processLast();
		const settings = await readSettings(this.context);
		await this.followCredential(settings);
		try {
			await this.catchUp(settings);
		} finally {
			await this.webhook.keep(settings);
			await this.keepNote();
		}
	}

	/** Waits for the last execution that was started. Resolves with true as soon as it is confirmed. */
	async waitForLast(milliseconds: number): Promise<boolean> {
		return await this.executions.waitForLast(milliseconds);
	}

	private async catchUp(settings: ServiceSettings): Promise<void> {
		const { context, executions, memory, parameters, stopped } = this;
		const { timeZone } = settings;
		if (!(await this.settle()) || !parameters.catchUp || stopped.aborted) return;
		await this.refresh(settings);
		const account = await identifyAccount(context, settings, this.state.begun);
		this.settleHistory(account, timeZone);
		// Executions trim n8n's store to what static data says is listed, so that has to be written first.
		if (!(await this.settle()) || !(await this.keepNote())) return;
		const { account: id } = this.state.begun;
		const options = { account: id, parameters, timeZone, memory, stopped };
		if (!(await handOverMissed(this.window, executions, options))) return;
		this.state.update({ checkedOn: account.today ?? this.state.begun.checkedOn });
	}

	private async refresh(settings: ServiceSettings): Promise<void> {
		const windowStart = getDay(settings.timeZone, this.parameters.windowDays);
		const { from } = this.state.begun;
		await this.window.refresh(settings, from > windowStart ? from : windowStart);
		this.state.noteListed(this.window.listedCount);
	}

	/** Settles what newly linked bank accounts have brought along. */
	private settleHistory(account: Account, timeZone: string): void {
		if (account.bankAccounts === undefined) return;
		const linked = addLinked(this.state.begun, account);
		const history = findHistory(this.window.getUnsettled(), linked, timeZone);
		this.state.update({ linkedSince: linked.linkedSince });
		if (history.length === 0) return;
		logInfo(
			this.context,
			`${history.length} transactions from before a bank account was linked do not start the workflow.`,
		);
		this.settlement = this.toSettlement(history.map(getId));
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
		if (this.state.isNoted) return true;
		return await this.record(this.toSettlement([]));
	}

	private toSettlement(ids: number[]): Settlement {
		return { ids, account: this.state.begun.account, onlyIfNew: false, owner: createOwner() };
	}

	/** Only an execution can write to n8n's store and to fresh static data. */
	private async record(settlement: Settlement): Promise<boolean> {
		const { memory } = this;
		const { ids, account, stamp, onlyIfNew, owner } = settlement;
		this.state.noteListed(ids.length);
		const state: PublishedState = {
			...this.state.value,
			writtenAt: Date.now(),
			begun: { ...this.state.begun, pending: undefined },
		};
		const values = ids.map((id) => toValue(account, id));
		const task: SettleTask = { kind: 'settle', owner, values, stamp, onlyIfNew, state };
		return await this.executions.start({
			items: attachTask([{ json: {} }], task),
			isSettled: () => memory.settled.has(owner),
			confirm: () => {
				if (this.settlement === settlement) this.settlement = undefined;
				this.state.update({ pending: undefined });
				memory.noted = describeState(state);
				if (!onlyIfNew) memory.settled.add(values);
			},
		});
	}

	/** A credential that was edited while the workflow is active may now belong to another account. */
	private async followCredential(settings: ServiceSettings): Promise<void> {
		const { context } = this;
		const { begun } = this.state;
		const keyFingerprint = createKeyFingerprint(settings);
		if (begun.keyFingerprint === keyFingerprint) return;
		const account = await identifyAccount(context, settings, begun);
		const isSame =
			account.id === begun.account || (await listsSame(context, settings, this.window.sample));
		if (!isSame && !this.stopped.aborted) await this.switchAccount(settings, account);
		this.state.update({ keyFingerprint });
		// The service sends the token of the former key until the webhook is written again, which follows.
		this.webhook.expire();
		clearSettingsCache();
	}

	private async switchAccount(settings: ServiceSettings, account: Account): Promise<void> {
		const { context, parameters } = this;
		const { value: known } = this.state;
		const opening = { by: 'change', hasRun: true } as const;
		const options = { parameters, settings, account, known, opening };
		const beginning = await begin(context, options);
		const leftover = known.webhook
			? ` Webhook ${known.webhook.id} of the previous account still exists (URL ${known.webhook.url}). Delete it there.`
			: '';
		logWarning(
			context,
			`The credential of the bank transactions trigger now belongs to another account. Transactions that the new account had before now do not start the workflow.${leftover}`,
		);
		this.state.change({ ...beginning.state, lifecycleAt: known.lifecycleAt });
		this.window = this.createWindow(beginning);
		this.settlement = beginning.settlement;
	}

	private createWindow({ listing, settings }: Beginning): TransactionWindow {
		const { memory, state } = this;
		const isSettled = (id: number) => memory.settled.has(toValue(state.begun.account, id));
		const window = new TransactionWindow(this.context, isSettled);
		if (listing) window.load(listing, settings.timeZone);
		return window;
	}
}
