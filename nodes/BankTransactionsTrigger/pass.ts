import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { idOf, isTestTransaction, type TransactionRecord } from '../service/transaction';
import { claim } from './claims';
import { memoryOf } from './memory';
import { baselineOf } from './staticData';

const recordOf = (item: INodeExecutionData) => item.json as TransactionRecord;

/**
 * The one door into the workflow: both sources hand their items to an execution, which claims the
 * transactions and lets through those that nobody claimed before. A test run shows everything and
 * claims nothing; a person who retries an execution wants it again; a test call is no transaction.
 */
export async function passNew(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const input = context.getInputData();
	const mode = context.getMode();
	if (mode === 'manual') return input;

	const items = input.map(({ json }) => ({ json }));
	const ids = items
		.map(recordOf)
		.filter((record) => !isTestTransaction(record))
		.map(idOf);
	if (ids.length === 0) return items;
	const isFirstSight = await isBaseline(context, input);
	const fresh = await claimWithBaseline(context, ids);
	if (mode === 'retry') return items;
	return items.filter((item) => {
		const record = recordOf(item);
		return isTestTransaction(record) || (fresh.delete(idOf(record)) && !isFirstSight);
	});
}

/**
 * True where what was caught up is the baseline itself: the one in static data was lost, and n8n's
 * store holds no claim of this trigger that would tell old from new.
 */
async function isBaseline(context: IExecuteFunctions, input: INodeExecutionData[]) {
	if (input.every((item) => item.catchUp === undefined)) return false;
	const options = { mode: 'entries' as const };
	return (await context.helpers.getProcessedDataCount('node', options)) === 0;
}

/**
 * The baseline goes into n8n's store with the first claim of a process, so that it outlives the
 * workflow's static data, which a renamed node or an import loses.
 */
async function claimWithBaseline(context: IExecuteFunctions, ids: number[]) {
	const memory = memoryOf(context);
	const baseline = baselineOf(context) ?? [];
	const isNoted = memory.claimedBaseline === nameOf(baseline);
	const fresh = await claim(context, ids, isNoted ? [] : baseline);
	memory.claimedBaseline = nameOf(baseline);
	return fresh;
}

function nameOf(baseline: number[]): string {
	return `${baseline.length} from ${baseline[0]} to ${baseline[baseline.length - 1]}`;
}
