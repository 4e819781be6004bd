import type { NodeOperationError } from 'n8n-workflow';

import type { ServiceSettings } from '../../shared/http/settings';
import { describeError, logWarning } from '../log';
import { timing } from '../timing';
import { ensureWebhook } from '../webhook/ensureWebhook';
import { removeWebhooks } from '../webhook/removeWebhooks';
import { testOwnAddress } from '../webhook/testOwnAddress';
import type { RunningTrigger } from './runningTrigger';

/**
 * The webhook of one publication. n8n itself asks for it only when a person publishes the workflow, so the
 * checks keep it at the service.
 */
export class KeptWebhook {
	/** The registered URL that needs no test, or none any more. */
	private testedUrl?: string;

	constructor(
		private readonly trigger: RunningTrigger,
		/** When it was last written to the service. 0: the next check writes it. */
		private writtenAt: number,
	) {
		// At a start of n8n, only another address is new.
		if (writtenAt === 0) this.testedUrl = trigger.state.webhook?.url;
	}

	/** Has the next check write it again. */
	expire(): void {
		this.writtenAt = 0;
	}

	/** Has the service keep exactly one webhook, or none with polling, and tests a new address. Logs a failure. */
	async keep(settings: ServiceSettings): Promise<void> {
		const { context, parameters, state, stopped } = this.trigger;
		if (stopped.aborted) return;
		if (parameters.delivery === 'polling') return await this.removeFormer();
		const isRecent = Date.now() - this.writtenAt < timing.webhookRenewalMs;
		if (state.webhook === undefined || !isRecent) {
			try {
				await this.renew(settings);
			} catch (error) {
				if (stopped.aborted) return;
				const consequence = parameters.catchUp
					? 'the checks for missed transactions start the workflow'
					: 'new transactions may not start the workflow';
				logWarning(
					context,
					`The webhook could not be renewed: ${describeError(error as NodeOperationError)} Until it is renewed, ${consequence}. The next attempt follows at the next check.`,
				);
			}
		}
		await this.testNewAddress();
	}

	private async renew(settings: ServiceSettings): Promise<void> {
		const { trigger } = this;
		const { begun, context, memory, parameters, stopped } = trigger;
		const { webhook: known } = trigger.state;
		const url = memory.productionUrl ?? known?.url;
		if (url === undefined) return;
		const { account } = begun;
		const isUnwanted = () => stopped.aborted;
		const wanted = { settings, url, account, parameters, known, isUnwanted };
		const webhook = await ensureWebhook(context, wanted);
		if (webhook === undefined) return;
		this.writtenAt = Date.now();
		// A restart has to know it, or it would take the webhook for one of somebody else.
		trigger.change({ webhook });
		if (webhook.id === known?.id) return;
		const reason = known
			? `webhook ${known.id} no longer existed at the service, or had another URL`
			: 'there was none';
		logWarning(context, `Webhook ${webhook.id} was registered, because ${reason}.`);
	}

	/** A webhook may be left if the service did not answer when polling was published. */
	private async removeFormer(): Promise<void> {
		const { begun, context, memory, state } = this.trigger;
		const { webhook } = state;
		if (webhook === undefined) return;
		if (await removeWebhooks(context, { url: memory.productionUrl, webhook, begun })) {
			this.trigger.change({ webhook: undefined });
		}
	}

	/** Once after publishing, and once after each change of the URL. */
	private async testNewAddress(): Promise<void> {
		const { context, memory, parameters, state, stopped } = this.trigger;
		const { webhook } = state;
		if (webhook === undefined || webhook.url === this.testedUrl || stopped.aborted) return;
		this.testedUrl = webhook.url;
		const url = memory.productionUrl ?? webhook.url;
		await testOwnAddress(context, url, parameters, stopped);
	}
}
