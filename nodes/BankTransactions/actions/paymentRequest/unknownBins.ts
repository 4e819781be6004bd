import type { IExecuteFunctions } from 'n8n-workflow';

import type { Bank } from '../../../shared/paymentRequests/banks';
import { memoizePerRun } from '../memoizePerRun';

/** Remembers the BIN if the list of banks does not have it. */
export function trackUnknownBin(context: IExecuteFunctions, { bin, code }: Bank): void {
	if (code === '') getUnknownBins(context).add(bin);
}

/** Adds a warning to the execution that names the unknown BINs of this run of the node. */
export function warnAboutUnknownBins(context: IExecuteFunctions): void {
	const bins = [...getUnknownBins(context)];
	if (bins.length === 0) return;
	context.addExecutionHints({
		type: 'warning',
		location: 'outputPane',
		message: `No known bank has the ${bins.length === 1 ? 'BIN' : 'BINs'} ${bins.join(', ')}. With a wrong BIN, a QR code cannot be paid. Check it, or select the bank from the list.`,
	});
}

function getUnknownBins(context: IExecuteFunctions): Set<string> {
	return memoizePerRun(context, 'unknownBins', () => new Set());
}
