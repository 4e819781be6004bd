import { DateTime } from 'luxon';
import {
	NodeOperationError,
	type INodeExecutionData,
	type ITriggerFunctions,
	type ITriggerResponse,
} from 'n8n-workflow';

import { passes } from '../service/filter';
import { listTransactions } from '../service/pages';
import { wait } from '../service/retry';
import { readSettings } from '../service/settings';
import { idOf, type TransactionRecord } from '../service/transaction';
import { MOST_CLAIMS } from './claims';
import { memoryOf, type Memory } from './memory';
import { readOptions, readSelection, type Selection } from './selection';
import { baselineOf, lastFilterOf, setBaseline, setLastFilter } from './staticData';

/** The bounds of catching up. Tests shorten the times; nothing else changes them. */
export const catchUpLimits = {
	/** How long an event has after its transaction was first listed, before it counts as lost. */
	eventMilliseconds: 5_000,
	minuteMilliseconds: 60_000,
};

/**
 * The most transactions offered at once: half of what n8n remembers, so that no id is forgotten
 * while it is still offered.
 */
const MOST_OFFERED = MOST_CLAIMS / 2;

/**
 * How often a transaction is offered that this process does not see claimed. n8n may drop a start
 * when it is overloaded; in queue mode other processes claim, so that this one never sees it.
 */
const MOST_OFFERS = 3;

const PAGE_SIZE = 100;

interface Plan {
	isPolling: boolean;
	intervalMinutes: number;
	windowDays: number;
}

/**
 * Runs as long as the workflow is active: looks at once and every interval for what the service
 * lists and no event brought, and starts the workflow with it, oldest first. On a user's activation
 * what is listed then is the baseline and starts nothing; a restart, a new leader and a save keep
 * it. A look that fails is logged and made again at the next interval.
 */
export async function startCatchUp(context: ITriggerFunctions): Promise<ITriggerResponse> {
	const plan = readPlan(context);
	if (plan === undefined || context.getMode() === 'manual') return {};
	const catchUp = new CatchUp(context, plan, await readSelection(context));
	const stop = new AbortController();
	await catchUp.begin();
	void catchUp.run(stop.signal);
	return { closeFunction: async () => stop.abort() };
}

function readPlan(context: ITriggerFunctions): Plan | undefined {
	const isPolling = context.getNodeParameter('delivery', 'webhook') === 'polling';
	const options = readOptions(context);
	if (!isPolling && options.catchUp === false) return undefined;
	const interval = isPolling
		? context.getNodeParameter('interval', 5)
		: (options.catchUpInterval ?? 15);
	return {
		isPolling,
		intervalMinutes: atLeast(context, 'Interval', interval, 1 / 60),
		windowDays: atLeast(context, 'Catch Up Window', options.catchUpWindow ?? 3, 1),
	};
}

function atLeast(context: ITriggerFunctions, name: string, value: unknown, minimum: number) {
	const number = Number(value);
	if (Number.isFinite(number) && number >= minimum) return number;
	throw new NodeOperationError(context.getNode(), `'${name}' is too small or no number`, {
		description: `Enter a number of at least ${Math.max(1, minimum)}.`,
	});
}

class CatchUp {
	private readonly memory: Memory;

	/** How often this process offered what is still listed. */
	private offers = new Map<number, number>();

	private baseline: Set<number> | undefined;

	constructor(
		private readonly context: ITriggerFunctions,
		private readonly plan: Plan,
		private readonly selection: Selection,
	) {
		this.memory = memoryOf(context);
	}

	/**
	 * Sets the baseline, or takes up the one that stands.
	 * @throws NodeApiError where it cannot be read: without it, old transactions would start the
	 * workflow, so n8n refuses the activation, and tries again by itself unless a person waits for it.
	 */
	async begin(): Promise<void> {
		const { context, selection } = this;
		const isUsersWish = ['activate', 'create'].includes(context.getActivationMode());
		const known = baselineOf(context);
		const former = lastFilterOf(context);
		const isWider = JSON.stringify(former) !== JSON.stringify(selection.filter);
		if (isUsersWish) {
			this.setBaseline((await this.list()).map(idOf));
		} else if (known !== undefined && former !== undefined && isWider) {
			// What the former choice left out was left out on purpose: it starts nothing now.
			const passedBefore = passes(former);
			const leftOut = (await this.list()).filter((record) => !passedBefore(record)).map(idOf);
			this.setBaseline([...new Set([...known, ...leftOut])]);
		} else {
			this.baseline = known && new Set(known);
		}
		setLastFilter(context, { ...selection.filter });
	}

	/** Looks again and again until it is stopped. */
	async run(stopped: AbortSignal): Promise<void> {
		while (!stopped.aborted) {
			try {
				await this.look(stopped);
			} catch (error) {
				this.report('Missed transactions could not be looked up', error);
			}
			await wait(this.plan.intervalMinutes * catchUpLimits.minuteMilliseconds, stopped);
		}
	}

	private async look(stopped: AbortSignal): Promise<void> {
		const isBaselineKnown = this.baseline !== undefined;
		const listed = await this.list();
		const ids = new Set(listed.map(idOf));
		this.offers = new Map([...this.offers].filter(([id]) => ids.has(id)));
		if (!this.plan.isPolling && this.missing(listed).length > 0) {
			await wait(catchUpLimits.eventMilliseconds, stopped);
		}
		if (stopped.aborted) return;
		const missing = this.newest(this.missing(listed));
		this.emit(missing, isBaselineKnown);
		for (const id of missing.map(idOf)) this.offers.set(id, this.offersOf(id) + 1);
	}

	private missing(listed: TransactionRecord[]): TransactionRecord[] {
		return listed.filter((record) => {
			const id = idOf(record);
			const isDone = this.baseline?.has(id) || this.offersOf(id) >= MOST_OFFERS;
			return !isDone && !this.memory.isKnown(id);
		});
	}

	private offersOf(id: number): number {
		return this.offers.get(id) ?? 0;
	}

	private newest(missing: TransactionRecord[]): TransactionRecord[] {
		if (missing.length <= MOST_OFFERED) return missing;
		this.context.logger.warn(
			`${missing.length} transactions were missed, and only the newest ${MOST_OFFERED} start the workflow. Fetch the others with the Get Many operation of the Bank Transactions node.`,
			this.where(),
		);
		return missing.slice(-MOST_OFFERED);
	}

	private emit(missing: TransactionRecord[], isBaselineKnown: boolean): void {
		const items: INodeExecutionData[] = this.selection.toItems(missing);
		if (items.length === 0) return;
		this.memory.admit(items.map(({ json }) => idOf(json as TransactionRecord)));
		const marked = items.map((item) => ({ ...item, catchUp: { isBaselineKnown } }));
		this.context.emit([isBaselineKnown ? items : marked]);
	}

	/** Everything in the window, oldest first. */
	private async list(): Promise<TransactionRecord[]> {
		const { timeZone } = await readSettings(this.context);
		const fromDate = DateTime.now()
			.setZone(timeZone)
			.minus({ days: this.plan.windowDays })
			.toFormat('yyyy-MM-dd');
		const query = { sort: 'ASC', fromDate } as const;
		const pages: TransactionRecord[][] = [];
		for await (const page of listTransactions(this.context, { query, pageSize: PAGE_SIZE })) {
			pages.push(page);
		}
		return pages.flat();
	}

	private setBaseline(ids: number[]): void {
		const kept = ids.slice(-MOST_OFFERED);
		this.baseline = new Set(ids);
		setBaseline(this.context, kept);
	}

	private report(what: string, error: unknown): void {
		const { message, description } = error as NodeOperationError;
		this.context.logger.warn(`${what}: ${message}. It is tried again.`, {
			...this.where(),
			description,
		});
	}

	private where() {
		return { workflowId: this.context.getWorkflow().id, node: this.context.getNode().name };
	}
}
