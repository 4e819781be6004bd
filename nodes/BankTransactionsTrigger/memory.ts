import type { IExecuteFunctions, ITriggerFunctions, IWebhookFunctions } from 'n8n-workflow';

type Context = IExecuteFunctions | ITriggerFunctions | IWebhookFunctions;

/**
 * How long an id that was handed over counts as on its way. It is short, because an execution that
 * never started must not cost the transaction: only a claim is for good.
 */
const ON_ITS_WAY_MILLISECONDS = 10_000;

/** Twice what is claimed in n8n's own store, so that this memory never forgets before it. */
const MOST_IDS = 20_000;

/** What this process knows of the transactions of one trigger. */
export class Memory {
	private readonly handedOver = new Map<number, number>();

	private readonly claimed = new Set<number>();

	/** The baseline that this process put into n8n's store, by its bounds. */
	claimedBaseline = '';

	/** Takes those ids that are neither claimed nor on their way, and marks them as on their way. */
	admit(ids: number[]): Set<number> {
		const now = Date.now();
		const admitted = new Set(ids.filter((id) => !this.isKnown(id, now)));
		for (const id of admitted) remember(this.handedOver, id, now);
		return admitted;
	}

	/** True where the id is claimed, or on its way to be. */
	isKnown(id: number, now = Date.now()): boolean {
		if (this.isClaimed(id)) return true;
		const since = this.handedOver.get(id);
		return since !== undefined && now - since < ON_ITS_WAY_MILLISECONDS;
	}

	/** True where this process saw the id claimed. */
	isClaimed(id: number): boolean {
		return this.claimed.has(id);
	}

	/** True where this process itself handed the id over, however long ago. */
	cameFromHere(id: number): boolean {
		return this.handedOver.has(id);
	}

	/** These ids were seen to be claimed. */
	confirm(ids: Iterable<number>): void {
		for (const id of ids) remember(this.claimed, id);
	}

	/** These ids did not get as far as a claim, so that they may come again at once. */
	release(ids: Iterable<number>): void {
		for (const id of ids) this.handedOver.delete(id);
	}
}

function remember(ids: Map<number, number> | Set<number>, id: number, time = 0) {
	if (ids instanceof Map) ids.set(id, time);
	else ids.add(id);
	if (ids.size <= MOST_IDS) return;
	for (const oldest of ids.keys()) {
		ids.delete(oldest);
		break;
	}
}

const memories = new Map<string, Memory>();

/** The memory of the trigger in this process: one for a node of a workflow, whatever its name. */
export function memoryOf(context: Context): Memory {
	const key = `${context.getWorkflow().id}:${context.getNode().id}`;
	const memory = memories.get(key) ?? new Memory();
	memories.set(key, memory);
	return memory;
}
