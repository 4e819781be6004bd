import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { toOperationError } from '../../shared/http/errors';
import {
	getId,
	isTestTransaction,
	type TransactionRecord,
} from '../../shared/transactions/transaction';
import { getKnownState, getMemory, type Memory } from '../memory';
import { describeError } from '../log';
import { takeInput } from '../nodeSettings';
import { findPaymentCodeIssue } from '../parameters';
import { isOutdated, readState, writeState } from '../storedState';
import { Ledger } from './ledger';
import { getRetention, getTask, toValue, type ClaimTask, type SettleTask } from './task';

const ledgers = new WeakMap<Memory, Ledger>();

/**
 * Returns the items that pass into the workflow: each transaction once. Events and catching up both
 * hand their items to an execution, which first claims the transactions. A test run claims nothing, and
 * test events of the service always pass. An execution that runs again passes what it had claimed, and
 * never what another execution has passed.
 * @throws NodeOperationError if n8n's database cannot be written, or some of the items are missing.
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const input = takeInput(context);
	const task = getTask(input);
	if (task?.kind === 'settle') {
		await settle(context, task);
		return [];
	}
	const items = input.map(({ json }) => ({ json }));
	if (context.getMode() === 'manual') warnAboutPaymentCode(context);
	if (context.getMode() === 'manual' || task === undefined) return items;
	return await claim(context, items, task);
}

/** Publishing would be refused. A test run shows above the output what has to be changed. */
function warnAboutPaymentCode(context: IExecuteFunctions): void {
	const issue = findPaymentCodeIssue(context);
	if (issue === undefined) return;
	const message = describeError(issue);
	context.addExecutionHints({ type: 'warning', location: 'outputPane', message });
}

async function claim(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	task: ClaimTask,
): Promise<INodeExecutionData[]> {
	const { owner, itemCount } = task;
	// Nothing of an incomplete execution is claimed, so that all of it comes again.
	if (items.length < itemCount) {
		throw toOperationError(context.getNode(), {
			message: `The execution did not get all of its ${itemCount} transactions`,
			description:
				"None of them started the workflow. Make sure that 'Execute Once' is off in the 'Settings' tab of the trigger. With 'Catch Up', they start the workflow at the next check. Without it, read them with 'Get Many'.",
		});
	}
	const memory = getMemory(context);
	const hasBegun = memory.claiming.has(owner) || memory.settled.has(owner);
	// When n8n starts, it may run the same execution twice (docs/n8n-engine.md#crashed-executions).
	if (hasBegun && context.getMode() !== 'retry') return [];
	memory.claiming.add(owner);
	try {
		const passed = await claimItems(context, items, task);
		memory.settled.add([owner]);
		return passed;
	} finally {
		memory.claiming.delete(owner);
	}
}

async function claimItems(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	{ owner, account, passAtMost }: ClaimTask,
): Promise<INodeExecutionData[]> {
	const retention = getRetention(checkStored(context) ? getKnownState(context) : undefined);
	const values = new Map(items.map((item) => [item, getValue(item, account)]));
	const claimed = [...new Set(values.values())].filter((value) => value !== undefined);
	const granted = await getLedger(context).claim(context, claimed, {
		owner,
		atMost: passAtMost,
		...retention,
	});
	return items.filter((item) => {
		const value = values.get(item);
		return value === undefined || granted.delete(value);
	});
}

/** Returns true if static data holds the current state. If it does not, the next check writes it again. */
function checkStored(context: IExecuteFunctions): boolean {
	const memory = getMemory(context);
	if (!isOutdated(readState(context), memory.stored)) return true;
	// A retry runs on empty static data (docs/n8n-engine.md#static-data).
	if (context.getMode() !== 'retry') memory.noted = undefined;
	return false;
}

/** Returns undefined for a test event, which is not a transaction. */
function getValue({ json }: INodeExecutionData, account: string): string | undefined {
	const record = json as TransactionRecord;
	return isTestTransaction(record) ? undefined : toValue(account, getId(record));
}

async function settle(context: IExecuteFunctions, task: SettleTask): Promise<void> {
	const { owner, values, stamp, onlyIfNew, state } = task;
	const ledger = getLedger(context);
	// A retry runs on empty static data, and would save the state over everything else.
	const isCurrent = context.getMode() !== 'retry' && !isOutdated(state, readState(context));
	const options = { owner, ...getRetention(isCurrent ? state : undefined) };
	const stamps = stamp === undefined ? [] : [stamp];
	const isWanted = !onlyIfNew || (await ledger.claim(context, stamps, options)).size > 0;
	if (isWanted) await ledger.settle(context, [...values, ...stamps], options);
	getMemory(context).settled.add([owner]);
	if (isCurrent) writeState(context, state);
}

function getLedger(context: IExecuteFunctions): Ledger {
	const memory = getMemory(context);
	const ledger = ledgers.get(memory) ?? new Ledger(memory.settled);
	ledgers.set(memory, ledger);
	return ledger;
}
