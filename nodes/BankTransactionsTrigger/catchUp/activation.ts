import { randomBytes } from 'node:crypto';

import type { IHookFunctions, ITriggerFunctions, WorkflowActivateMode } from 'n8n-workflow';

import { getId } from '../../shared/transactions/transaction';
import { readSettings, type ServiceSettings } from '../../shared/http/settings';
import { toValue } from '../deduplication/handOver';
import {
	fingerprint,
	getNewestHint,
	withSource,
	type ActivationHint,
	type Hint,
	type SourceHint,
} from '../hint';
import type { TriggerParameters } from '../parameters';
import { getProcessState, type ProcessState } from '../processState';
import { createSelector } from '../selection';
import { createDigest, findSettled } from './settledDigest';
import { identifySource, type Source } from './source';
import { getDay, getTransactionDay, listSince, type Listing } from './transactionWindow';

/** A removed node that comes back within this time goes on; later, it begins anew. */
const MAX_PAUSE_MS = 10 * 60_000;

/** What has to be recorded as settled before anything is handed over. */
export interface Settlement {
	ids: number[];
	/** The source that the ids belong to. */
	source: string;
	/** Recorded with the ids, if set. */
	marker?: string;
	/** True: only if the deduplication store does not know the marker. */
	onlyIfNew: boolean;
}

/** How the trigger starts: what is known, and what has to be settled first. */
export interface Activation {
	hint: Hint & { activation: ActivationHint };
	settlement?: Settlement;
	listing?: Listing;
}

/** How one source starts. */
export interface Beginning {
	known: SourceHint;
	settlement?: Settlement;
	listing?: Listing;
}

type Context = IHookFunctions | ITriggerFunctions;

/**
 * Decides whether the trigger begins anew or goes on, and lists what must not start the workflow.
 * It runs before the webhook is registered, so that nothing falls between the two.
 * @throws NodeApiError if the service cannot be read: n8n then refuses the activation, or tries
 * again by itself.
 */
export async function prepareActivation(
	context: Context,
	parameters: TriggerParameters,
): Promise<Activation> {
	const state = getProcessState(context);
	const mode = context.getActivationMode();
	const settings = await readSettings(context);
	const hint = getNewestHint(context, state.hint);
	const known = hint?.activation;
	const source = await identifySource(context, settings, known);
	const start = decideStart(mode, known, source, state);
	if (start === 'anew' && known !== undefined && known.closedAt === undefined) {
		context.logger.warn(
			'The bank transactions trigger starts over: transactions from before now do not start the workflow.',
			getLogContext(context),
		);
	}
	const former = start === 'goOn' ? known?.sources[source.id] : undefined;
	const onlyIfNew = start === 'ifUnknown';
	const result = await startSource(context, { parameters, settings, source, former, onlyIfNew });
	const others = start === 'anew' ? {} : (known?.sources ?? {});
	return {
		settlement: result.settlement,
		listing: result.listing,
		hint: {
			instanceId: context.getInstanceId(),
			writtenAt: Date.now(),
			isTestRun: false,
			registration: hint?.registration,
			activation: {
				generation: createGeneration(),
				source: source.id,
				keyFingerprint: source.keyFingerprint,
				sources: withSource(others, source.id, result.known),
			},
		},
	};
}

/**
 * n8n activates with `activate` not only for a person, but also if a sibling trigger reconnects, and
 * with `update` also if a trigger was only just added (docs/n8n-engine.md#activation).
 */
function decideStart(
	mode: WorkflowActivateMode,
	known: ActivationHint | undefined,
	source: Source,
	state: ProcessState,
): 'anew' | 'newSource' | 'ifUnknown' | 'goOn' {
	const isPersonal = mode === 'activate' || mode === 'create';
	if (known === undefined) return isPersonal ? 'anew' : 'ifUnknown';
	if (isPersonal && (known.closedAt !== undefined || !state.wasOpen)) return 'anew';
	if (known.closedAt !== undefined && Date.now() - known.closedAt > MAX_PAUSE_MS) return 'anew';
	return known.sources[source.id] === undefined ? 'newSource' : 'goOn';
}

/** Returns a name for what a lifecycle method or a look writes. */
export function createGeneration(): string {
	return randomBytes(9).toString('base64url');
}

/** What a source is started with. */
export interface SourceStart {
	parameters: TriggerParameters;
	settings: ServiceSettings;
	source: Source;
	/** Its state so far, if it continues. */
	former?: SourceHint;
	/** True: what is listed is settled only if the deduplication store does not know the source. */
	onlyIfNew: boolean;
}

/**
 * Starts a source, or continues it.
 * @throws NodeApiError if the service cannot be read.
 */
export async function startSource(context: Context, start: SourceStart): Promise<Beginning> {
	return start.former === undefined
		? await begin(context, start)
		: await goOn(context, start, start.former);
}

/** Settles everything that the service lists now. */
async function begin(context: Context, start: SourceStart): Promise<Beginning> {
	const { parameters, settings, source, onlyIfNew } = start;
	const coveredFrom = getDay(settings.timeZone, parameters.windowDays);
	const listing = await listSince(context, coveredFrom);
	const days = getDays(listing);
	const ids = [...days.keys()];
	if (!onlyIfNew) remember(context, source, ids);
	return {
		listing,
		settlement: { ids, source: source.id, marker: toMarker(source, parameters), onlyIfNew },
		known: {
			coveredFrom,
			accounts: toAccounts(source.accountNumbers, coveredFrom),
			digest: onlyIfNew ? '' : createDigest(days),
			listed: days.size,
			...getChoice(parameters),
			isRecorded: false,
		},
	};
}

/**
 * Continues a source. If the selection or the window changed, what the former one left out is settled:
 * it was left out on purpose, or is from before.
 */
async function goOn(
	context: Context,
	{ parameters, settings, source }: SourceStart,
	former: SourceHint,
): Promise<Beginning> {
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
	const days = getDays(listing);
	const ids = new Set(findSettled(former.digest, days));
	for (const record of listing.records) {
		if (getTransactionDay(record) < formerFrom || !wasSelected(record)) ids.add(getId(record));
	}
	remember(context, source, ids);
	const settled = new Map([...days].filter(([id]) => ids.has(id)));
	return {
		listing,
		settlement: {
			ids: [...ids],
			source: source.id,
			marker: toMarker(source, parameters),
			onlyIfNew: false,
		},
		known: {
			...former,
			...choice,
			accounts,
			digest: createDigest(settled),
			listed: days.size,
			isRecorded: false,
		},
	};
}

function getChoice({ selection, windowDays }: TriggerParameters) {
	return { selection, windowDays };
}

function getDays({ records }: Listing): Map<number, string> {
	return new Map(records.map((record) => [getId(record), getTransactionDay(record)]));
}

/** Shows that everything was settled for this source, window and selection. */
function toMarker(source: Source, parameters: TriggerParameters): string {
	return `begun:${source.id}:${fingerprint(JSON.stringify(getChoice(parameters)))}`;
}

/** Each linked account with the day from which its transactions count. */
export function toAccounts(
	accountNumbers: string[] | undefined,
	fromDay: string,
): Record<string, string> | undefined {
	return accountNumbers && Object.fromEntries(accountNumbers.map((number) => [number, fromDay]));
}

/** For n8n's log: which trigger a line is about. */
export function getLogContext(context: Context): { workflowId?: string; node: string } {
	return { workflowId: context.getWorkflow().id, node: context.getNode().name };
}

function remember(context: Context, source: Source, ids: Iterable<number>): void {
	getProcessState(context).settled.add([...ids].map((id) => toValue(source.id, id)));
}

/** The later of two days. */
export function latest(one: string, other: string): string {
	return one > other ? one : other;
}
