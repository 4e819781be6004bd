import { DateTime } from 'luxon';
import { sleep, type IHookFunctions } from 'n8n-workflow';

import { Listing } from '../service/listing';
import { readSettings } from '../service/settings';
import type { TransactionRecord } from '../service/transaction';
import { readOptions, readSelection } from './selection';

/** n8n listens a moment after the lifecycle method returned (an engine fact). */
const UNTIL_LISTENING_MILLISECONDS = 1_000;

const PAGE_SIZE = 20;
const DAYS = 90;

/** True where a test run shows the latest transaction: no event comes with polling. */
export function showsLatest(context: IHookFunctions): boolean {
	if (context.getMode() !== 'manual') return false;
	const isPolling = context.getNodeParameter('delivery', 'webhook') === 'polling';
	return isPolling || readOptions(context).testWithLatest === true;
}

/**
 * Has a test run show the latest transaction that the parameters let through, so that nobody has to
 * move money to see one: it is sent to the test URL as the service would send it. Where that cannot
 * be, the log says why, and the test run goes on waiting.
 */
export async function sendLatest(
	context: IHookFunctions,
	url: string,
	secureToken: string,
): Promise<void> {
	try {
		const record = await latest(context);
		if (record === undefined) {
			context.logger.warn(
				`The service listed no transaction of the last ${DAYS} days that this trigger lets through, so the test run waits for one.`,
			);
			return;
		}
		await sleep(UNTIL_LISTENING_MILLISECONDS);
		await send(context, url, secureToken, record);
	} catch (error) {
		context.logger.warn(
			`The latest transaction could not be shown in the test run: ${(error as Error).message}`,
		);
	}
}

async function latest(context: IHookFunctions): Promise<TransactionRecord | undefined> {
	const { timeZone } = await readSettings(context);
	const { toItems } = await readSelection(context);
	const fromDate = DateTime.now().setZone(timeZone).minus({ days: DAYS }).toFormat('yyyy-MM-dd');
	const request = {
		query: { sort: 'DESC', fromDate },
		pageSize: PAGE_SIZE,
		maxConcurrency: 1,
	} as const;
	const listing = new Listing(context, request, { isShared: false });
	const passing = (record: TransactionRecord) => toItems([record]).length > 0;
	for await (const [record] of listing.read({ passing, limit: 1 })) {
		if (record !== undefined) return record;
	}
	return undefined;
}

async function send(
	context: IHookFunctions,
	url: string,
	secureToken: string,
	record: TransactionRecord,
) {
	await context.helpers.httpRequest({
		method: 'POST',
		url,
		headers: { [readOptions(context).secureTokenHeader?.trim() || 'secure-token']: secureToken },
		body: { error: 0, data: [record] },
		json: true,
	});
}
