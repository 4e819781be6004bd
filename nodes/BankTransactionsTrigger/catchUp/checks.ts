import type { ITriggerFunctions, NodeOperationError } from 'n8n-workflow';

import { readSettings, type ServiceSettings } from '../../shared/http/settings';
import type { ActivationHint, Registration } from '../storedState';
import { describeError, logWarning } from '../log';
import type { TriggerParameters } from '../parameters';
import type { ProcessState } from '../memory';
import { ensureWebhook } from '../webhook/ensureWebhook';
import { removeWebhooks } from '../webhook/removeWebhooks';
import { testOwnAddress } from '../webhook/testOwnAddress';
import { createKeyFingerprint, identifySource, type Source } from '../account';
import type { Activation } from '../lifecycle/prepare';
import { CurrentSource } from './currentSource';
import { MissedTransactions } from './missedTransactions';
import { Offers } from './executions';
import { Settlements } from './settlements';
import { startSource, type StartedSource } from '../lifecycle/startSource';
import { timing } from '../timing';

/** Makes the checks of one activation; `check` shows the steps of one. */
export class Checks {
	private readonly offers: Offers;

	private readonly source: CurrentSource;

	private readonly settlements: Settlements;

	private readonly missed: MissedTransactions;

	/** False until the first check has taken over what the activation prepared. */
	private hasStarted = false;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly parameters: TriggerParameters,
		private readonly activation: Activation,
		private readonly state: ProcessState,
		private readonly stopped: AbortSignal,
	) {
		const intervalMs = parameters.intervalMinutes * timing.minuteMs;
		this.offers = new Offers(context, intervalMs, () => this.isStopped);
		this.source = new CurrentSource(context, activation.hint, state.settled);
		this.settlements = new Settlements(context, this.source, this.offers, state);
		this.missed = new MissedTransactions(this.source, this.offers, parameters, stopped);
	}

	/** @throws NodeOperationError or NodeApiError if the check cannot be finished. */
	async check(): Promise<void> {
		this.offers.processLast();
		const settings = await readSettings(this.context);
		await this.followCredential(settings);
		try {
			await this.catchUp(settings);
		} finally {
			await this.keepWebhook(settings);
			await this.testNewAddress();
		}
	}

	/** Waits for the last execution that was started. Resolves with true as soon as it is confirmed. */
	async waitForLast(milliseconds: number): Promise<boolean> {
		return await this.offers.waitForLast(milliseconds);
	}

	private async catchUp(settings: ServiceSettings): Promise<void> {
		const { parameters, settlements, source } = this;
		const { timeZone } = settings;
		if (!(await settlements.record()) || !parameters.catchUp || this.isStopped) return;
		await source.refresh(timeZone, parameters.windowDays);
		const current = await identifySource(this.context, settings, this.known);
		if (await this.isCredentialEdited()) {
			// Some pages may be those of another account.
			source.discardWindow();
			return;
		}
		source.confirmWindow();
		settlements.addNewAccounts(current, timeZone);
		if (!(await settlements.record())) return;
		const refreshHint = async () => await settlements.refreshHint(timeZone);
		if (!(await this.missed.handOver(timeZone, refreshHint))) return;
		source.confirmCheck(current.today);
		await refreshHint();
	}

	/** n8n itself asks for the webhook only when a person publishes the workflow. */
	private async keepWebhook(settings: ServiceSettings): Promise<void> {
		const { registered } = this.state;
		if (this.isStopped) return;
		if (this.parameters.delivery === 'polling') return await this.removeFormerWebhook();
		if (registered && Date.now() - registered.at < timing.webhookRenewalMs) return;
		if (await this.isCredentialEdited()) return;
		try {
			await this.registerWebhook(settings);
		} catch (error) {
			if (!this.isStopped) this.logRegistrationFailure(error as NodeOperationError);
		}
		// The webhook may be at another account, so the next check registers it again.
		if (await this.isCredentialEdited())
			this.state.registered = registered && { ...registered, at: 0 };
	}

	private async registerWebhook({ timeZone }: ServiceSettings): Promise<void> {
		const { context, parameters } = this;
		const { source } = this.known;
		const former = this.activation.hint.registration;
		const url = this.state.productionUrl ?? former?.url;
		if (url === undefined) return;
		// A webhook of a former account cannot be reached with the current key.
		const known = former?.source === source ? former : undefined;
		const isUnwanted = () => this.isStopped;
		const wanted = { url, source, parameters, registration: known, isUnwanted };
		const registration = await ensureWebhook(context, wanted);
		if (registration === undefined || (await this.isCredentialEdited())) return;
		this.activation.hint.registration = registration;
		const { webhookId, url: storedUrl } = registration;
		if (webhookId !== known?.webhookId) this.logRegistration(registration, known);
		if (webhookId === known?.webhookId && storedUrl === known.url) return;
		// A restart has to know it, or it would take the webhook for one of somebody else.
		if (this.source.outdateHint()) await this.settlements.refreshHint(timeZone);
	}

	/** A webhook may be left if the service did not answer when polling was published. */
	private async removeFormerWebhook(): Promise<void> {
		const { hint } = this.activation;
		const { registration } = hint;
		if (registration?.source !== this.known.source) return;
		const { productionUrl: url } = this.state;
		if (!(await removeWebhooks(this.context, { url, registration, known: this.known }))) return;
		hint.registration = undefined;
		this.source.outdateHint();
	}

	/** Once after publishing, and once after each change of the URL. */
	private async testNewAddress(): Promise<void> {
		const { context, parameters, state, stopped } = this;
		const { untestedUrl } = state;
		if (untestedUrl === undefined || this.isStopped) return;
		state.untestedUrl = undefined;
		await testOwnAddress(context, untestedUrl, parameters, stopped);
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
			const isSame = source.id === known.source || (await this.source.isListedWith(settings));
			if (!isSame && !this.isStopped) await this.switchSource(settings, source);
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

	private logRegistration({ webhookId: id }: Registration, known: Registration | undefined): void {
		const reason =
			known === undefined
				? 'there was none'
				: `webhook ${known.webhookId} no longer existed at the service, or had another URL`;
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
