import { sleep, type IHookFunctions, type NodeOperationError } from 'n8n-workflow';

import { fetchPage } from '../../shared/transactions/transactionPages';
import { callOwnUrl } from '../../shared/http/callOwnUrl';
import { readSettings } from '../../shared/http/settings';
import { getDay } from '../../shared/transactions/time';
import type { TransactionRecord } from '../../shared/transactions/transaction';
import { timing } from '../timing';
import { describeError, logWarning } from '../log';
import type { TriggerParameters } from '../parameters';
import { getMemory } from '../memory';
import { deriveSecureToken, getTokenHeader } from '../webhook/token';
import { createSelector } from '../selection';

const PAGE_SIZE = 20;
/** The test run waits for an event if none of the newest 200 transactions is selected. */
const MAX_PAGES = 10;
const MAX_DAYS = 90;

/**
 * Sends the latest selected transaction to the test URL, as the service would, so that nobody has to
 * transfer money for a test run. If that fails, the log says why, and the test run keeps waiting.
 */
export function startSampleEvent(
	context: IHookFunctions,
	url: string,
	parameters: TriggerParameters,
): void {
	const testRun = new AbortController();
	getMemory(context).testRun = testRun;
	sendSampleEvent(context, url, parameters, testRun.signal).catch((error: NodeOperationError) => {
		if (testRun.signal.aborted) return;
		logWarning(
			context,
			`The latest transaction could not be shown in the test run: ${describeError(error)}`,
		);
	});
}

async function sendSampleEvent(
	context: IHookFunctions,
	url: string,
	parameters: TriggerParameters,
	ended: AbortSignal,
): Promise<void> {
	const record = await findLatest(context, parameters, ended);
	if (record !== undefined) await sleep(timing.listenDelayMs);
	if (ended.aborted) return;
	if (record === undefined) {
		logWarning(
			context,
			`None of the latest ${PAGE_SIZE * MAX_PAGES} transactions matches the parameters of this trigger. The test run waits for the next one.`,
		);
		return;
	}
	const token = deriveSecureToken(context, await readSettings(context));
	const headers = { [getTokenHeader(parameters)]: token };
	const answer = await callOwnUrl(context, { url, headers, body: { error: 0, data: [record] } });
	if (ended.aborted || ('status' in answer && answer.status < 300)) return;
	const reason =
		'fault' in answer ? (answer.fault.text ?? 'no answer in time') : `HTTP ${answer.status}`;
	logWarning(
		context,
		`The latest transaction could not be shown in the test run: n8n cannot call its own test URL (${reason}). Make sure that n8n itself can reach ${url}, or make a small transfer instead.`,
	);
}

async function findLatest(
	context: IHookFunctions,
	parameters: TriggerParameters,
	ended: AbortSignal,
): Promise<TransactionRecord | undefined> {
	const { timeZone } = await readSettings(context);
	const query = { sort: 'DESC', fromDate: getDay(timeZone, MAX_DAYS) } as const;
	const isSelected = createSelector(parameters.selection);
	for (let page = 1; page <= MAX_PAGES && !ended.aborted; page++) {
		const answer = await fetchPage(context, { query, page, pageSize: PAGE_SIZE });
		const found = answer.records.find(isSelected);
		if (found !== undefined || page >= answer.totalPages) return found;
	}
	return undefined;
}
