import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import {
	getId,
	isTestTransaction,
	type TransactionRecord,
} from '../../shared/transactions/transaction';
import { toBatches } from '../../shared/batches';
import { isOutdated, readHint, writeHint, type Hint } from '../storedState';
import { takeInput } from '../nodeSettings';
import { getProcessState } from '../memory';
import { getCommand, getHandOver, getRetention, toValue, type SettleCommand } from './task';

/**
 * Returns the items that pass into the workflow: each transaction once. Events and catching up both
 * hand their items to an execution, which first claims the transactions. A test run claims nothing, and
 * test events of the service always pass. An execution that runs again passes what it had claimed, and
 * never what another execution has passed.
 * @throws NodeOperationError if n8n's database cannot be written, or some of the items are missing.
 */
export async function deduplicate(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const input = takeInput(context);
	const command = getCommand(input[0]);
	if (command !== undefined) {
		await settle(context, command);
		return [];
	}
	const handOver = getHandOver(input[0]);
	const items = input.map(({ json }) => ({ json }));
	if (context.getMode() === 'manual' || handOver === undefined) return items;

	const { owner, source, itemCount, batchSize = items.length } = handOver;
	if (items.length < itemCount) throw incompleteInputError(context, itemCount);
	const state = getProcessState(context);
	const stored = readHint(context);
	const isLost = isOutdated(stored, state.hint);
	// A retry runs on empty static data (docs/n8n-engine.md#static-data).
	if (isLost && context.getMode() !== 'retry') state.isHintLost = true;
	const retention = getRetention(isLost ? undefined : stored?.activation);
	const options = { owner, grants: true, ...retention };
	for (const batch of toBatches(items, batchSize)) {
		const values = new Map(batch.map((item) => [item, getValue(item, source)]));
		const claimed = new Set([...values.values()].filter((value) => value !== undefined));
		const granted = await state.claimQueue.claim(context, [...claimed], options);
		const passing = batch.filter((item) => {
			const value = values.get(item);
			return value === undefined || granted.delete(value);
		});
		// Further batches stay unclaimed, so that catching up hands them over again.
		if (passing.length > 0) return passing;
	}
	return [];
}

/** Returns undefined for a test event, which is not a transaction. */
function getValue({ json }: INodeExecutionData, source: string): string | undefined {
	const record = json as TransactionRecord;
	return isTestTransaction(record) ? undefined : toValue(source, getId(record));
}

/** Nothing of an incomplete hand-over is claimed, so that all of it comes again. */
function incompleteInputError(context: IExecuteFunctions, itemCount: number): NodeOperationError {
	return new NodeOperationError(
		context.getNode(),
		`The execution did not get all of its ${itemCount} transactions`,
		{
			description:
				"None of them started the workflow. Make sure that 'Execute Once' is off in the 'Settings' tab of the trigger. With 'Catch Up', they start the workflow at the next check. Without it, read them with 'Get Many'.",
		},
	);
}

async function settle(context: IExecuteFunctions, command: SettleCommand): Promise<void> {
	const { owner, values, marker, onlyIfNew, hint } = command;
	const { claimQueue } = getProcessState(context);
	const offered = JSON.parse(hint) as Hint;
	// A retry runs on empty static data, and would save the hint over everything else.
	const isCurrent = context.getMode() !== 'retry' && !isOutdated(offered, readHint(context));
	const retention = getRetention(isCurrent ? offered.activation : undefined);
	const options = { owner, grants: onlyIfNew, ...retention };
	const own = marker === undefined ? [] : [marker];
	const isWanted = !onlyIfNew || (await claimQueue.claim(context, own, options)).size > 0;
	if (isWanted) {
		await claimQueue.claim(context, [...values, ...own], { ...options, grants: false });
	}
	if (isCurrent) writeHint(context, offered);
}
