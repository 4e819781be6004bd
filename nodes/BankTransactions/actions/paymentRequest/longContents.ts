import type { IExecuteFunctions } from 'n8n-workflow';

import {
	SAFE_CONTENT_LENGTH,
	type TransferContent,
} from '../../../shared/paymentRequests/transferContent';
import { memoizePerRun } from '../memoizePerRun';

/** The contents of one run of the node that some banks cut. */
interface LongContents {
	count: number;
	/** True if such a bank would also cut a payment code. */
	includeCodes: boolean;
}

/** Counts the content if some banks cut it. */
export function trackLongContent(
	context: IExecuteFunctions,
	{ content, codeEnd }: TransferContent,
): void {
	if (content.length <= SAFE_CONTENT_LENGTH) return;
	const long = getLongContents(context);
	long.count++;
	long.includeCodes ||= codeEnd > SAFE_CONTENT_LENGTH;
}

/** Adds a warning to the execution if this run of the node made contents that some banks cut. */
export function warnAboutLongContents(context: IExecuteFunctions): void {
	const { count, includeCodes } = getLongContents(context);
	if (count === 0) return;
	const requests = count === 1 ? '1 payment request has' : `${count} payment requests have`;
	const consequence = includeCodes
		? 'The payment code itself may be cut and then not be found. Use shorter codes.'
		: 'The payment code is kept. Shorten the note if it matters.';
	context.addExecutionHints({
		type: 'warning',
		location: 'outputPane',
		message: `${requests} a content of more than ${SAFE_CONTENT_LENGTH} characters, which some banks cut. ${consequence}`,
	});
}

function getLongContents(context: IExecuteFunctions): LongContents {
	return memoizePerRun(context, 'longContents', () => ({ count: 0, includeCodes: false }));
}
