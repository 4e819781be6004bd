import { wait } from '../../shared/http/retry';
import { getId, type TransactionRecord } from '../../shared/transactions/transaction';
import { attachTask, MAX_PASSED, toValue } from '../ledger/task';
import { createOwner } from '../memory';
import { createItemMapper, type ItemMapper } from '../items';
import { createSelector } from '../selection';
import { timing } from '../timing';
import type { Executions } from './executions';
import type { RunningTrigger } from './runningTrigger';
import type { TransactionWindow } from './transactionWindow';

/**
 * How many transactions an execution gets until one has passed some: after a start, and while workers run
 * the executions, most of them are settled, and only n8n's store knows.
 */
const MAX_CHUNK = 2_000;

/**
 * Hands over to executions what the window lists and no event delivered, oldest first. Resolves with true
 * if nothing is left to hand over.
 */
export async function handOverMissed(
	trigger: RunningTrigger,
	window: TransactionWindow,
	executions: Executions,
	timeZone: string,
): Promise<boolean> {
	const { parameters, stopped } = trigger;
	const isSelected = createSelector(parameters.selection);
	// Some banks list a transaction before its description, so what has no payment code yet may get one.
	window.leaveOut(window.getUnsettled().filter((record) => !isSelected(record)));
	if (parameters.delivery === 'webhook' && window.getUnsettled().length > 0) {
		await wait(timing.eventGraceMs, stopped);
	}
	const toItems = createItemMapper(parameters, timeZone, false);
	let size = MAX_CHUNK;
	for (let missed = window.getUnsettled(); missed.length > 0; missed = window.getUnsettled()) {
		const chunk = missed.slice(0, size);
		if (!(await handOver(trigger, executions, chunk, toItems))) return false;
		if (window.hasUnsettled(chunk)) size = MAX_PASSED;
	}
	return true;
}

/** Resolves with true if all of these are settled, or an execution has passed some of them. */
async function handOver(
	{ begun, memory }: RunningTrigger,
	executions: Executions,
	records: TransactionRecord[],
	toItems: ItemMapper,
): Promise<boolean> {
	const { account } = begun;
	const values = records.map((record) => toValue(account, getId(record)));
	const items = toItems(records);
	const itemCount = items.length;
	const owner = createOwner();
	const task = { kind: 'claim', owner, account, itemCount, passAtMost: MAX_PASSED } as const;
	return await executions.start({
		items: attachTask(items, task),
		isSettled: () =>
			memory.settled.has(owner) || values.every((value) => memory.settled.has(value)),
		confirm: (passedNothing) => {
			if (passedNothing || values.length <= MAX_PASSED) memory.settled.add(values);
		},
	});
}
