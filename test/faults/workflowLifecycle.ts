import type { FaultInput, TransferInput, Webhook } from '../bank/types';
import { repeated, webhookUrl, without, type RecordedSetup } from './recordedSetup';
import { waitUntil } from '../support/waitFor';

/** A fault of the service, for any request. */
export type ServiceFault = Omit<FaultInput, 'method' | 'path'>;

/** Activates and deactivates a workflow repeatedly, and checks what must be true each time. */
export class WorkflowLifecycle {
	/** Where webhooks are reached; changes with WEBHOOK_URL. */
	base: string;
	/** The transactions that must start the workflow: those listed while it was active. */
	readonly expected: number[] = [];
	readonly figures = { activations: 0, refused: 0, named: 0 };

	constructor(private readonly setup: RecordedSetup) {
		this.base = setup.n8n.url;
	}

	/** Applies a fault to the next request of this kind. */
	async injectFault(trouble: ServiceFault, method: string, path: string): Promise<void> {
		await this.setup.control.fault({ ...trouble, method, path });
	}

	/** Activates the workflow, a second time if n8n refuses the first because of a fault. */
	async activate(): Promise<void> {
		const { editor, workflow, bank } = this.setup;
		this.figures.activations += 1;
		const first = await editor.activate(workflow).catch((error: Error) => error);
		if (!(first instanceof Error)) return;
		this.figures.refused += 1;
		expect(first.message).not.toContain(bank.apiKey);
		await editor.activate(workflow);
	}

	async deactivate(): Promise<void> {
		await this.setup.editor.deactivate(this.setup.workflow);
	}

	/** A transfer while the workflow is active, so that it must arrive. Resolves with its id. */
	async transfer(input: Partial<TransferInput> = {}): Promise<number> {
		const { transaction } = await this.setup.control.transfer({ amount: 1_000, ...input });
		this.expected.push(transaction.id);
		return transaction.id;
	}

	async waitForArrival(id: number): Promise<void> {
		const arrived = () => this.arrivedIds();
		await waitUntil(`transaction ${id} at the last node`, arrived, (ids) => ids.includes(id));
	}

	/** Everything arrives: an event that is delivered, one that the service loses, and all before them. */
	async expectAlive(): Promise<void> {
		await this.expectOneWebhook();
		await this.transfer();
		await this.transfer({ deliver: false });
		await waitUntil(
			'everything at the last node',
			() => without(this.expected, this.arrivedIds()),
			(missing) => missing.length === 0,
		);
	}

	async expectOneWebhook(): Promise<void> {
		const url = webhookUrl(this.setup, this.base);
		const isRight = (webhook: Webhook) =>
			webhook.url === url &&
			!webhook.incomeOnly &&
			!webhook.paused &&
			/^[0-9a-f]{64}$/.test(webhook.secureToken);
		await waitUntil(
			'one webhook with the right settings',
			async () => await this.setup.control.webhooks(),
			(webhooks) => webhooks.length === 1 && isRight(webhooks[0]),
		);
	}

	/** No webhook is left, or the log names it and the trigger, so that a user can remove it. */
	async expectNoWebhookOrItsName(logBefore: string): Promise<void> {
		const webhooks = await this.setup.control.webhooks();
		this.figures.named += webhooks.length;
		const log = this.setup.n8n.log().slice(logBefore.length);
		for (const { id, url } of webhooks) {
			const line = log.split('\n').find((text) => text.includes(`ID ${id}, URL ${url}`));
			expect(line).toMatch(/\[workflow ".+" \(ID: .+\), node ".+"\]$/);
		}
	}

	/** Nothing arrived but what had to, and nothing of it twice. */
	expectNothingElse(): void {
		expect(repeated(this.arrivedIds())).toEqual([]);
		expect(without(this.arrivedIds(), this.expected)).toEqual([]);
	}

	arrivedIds(): number[] {
		return this.setup.recorder.arrivals.map(({ id }) => id);
	}
}
