import { getMaxEntries, toCommandItem, toValue } from '../deduplication/handOver';
import type { RecentValues } from '../deduplication/recentValues';
import { serializeHint, withSource, type SourceHint } from '../hint';
import { createOwner } from '../processState';
import type { Activation, Settlement } from './activation';
import { createDigest } from './settledDigest';
import type { TransactionWindow } from './transactionWindow';

/** The source whose transactions are caught up, and what is known of it. */
export class CurrentSource {
	constructor(
		private readonly hint: Activation['hint'],
		private readonly settled: RecentValues,
	) {}

	get id(): string {
		return this.hint.activation.source;
	}

	get known(): Readonly<SourceHint> {
		return this.hint.activation.sources[this.id];
	}

	/** Changes what is known; the next hint that is written holds it. */
	update(change: Partial<SourceHint>): void {
		const { activation } = this.hint;
		activation.sources = withSource(activation.sources, this.id, { ...this.known, ...change });
	}

	/** Goes over to another source; what is known of the former one stays. */
	switchTo(id: string, known: SourceHint): void {
		this.hint.activation.source = id;
		this.update(known);
	}

	/** True if the transaction must not start the workflow. */
	isSettled(id: number): boolean {
		return this.settled.has(toValue(this.id, id));
	}

	markSettled(ids: number[]): void {
		this.settled.add(ids.map((id) => toValue(this.id, id)));
	}

	/** Returns the item that has an execution record a settlement, and write the hint. */
	toItem({ ids, source, marker, onlyIfNew }: Settlement, window: TransactionWindow) {
		const digest = onlyIfNew ? '' : createDigest(window.getSettledDays());
		const listed = Math.max(window.days.size, ids.length);
		this.update({ digest, listed });
		const { activation } = this.hint;
		const recorded = { ...this.known, isRecorded: true };
		const sources = withSource(activation.sources, this.id, recorded);
		const written = {
			...this.hint,
			writtenAt: Date.now(),
			activation: { ...activation, sources },
		};
		return toCommandItem({
			owner: createOwner(),
			values: ids.map((id) => toValue(source, id)),
			marker,
			onlyIfNew,
			hint: { text: serializeHint(written), generation: activation.generation },
			maxEntries: getMaxEntries(listed),
		});
	}
}
