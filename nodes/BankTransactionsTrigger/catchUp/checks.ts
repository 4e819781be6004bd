import type { ITriggerFunctions, NodeOperationError } from 'n8n-workflow';

import { readSettings, type ServiceSettings } from '../../shared/http/settings';
import { getDay } from '../../shared/transactions/time';
import { getId, type TransactionRecord } from '../../shared/transactions/transaction';
import { createKeyFingerprint, identifyAccount, type Account } from '../account';
import { clearSettingsCache } from '../events/cachedSettings';
import { attachTask, roundListed, toValue, type SettleTask } from '../ledger/task';
import { begin, type Beginning, type Settlement } from '../lifecycle/begin';
import type { Listing } from '../lifecycle/listing';
import { addLinked, findHistory } from '../linkedAccounts';
import { describeError, logInfo, logWarning } from '../log';
import { createOwner, type Memory } from '../memory';
import type { TriggerParameters } from '../parameters';
import {
	describeState,
	type Begun,
	type PublishedState,
	type RegisteredWebhook,
} from '../storedState';
import { timing } from '../timing';
import { ensureWebhook } from '../webhook/ensureWebhook';
import { removeWebhooks } from '../webhook/removeWebhooks';
import { testOwnAddress } from '../webhook/testOwnAddress';
import { Executions } from './executions';
import { handOverMissed } from './missedTransactions';
import { listsSame } from './sameAccount';
import { TransactionWindow } from './transactionWindow';

/** Makes the checks of one publication; `check` shows the steps of one. */
export class Checks {
	private readonly executions: Executions;

	private window: TransactionWindow;

	/** What the service listed at the beginning, until the window has taken it over. */
	private listing?: Listing;

	/** What has to be recorded before anything is handed over. */
	private settlements: Settlement[];

	/** Some transactions that certainly belong to the account. */
	private sample: readonly TransactionRecord[] = [];

	/** True until a check has handed over all that it found. */
	private isMostlySettled = true;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly parameters: TriggerParameters,
		beginning: Beginning,
		private readonly memory: Memory,
		private readonly stopped: AbortSignal,
	) {
		const intervalMs = parameters.intervalMinutes * timing.minuteMs;
		this.executions = new Executions(context, intervalMs, () => stopped.aborted);
		this.window = this.createWindow();
		this.listing = beginning.listing;
		this.settlements = beginning.settlement ? [beginning.settlement] : [];
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
			await this.keepWebhook();
			await this.testNewAddress();
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
		await this.refresh(timeZone);
		const account = await identifyAccount(context, settings, this.begun);
		if (await this.isCredentialEdited()) {
			// Some pages may be those of another account.
			this.window = this.createWindow();
			return;
		}
		this.sample = this.window.sample;
		this.settleHistory(account, timeZone);
		if (!(await this.settle())) return;
		const { isMostlySettled } = this;
		const { account: id } = this.begun;
		const options = { account: id, parameters, timeZone, memory, stopped, isMostlySettled };
		if (!(await handOverMissed(this.window, executions, options))) return;
		this.isMostlySettled = false;
		this.update({ checkedOn: account.today ?? this.begun.checkedOn });
	}

	private async refresh(timeZone: string): Promise<void> {
		if (this.listing) this.window.load(this.listing, timeZone);
		this.listing = undefined;
		const windowStart = getDay(timeZone, this.parameters.windowDays);
		const { from } = this.begun;
		await this.window.refresh(from > windowStart ? from : windowStart, timeZone);
		this.noteListed(this.window.listedCount);
	}

	/** Settles what newly linked bank accounts have brought along. */
	private settleHistory(account: Account, timeZone: string): void {
		if (account.bankAccounts === undefined) return;
		const linked = addLinked(this.begun, account);
		const history = findHistory(this.window.getUnsettled(), linked, timeZone);
		this.update({ linkedSince: linked.linkedSince });
		if (history.length === 0) return;
		logInfo(
			this.context,
			`${history.length} transactions from before a bank account was linked do not start the workflow.`,
		);
		const ids = history.map(getId);
		this.settlements.push({ ids, account: this.begun.account, onlyIfNew: false });
	}

	/** Resolves with true once everything that has to be settled is recorded, and with false if not yet. */
	private async settle(): Promise<boolean> {
		for (let [settlement] = this.settlements; settlement; [settlement] = this.settlements) {
			if (!(await this.record(settlement))) return false;
		}
		return true;
	}

	/** Has the state written if static data does not hold it. What it does not tell, a restart asks n8n's store. */
	private async keepNote(): Promise<void> {
		if (this.settlements.length > 0 || describeState(this.state) === this.memory.noted) return;
		await this.record({ ids: [], account: this.begun.account, onlyIfNew: false });
	}

	/** Only an execution can write to n8n's store and to fresh static data. */
	private async record(settlement: Settlement): Promise<boolean> {
		const { memory } = this;
		const { ids, account, stamp, onlyIfNew } = settlement;
		this.noteListed(ids.length);
		const state: PublishedState = {
			...this.state,
			writtenAt: Date.now(),
			begun: { ...this.begun, pending: undefined },
		};
		const values = ids.map((id) => toValue(account, id));
		const owner = createOwner();
		const task: SettleTask = { kind: 'settle', owner, values, stamp, onlyIfNew, state };
		return await this.executions.start({
			items: attachTask([{ json: {} }], task),
			isSettled: () => memory.settled.has(owner),
			confirm: () => {
				this.settlements = this.settlements.filter((other) => other !== settlement);
				this.update({ pending: undefined });
				memory.noted = describeState(state);
				if (!onlyIfNew) memory.settled.add(values);
			},
		});
	}

	/** n8n itself asks for the webhook only when a person publishes the workflow. */
	private async keepWebhook(): Promise<void> {
		const { memory } = this;
		if (this.stopped.aborted) return;
		if (this.parameters.delivery === 'polling') return await this.removeFormerWebhook();
		if (Date.now() - memory.webhookWrittenAt < timing.webhookRenewalMs) return;
		if (await this.isCredentialEdited()) return;
		try {
			await this.registerWebhook();
		} catch (error) {
			if (!this.stopped.aborted) this.logRegistrationFailure(error as NodeOperationError);
		}
		// The webhook may be at another account, so the next check registers it again.
		if (await this.isCredentialEdited()) memory.webhookWrittenAt = 0;
	}

	private async registerWebhook(): Promise<void> {
		const { context, parameters, memory } = this;
		const { webhook, begun } = this.state;
		const url = memory.productionUrl ?? webhook?.url;
		if (url === undefined) return;
		const isUnwanted = () => this.stopped.aborted;
		const wanted = { url, account: begun.account, parameters, known: webhook, isUnwanted };
		const registered = await ensureWebhook(context, wanted);
		if (registered === undefined || (await this.isCredentialEdited())) return;
		// A restart has to know it, or it would take the webhook for one of somebody else.
		this.change({ webhook: registered });
		if (registered.id !== webhook?.id) this.logRegistration(registered, webhook);
	}

	/** A webhook may be left if the service did not answer when polling was published. */
	private async removeFormerWebhook(): Promise<void> {
		const { webhook, begun } = this.state;
		if (webhook === undefined) return;
		const { productionUrl: url } = this.memory;
		if (await removeWebhooks(this.context, { url, webhook, begun })) {
			this.change({ webhook: undefined });
		}
	}

	/** Once after publishing, and once after each change of the URL. */
	private async testNewAddress(): Promise<void> {
		const { context, parameters, memory, stopped } = this;
		const { untestedUrl } = memory;
		if (untestedUrl === undefined || stopped.aborted) return;
		memory.untestedUrl = undefined;
		await testOwnAddress(context, untestedUrl, parameters, stopped);
	}

	/** Whether the credential was edited during this check. The next check follows it first. */
	private async isCredentialEdited(): Promise<boolean> {
		const settings = await readSettings(this.context);
		return createKeyFingerprint(settings) !== this.begun.keyFingerprint;
	}

	/** A credential that was edited while the workflow is active may now belong to another account. */
	private async followCredential(settings: ServiceSettings): Promise<void> {
		const { begun, context } = this;
		const keyFingerprint = createKeyFingerprint(settings);
		if (begun.keyFingerprint === keyFingerprint) return;
		const account = await identifyAccount(context, settings, begun);
		const isSame =
			account.id === begun.account || (await listsSame(context, settings, this.sample));
		if (!isSame && !this.stopped.aborted) await this.switchAccount(settings, account);
		this.update({ keyFingerprint });
		// The service sends the token of the former key until the webhook is written again, which follows.
		this.memory.webhookWrittenAt = 0;
		clearSettingsCache();
	}

	private async switchAccount(settings: ServiceSettings, account: Account): Promise<void> {
		const { context, parameters, state } = this;
		const opening = { by: 'change', hasRun: true } as const;
		const options = { parameters, settings, account, known: state, opening };
		const beginning = await begin(context, options);
		// A switch that did not end in time is left to the next publication or start.
		if (this.stopped.aborted) return;
		const leftover = state.webhook
			? ` Webhook ${state.webhook.id} of the previous account still exists (URL ${state.webhook.url}). Delete it there.`
			: '';
		logWarning(
			context,
			`The credential of the bank transactions trigger now belongs to another account. Transactions that the new account had before now do not start the workflow.${leftover}`,
		);
		this.change({ ...beginning.state, lifecycleAt: state.lifecycleAt });
		this.sample = [];
		this.isMostlySettled = true;
		this.window = this.createWindow();
		this.listing = beginning.listing;
		this.settlements = beginning.settlement ? [beginning.settlement] : [];
	}

	/** The state as this process knows it, also what a lifecycle method has added to it. */
	private get state(): PublishedState {
		return this.memory.stored as PublishedState;
	}

	private get begun(): Begun {
		return this.state.begun;
	}

	private noteListed(count: number): void {
		const listed = Math.max(this.state.listed ?? 0, roundListed(count));
		this.change({ listed });
	}

	private update(change: Partial<Begun>): void {
		this.change({ begun: { ...this.begun, ...change } });
	}

	/** What is known belongs to the next publication once this one has ended. */
	private change(change: Partial<PublishedState>): void {
		if (this.stopped.aborted) return;
		this.memory.stored = { ...this.state, ...change, writtenAt: Date.now() };
	}

	private createWindow(): TransactionWindow {
		const { memory } = this;
		return new TransactionWindow(this.context, (id) =>
			memory.settled.has(toValue(this.begun.account, id)),
		);
	}

	private logRegistration({ id }: RegisteredWebhook, known: RegisteredWebhook | undefined): void {
		const reason =
			known === undefined
				? 'there was none'
				: `webhook ${known.id} no longer existed at the service, or had another URL`;
		logWarning(this.context, `Webhook ${id} was registered, because ${reason}.`);
	}

	private logRegistrationFailure(error: NodeOperationError): void {
		const consequence = this.parameters.catchUp
			? 'the checks for missed transactions start the workflow'
			: 'new transactions may not start the workflow';
		logWarning(
			this.context,
			`The webhook could not be renewed: ${describeError(error)} Until it is renewed, ${consequence}. The next attempt follows at the next check.`,
		);
	}
}
