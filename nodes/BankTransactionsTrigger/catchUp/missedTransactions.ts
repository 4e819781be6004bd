import { wait } from '../../shared/http/retry';
import { toBatches } from '../../shared/batches';
import { getId, type TransactionRecord } from '../../shared/transactions/transaction';
import { attachHandOver, MAX_BATCH_SIZE } from '../ledger/task';
import type { TriggerParameters } from '../parameters';
import { createOwner } from '../memory';
import { createItemMapper, createSelector, type ItemMapper } from '../selection';
import type { CurrentSource } from './currentSource';
import type { Offers } from './executions';
import { timing } from '../timing';

/** Hands over to executions what the service lists and no event delivered, oldest first. */
export class MissedTransactions {
	constructor(
		private readonly source: CurrentSource,
		private readonly offers: Offers,
		private readonly parameters: TriggerParameters,
		private readonly stopped: AbortSignal,
	) {}

	/** Calls `afterBatch` for each batch. Resolves with true if nothing is left to hand over. */
	async handOver(timeZone: string, afterBatch: () => Promise<void>): Promise<boolean> {
		const { window } = this.source;
		this.leaveOut();
		if (this.parameters.delivery === 'webhook' && window.getUnsettled().length > 0) {
			await wait(timing.eventGraceMs, this.stopped);
		}
		const toItems = createItemMapper(this.parameters, timeZone, false);
		const missed = window.getUnsettled();
		if (this.source.probeSize > 0 && !(await this.probe(missed, toItems))) return false;
		for (const records of toBatches(missed, MAX_BATCH_SIZE)) {
			if (!(await this.handOverBatch(records, toItems))) return false;
			await afterBatch();
		}
		return true;
	}

	/**
	 * Leaves out what is not selected. A payment code may come later, because some banks list a transaction
	 * before its description: what only lacks a code is looked at again when it is read again.
	 */
	private leaveOut(): void {
		const { window } = this.source;
		const { selection } = this.parameters;
		const isSelected = createSelector(selection);
		const isSelectedWithCode = createSelector({ ...selection, requiredCode: undefined });
		const others = window.getUnsettled().filter((record) => !isSelected(record));
		window.drop(others.filter((record) => !isSelectedWithCode(record)));
		window.defer(others.filter(isSelectedWithCode));
	}

	/** Hands over large batches until an execution passes something. Small ones follow. */
	private async probe(missed: TransactionRecord[], toItems: ItemMapper): Promise<boolean> {
		for (const records of toBatches(missed, this.source.probeSize)) {
			if (!(await this.handOverBatch(records, toItems))) return false;
			if (!records.every((record) => this.source.isSettled(getId(record)))) break;
		}
		this.source.probeSize = 0;
		return true;
	}

	/** Resolves with true if all of these are settled, or an execution has passed some of them. */
	private async handOverBatch(records: TransactionRecord[], toItems: ItemMapper): Promise<boolean> {
		const { source } = this;
		const unsettled = records.filter((record) => !source.isSettled(getId(record)));
		if (unsettled.length === 0) return true;
		const ids = unsettled.map(getId);
		const handOver = { owner: createOwner(), source: source.id, batchSize: MAX_BATCH_SIZE };
		return await this.offers.make({
			items: attachHandOver(toItems(unsettled), handOver),
			isSettled: () => ids.every((id) => source.isSettled(id)),
			confirm: (passedNothing) => {
				if (passedNothing || ids.length <= MAX_BATCH_SIZE) source.markSettled(ids);
			},
		});
	}
}
