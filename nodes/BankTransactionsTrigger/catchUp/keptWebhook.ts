import type { ITriggerFunctions, NodeOperationError } from 'n8n-workflow';

import type { ServiceSettings } from '../../shared/http/settings';
import { describeError, logWarning } from '../log';
import type { Memory } from '../memory';
import type { TriggerParameters } from '../parameters';
import type { RegisteredWebhook } from '../storedState';
import { timing } from '../timing';
import { ensureWebhook } from '../webhook/ensureWebhook';
import { removeWebhooks } from '../webhook/removeWebhooks';
import { testOwnAddress } from '../webhook/testOwnAddress';
import type { CurrentState } from './currentState';

/**
 * The webhook of one publication. n8n itself asks for it only when a person publishes the workflow, so the
 * checks keep it at the service.
 */
export class KeptWebhook {
	/** The registered URL that needs no test, or none any more. */
	private testedUrl?: string;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly parameters: TriggerParameters,
		private readonly state: CurrentState,
		private readonly memory: Memory,
		private readonly stopped: AbortSignal,
		/** When it was last written to the service. 0: the next check writes it. */
		private writtenAt: number,
	) {
		// At a start of n8n, only another address is new.
		if (writtenAt === 0) this.testedUrl = state.value.webhook?.url;
	}

	/** Has the next check write it again. */
	expire(): void {
		this.writtenAt = 0;
	}

	/** Has the service keep exactly one webhook, or none with polling, and tests a new address. Logs a failure. */
	async keep(settings: ServiceSettings): Promise<void> {
		if (this.stopped.aborted) return;
		if (this.parameters.delivery === 'polling') return await this.removeFormer();
		await this.renew(settings);
		await this.testNewAddress();
	}

	private async renew(settings: ServiceSettings): Promise<void> {
		const { state, writtenAt } = this;
		const isRegistered = state.value.webhook !== undefined;
		if (isRegistered && Date.now() - writtenAt < timing.webhookRenewalMs) return;
		try {
			await this.register(settings);
		} catch (error) {
			if (!this.stopped.aborted) this.logFailure(error as NodeOperationError);
		}
	}

	private async register(settings: ServiceSettings): Promise<void> {
		const { context, memory, parameters, state, stopped } = this;
		const { webhook, begun } = state.value;
		const url = memory.productionUrl ?? webhook?.url;
		if (url === undefined) return;
		const isUnwanted = () => stopped.aborted;
		const wanted = {
			settings,
			url,
			account: begun.account,
			parameters,
			known: webhook,
			isUnwanted,
		};
		const registered = await ensureWebhook(context, wanted);
		if (registered === undefined) return;
		this.writtenAt = Date.now();
		// A restart has to know it, or it would take the webhook for one of somebody else.
		state.change({ webhook: registered });
		if (registered.id !== webhook?.id) logRegistration(context, registered, webhook);
	}

	/** A webhook may be left if the service did not answer when polling was published. */
	private async removeFormer(): Promise<void> {
		const { webhook, begun } = this.state.value;
		if (webhook === undefined) return;
		const { productionUrl: url } = this.memory;
		if (await removeWebhooks(this.context, { url, webhook, begun })) {
			this.state.change({ webhook: undefined });
		}
	}

	/** Once after publishing, and once after each change of the URL. */
	private async testNewAddress(): Promise<void> {
		const { webhook } = this.state.value;
		if (webhook === undefined || webhook.url === this.testedUrl || this.stopped.aborted) return;
		this.testedUrl = webhook.url;
		const url = this.memory.productionUrl ?? webhook.url;
		await testOwnAddress(this.context, url, this.parameters, this.stopped);
	}

	private logFailure(error: NodeOperationError): void {
		const consequence = this.parameters.catchUp
			? 'the checks for missed transactions start the workflow'
			: 'new transactions may not start the workflow';
		logWarning(
			this.context,
			`The webhook could not be renewed: ${describeError(error)} Until it is renewed, ${consequence}. The next attempt follows at the next check.`,
		);
	}
}

function logRegistration(
	context: ITriggerFunctions,
	{ id }: RegisteredWebhook,
	known: RegisteredWebhook | undefined,
): void {
	const reason =
		known === undefined
			? 'there was none'
			: `webhook ${known.id} no longer existed at the service, or had another URL`;
	logWarning(context, `Webhook ${id} was registered, because ${reason}.`);
}
