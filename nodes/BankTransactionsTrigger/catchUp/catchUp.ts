import type { ITriggerFunctions, ITriggerResponse, NodeOperationError } from 'n8n-workflow';

import { wait } from '../../shared/http/retry';
import { readSettings, type ServiceSettings } from '../../shared/http/settings';
import { writeHint, type ActivationHint } from '../hint';
import { describeError, logWarning } from '../log';
import { readTriggerParameters, type TriggerParameters } from '../parameters';
import { getProcessState, type ProcessState } from '../processState';
import { assertPublishable, warnIfNotPublishable } from '../publication';
import { renewWebhook } from '../registration/renewWebhook';
import { createKeyFingerprint, identifySource, type Source } from '../source';
import { takeActivation, type Activation } from './activation';
import { CurrentSource } from './currentSource';
import { MissedTransactions } from './missedTransactions';
import { Offers } from './offers';
import { Settlements } from './settlements';
import { startSource, type StartedSource } from './startSource';
import { timing } from './timing';

/**
 * Starts catching up: checks at once, and then at every interval as long as the workflow is active,
 * for transactions that no event delivered, and starts executions for them. A check that fails is
 * logged, and repeated at the next interval.
 * @throws NodeApiError if the trigger starts over and the service cannot be read.
 * @throws NodeOperationError if a person publishes what the trigger refuses.
 */
export async function startCatchUp(context: ITriggerFunctions): Promise<ITriggerResponse> {
	if (context.getMode() === 'manual') return {};
	assertPublishable(context);
	warnIfNotPublishable(context);
	const state = getProcessState(context);
	const parameters = readTriggerParameters(context);
	state.hasTrigger = true;
	const activation = await takeActivation(context, parameters);
	// n8n may start a trigger again without closing it, if its webhook could not be registered.
	state.catchUp?.abort();
	const stop = new AbortController();
	state.catchUp = stop;
	state.hint = activation.hint;
	state.wasOpen = true;
	state.isOpen = true;
	writeHint(context, activation.hint);
	void new CatchUp(context, parameters, activation, state, stop.signal).run();
	return {
		closeFunction: async () => {
			stop.abort();
			state.hasTrigger = false;
		},
	};
}

/** Makes one check after the other; `check` shows the steps of one. */
class CatchUp {
	private readonly intervalMs: number;

	private readonly offers: Offers;

	private readonly source: CurrentSource;

	private readonly settlements: Settlements;

	private readonly missed: MissedTransactions;

	private webhookRenewedAt = Date.now();

	/** False until the first check has taken over what the activation prepared. */
	private hasStarted = false;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly parameters: TriggerParameters,
		private readonly activation: Activation,
		private readonly state: ProcessState,
		private readonly stopped: AbortSignal,
	) {
		this.intervalMs = parameters.intervalMinutes * timing.minuteMs;
		this.offers = new Offers(context, this.intervalMs, () => this.isStopped);
		this.source = new CurrentSource(context, activation.hint, state.settled);
		this.settlements = new Settlements(context, this.source, this.offers, state);
		this.missed = new MissedTransactions(this.source, this.offers, parameters, stopped);
	}

	/** Checks again and again until it is stopped. */
	async run(): Promise<void> {
		await wait(timing.emitDelayMs, this.stopped);
		while (!this.isStopped) {
			try {
				await this.check();
			} catch (error) {
				if (!this.isStopped) this.logFailure(error as NodeOperationError);
			}
			await this.waitForNextCheck();
		}
	}

	/** The next check follows after the interval, or as soon as a slow execution has taken its batch. */
	private async waitForNextCheck(): Promise<void> {
		const end = Date.now() + this.intervalMs;
		if (await this.offers.waitForLast(this.intervalMs)) return;
		await wait(end - Date.now(), this.stopped);
	}

	private async check(): Promise<void> {
		this.offers.processLast();
		const settings = await readSettings(this.context);
		await this.followCredential(settings);
		try {
			await this.catchUp(settings);
		} finally {
			await this.keepWebhookActive();
		}
	}

	private async catchUp(settings: ServiceSettings): Promise<void> {
		const { parameters, settlements, source } = this;
		const { timeZone } = settings;
		if (!(await settlements.record()) || !parameters.catchUp || this.isStopped) return;
		await source.refresh(timeZone, parameters.windowDays);
		const { accountNumbers } = await identifySource(this.context, settings, this.known);
		if (await this.isCredentialEdited()) {
			// Some pages may be those of another account.
			source.discardWindow();
			return;
		}
		settlements.addNewAccounts(accountNumbers, timeZone);
		if (!(await settlements.record())) return;
		const refreshHint = async () => await settlements.refreshHint(timeZone);
		if (await this.missed.handOver(timeZone, refreshHint)) await refreshHint();
	}

	/** n8n itself updates the webhook only when it starts, and when a changed workflow is published. */
	private async keepWebhookActive(): Promise<void> {
		if (this.parameters.delivery !== 'webhook' || this.isStopped) return;
		if (Date.now() - this.webhookRenewedAt < timing.webhookRenewalMs) return;
		const { hint } = this.activation;
		const { registration } = hint;
		const { source } = hint.activation;
		const url = registration?.url ?? this.state.webhookUrl;
		if (url === undefined || (await this.isCredentialEdited())) return;
		this.webhookRenewedAt = Date.now();
		// A webhook of a former account cannot be reached with the current key.
		const webhookId = registration?.source === source ? registration.webhookId : undefined;
		const isStopped = () => this.isStopped;
		const { registered } = this.state;
		const known = { webhookId, url, source };
		const renewed = await renewWebhook(this.context, known, this.parameters, isStopped);
		if (await this.isCredentialEdited()) {
			// The webhook may be at another account, so the next check renews it again.
			this.state.registered = registered;
			this.webhookRenewedAt = 0;
			return;
		}
		hint.registration = renewed;
	}

	/** Whether the credential was edited during this check. The next check follows it first. */
	private async isCredentialEdited(): Promise<boolean> {
		const settings = await readSettings(this.context);
		return createKeyFingerprint(settings) !== this.known.keyFingerprint;
	}

	/** A credential that was edited while the workflow is active may now belong to another business. */
	private async followCredential(settings: ServiceSettings): Promise<void> {
		const { known } = this;
		const keyFingerprint = createKeyFingerprint(settings);
		if (known.keyFingerprint !== keyFingerprint) {
			const source = await identifySource(this.context, settings, known);
			if (source.id !== known.source) await this.switchSource(settings, source);
			// A switch that did not end in time is left to the next activation.
			if (this.isStopped) return;
			known.keyFingerprint = keyFingerprint;
			this.source.outdateHint();
		}
		if (this.hasStarted) return;
		this.hasStarted = true;
		this.takeOver(this.activation, settings);
		// A long list would stay in memory as long as the workflow is active.
		this.activation.listing = undefined;
	}

	private async switchSource(settings: ServiceSettings, source: Source): Promise<void> {
		const { parameters } = this;
		const { registration } = this.activation.hint;
		const former = this.known.sources[source.id];
		const start = { parameters, settings, source, former, onlyIfNew: false };
		const beginning = await startSource(this.context, start);
		if (this.isStopped) return;
		const webhook = registration
			? ` Webhook ${registration.webhookId} of the previous account still exists. The trigger registers one at the new account within an hour.`
			: '';
		logWarning(
			this.context,
			`The credential of the bank transactions trigger now belongs to another account. Transactions that the new account had before now do not start the workflow.${webhook}`,
		);
		this.source.switchTo(source.id, beginning.known);
		this.takeOver(beginning, settings);
	}

	private takeOver(
		{ settlement, listing }: Pick<StartedSource, 'settlement' | 'listing'>,
		{ timeZone }: ServiceSettings,
	): void {
		if (settlement) this.settlements.add(settlement);
		if (listing) this.source.load(listing, timeZone);
	}

	private get known(): ActivationHint {
		return this.activation.hint.activation;
	}

	private get isStopped(): boolean {
		// n8n calls `delete` before it closes the trigger.
		return this.stopped.aborted || !this.state.isOpen;
	}

	private logFailure(error: NodeOperationError): void {
		const { intervalMinutes } = this.parameters;
		const interval = intervalMinutes === 1 ? '1 minute' : `${intervalMinutes} minutes`;
		logWarning(
			this.context,
			`The check for missed transactions failed: ${describeError(error)} The next check follows in ${interval}.`,
		);
	}
}
