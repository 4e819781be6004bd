import type { IHookFunctions, ITriggerFunctions } from 'n8n-workflow';

import type { ServiceSettings } from '../../shared/http/settings';
import { getDay } from '../../shared/transactions/time';
import { getId, getTransactionDay } from '../../shared/transactions/transaction';
import { toMarker, toValue } from '../ledger/task';
import { isStartOfN8n } from './activationMode';
import type { SourceHint } from '../storedState';
import type { TriggerParameters } from '../parameters';
import { getProcessState } from '../memory';
import { createSelector } from '../selection';
import type { Source } from '../account';
import { createDigest, findSettled } from '../catchUp/settledDigest';
import { listSince, type Listing } from '../catchUp/transactionWindow';

/** What has to be recorded as settled before anything is handed over. */
export interface Settlement {
	ids: number[];
	/** The source that the ids belong to. */
	source: string;
	/** Recorded with the ids, if set. */
	marker?: string;
	/** True: only settled if the deduplication store does not know the marker. */
	onlyIfNew: boolean;
}

/** What is known of a source at its start, and what has to be settled first. */
export interface StartedSource {
	known: SourceHint;
	settlement?: Settlement;
	listing?: Listing;
}

type Context = IHookFunctions | ITriggerFunctions;

export interface StartOptions {
	parameters: TriggerParameters;
	settings: ServiceSettings;
	source: Source;
	/** What is known of the source so far, if it resumes. */
	former?: SourceHint;
	/** True: what is listed is only settled if the deduplication store does not know the source. */
	onlyIfNew: boolean;
}

/**
 * Starts a source, or resumes it.
 * @throws NodeApiError if the service cannot be read.
 */
export async function startSource(context: Context, start: StartOptions): Promise<StartedSource> {
	return start.former === undefined
		? await startFresh(context, start)
		: await resume(context, start, start.former);
}

/** Settles everything that the service lists now. */
async function startFresh(context: Context, start: StartOptions): Promise<StartedSource> {
	const { parameters, settings, source, onlyIfNew } = start;
	const coveredFrom = getDay(settings.timeZone, parameters.windowDays);
	const listing = await listSince(context, coveredFrom);
	const days = getDays(listing, settings.timeZone);
	const ids = [...days.keys()];
	if (!onlyIfNew) remember(context, source, ids);
	return {
		listing,
		settlement: { ids, source: source.id, marker: toMarker(source.id, parameters), onlyIfNew },
		known: {
			coveredFrom,
			accounts: toAccounts(source.accountNumbers, coveredFrom),
			checkedOn: source.today,
			digest: createDigest(days, () => true),
			listed: days.size,
			...getChoice(parameters),
			isRecorded: false,
			onlyIfNew,
		},
	};
}

/**
 * Resumes a source. If the selection or the window changed, what the former one left out is settled: it
 * was left out on purpose, or is from before the trigger started.
 */
async function resume(
	context: Context,
	{ parameters, settings, source }: StartOptions,
	former: SourceHint,
): Promise<StartedSource> {
	const { timeZone } = settings;
	const choice = getChoice(parameters);
	const accounts = former.accounts ?? toAccounts(source.accountNumbers, former.coveredFrom);
	const hasChanged =
		former.windowDays !== choice.windowDays ||
		JSON.stringify(former.selection) !== JSON.stringify(choice.selection);
	if (!hasChanged && former.isRecorded) return { known: { ...former, accounts } };

	const formerFrom = latest(former.coveredFrom, getDay(timeZone, former.windowDays));
	const wasSelected = createSelector(former.selection);
	const listing = await listSince(context, getDay(timeZone, choice.windowDays));
	const days = getDays(listing, timeZone);
	const { settled } = getProcessState(context);
	const ids = new Set(findSettled(former.digest, days));
	for (const record of listing.records) {
		const id = getId(record);
		const day = getTransactionDay(record, timeZone);
		const isLeftOut = (day !== undefined && day < formerFrom) || !wasSelected(record);
		if (isLeftOut || settled.has(toValue(source.id, id))) ids.add(id);
	}
	// A change is published while n8n runs. If there is one at a start, static data may be from before the
	// change (docs/n8n-engine.md#static-data), so the store has to tell whether it is new.
	const onlyIfNew = former.onlyIfNew === true || (hasChanged && isStartOfN8n(context));
	if (!onlyIfNew) remember(context, source, ids);
	return {
		listing,
		settlement: {
			ids: [...ids],
			source: source.id,
			marker: toMarker(source.id, parameters),
			onlyIfNew,
		},
		known: {
			...former,
			...choice,
			accounts,
			digest: createDigest(days, (id) => ids.has(id)),
			listed: days.size,
			isRecorded: false,
			onlyIfNew,
		},
	};
}

function getChoice({ selection, windowDays }: TriggerParameters) {
	return { selection, windowDays };
}

function getDays({ records }: Listing, timeZone: string): Map<number, string> {
	return new Map(
		records.map((record) => [getId(record), getTransactionDay(record, timeZone) ?? '']),
	);
}

/** Maps each linked account to the day from which its transactions count. */
export function toAccounts(
	accountNumbers: string[] | undefined,
	fromDay: string,
): Record<string, string> | undefined {
	return accountNumbers && Object.fromEntries(accountNumbers.map((number) => [number, fromDay]));
}

function remember(context: Context, source: Source, ids: Iterable<number>): void {
	getProcessState(context).settled.add([...ids].map((id) => toValue(source.id, id)));
}

/** Returns the later of two days. */
export function latest(one: string, other: string): string {
	return one > other ? one : other;
}
