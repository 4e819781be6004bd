import type { IExecuteFunctions } from 'n8n-workflow';

import { memoizePerRun } from './memoizePerRun';

/** What the listings of one run of the node skipped. */
interface SkippedRecords {
	count: number;
	counted: Set<string>;
	/** What this means for the output, in the user's words. */
	consequence: string;
}

const SKIPPED = 'skipped';

const createSkippedRecords = (): SkippedRecords => ({
	count: 0,
	counted: new Set(),
	consequence: '',
});

/**
 * The part of a listing's request that counts the records it skips, together with those of all
 * other listings of this run of the node.
 */
export function countSkipped(context: IExecuteFunctions, consequence: string) {
	const skipped = memoizePerRun(context, SKIPPED, createSkippedRecords);
	skipped.consequence = consequence;
	return {
		countedUnreadable: skipped.counted,
		onUnreadable: (count: number) => {
			skipped.count += count;
		},
	};
}

/** Tells the user how many records were skipped in this run of the node, if any. */
export function hintAtSkipped(context: IExecuteFunctions): void {
	const { count, consequence } = memoizePerRun(context, SKIPPED, createSkippedRecords);
	if (count === 0) return;
	const skipped =
		count === 1
			? '1 transaction was skipped because its'
			: `${count} transactions were skipped because their`;
	context.addExecutionHints({
		type: 'warning',
		location: 'outputPane',
		message: `${skipped} ID or amount cannot be read. ${consequence} Check your account at the service, or contact its support.`,
	});
}
