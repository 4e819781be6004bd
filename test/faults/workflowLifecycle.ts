import type { FaultInput, Hook, TransferInput } from '../bank/types';
import { hookUrl, repeated, without, type Scene } from './recordedWorkflow';
import { waitUntil } from '../support/waitFor';

/** How a service in trouble answers, whatever it was asked. */
export type Trouble = Omit<FaultInput, 'method' | 'path'>;

/** What happens to the workflow of a scene over all its lives, and what must be true in each. */
export class Life {
	/** Where webhooks are reached; changes with WEBHOOK_URL. */
	base: string;
	/** The transactions that must start the workflow: those listed while it was active. */
	readonly expected: number[] = [];
	readonly figures = { activations: 0, refused: 0, named: 0 };

	constructor(private readonly scene: Scene) {
		this.base = scene.n8n.url;
	}

	/** The next request of this kind meets the trouble. */
	async strike(trouble: Trouble, method: string, path: string): Promise<void> {
		await this.scene.control.fault({ ...trouble, method, path });
	}

	/** Activates; where n8n refuses because of the trouble, a person does it again a moment later. */
	async activate(): Promise<void> {
		const { editor, workflow, bank } = this.scene;
		this.figures.activations += 1;
		const first = await editor.activate(workflow).catch((error: Error) => error);
		if (!(first instanceof Error)) return;
		this.figures.refused += 1;
		expect(first.message).not.toContain(bank.apiKey);
		await editor.activate(workflow);
	}

	async deactivate(): Promise<void> {
		await this.scene.editor.deactivate(this.scene.workflow);
	}

	/** A transfer while the workflow is active, so that it must arrive. Resolves with its id. */
	async transfer(input: Partial<TransferInput> = {}): Promise<number> {
		const { transaction } = await this.scene.control.transfer({ amount: 1_000, ...input });
		this.expected.push(transaction.id);
		return transaction.id;
	}

	async arrival(id: number): Promise<void> {
		const arrived = () => this.arrivedIds();
		await waitUntil(`transaction ${id} at the last node`, arrived, (ids) => ids.includes(id));
	}

	/** One event that is delivered, and one that the service loses: both arrive. */
	async expectBothWays(): Promise<void> {
		const delivered = await this.transfer();
		const lost = await this.transfer({ deliver: false });
		await this.arrival(delivered);
		await this.arrival(lost);
	}

	async expectOneHook(): Promise<void> {
		const url = hookUrl(this.scene, this.base);
		const isRight = (hook: Hook) =>
			hook.url === url &&
			!hook.incomeOnly &&
			!hook.paused &&
			/^[0-9a-f]{64}$/.test(hook.secureToken);
		await waitUntil(
			'one hook with the right settings',
			async () => await this.scene.control.hooks(),
			(hooks) => hooks.length === 1 && isRight(hooks[0]),
		);
	}

	/** No hook is left, or the log names it, so that a person can remove it by hand. */
	async expectNoHookOrItsName(logBefore: string): Promise<void> {
		const hooks = await this.scene.control.hooks();
		this.figures.named += hooks.length;
		const log = this.scene.n8n.log().slice(logBefore.length);
		for (const { id, url } of hooks) expect(log).toContain(`ID ${id}, URL ${url}`);
	}

	/** Nothing arrived but what had to, and nothing of it twice. */
	expectNothingElse(): void {
		expect(repeated(this.arrivedIds())).toEqual([]);
		expect(without(this.arrivedIds(), this.expected)).toEqual([]);
	}

	arrivedIds(): number[] {
		return this.scene.recorder.arrivals.map(({ id }) => id);
	}
}
