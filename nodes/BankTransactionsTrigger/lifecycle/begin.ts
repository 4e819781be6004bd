import type { ServiceSettings } from '../../shared/http/settings';
import { getDay } from '../../shared/transactions/time';
import { getId, getTransactionDay } from '../../shared/transactions/transaction';
import type { Account } from '../account';
import type { LifecycleContext } from '../contexts';
import { roundListed, toStamp, toValue, type Settlement } from '../ledger/task';
import { toLinkedSince } from '../linkedAccounts';
import { logWarning, warnAboutLeftover } from '../log';
import { createOwner, getMemory } from '../memory';
import type { TriggerParameters } from '../parameters';
import { createSelector } from '../selection';
import {
	createState,
	decodeIds,
	encodeIds,
	type Begun,
	type PublishedState,
	type StoredState,
} from '../storedState';
import { listSince, type Listing } from './listing';
import { planStart, type Opening, type StartPlan } from './planStart';

/** How the trigger begins, or goes on, with an account. */
export interface Beginning {
	/** The credential with which the account was read. */
	settings: ServiceSettings;
	state: PublishedState;
	/** What has to be settled first. */
	settlement?: Settlement;
	/** What the service lists now, if it was read. */
	listing?: Listing;
}

export interface BeginOptions {
	parameters: TriggerParameters;
	settings: ServiceSettings;
	account: Account;
	/** What is known so far. */
	known: StoredState | undefined;
	opening: Opening;
}

/**
 * Decides whether the trigger goes on or starts over, and lists what must not start the workflow. Runs
 * before the webhook is registered, so that no transaction falls between the two.
 * @throws NodeApiError if the service cannot be read.
 * @throws NodeOperationError if it lists more than the trigger can keep apart.
 */
export async function begin(context: LifecycleContext, options: BeginOptions): Promise<Beginning> {
	const { parameters, settings, account, known, opening } = options;
	const choice = { selection: parameters.selection, windowDays: parameters.windowDays };
	const plan = planStart(known, opening, account.id, choice);
	if (plan.startsOver) {
		logWarning(
			context,
			'The bank transactions trigger starts over: transactions from before now do not start the workflow.',
		);
	}
	const former = plan.settles === 'everything' ? undefined : known?.begun;
	const windowStart = getDay(settings.timeZone, choice.windowDays);
	const listing =
		plan.settles === 'pending' ? undefined : await listSince(context, settings, windowStart);
	const ids = findSettled(plan, settings.timeZone, former, listing);
	const from = former?.from ?? windowStart;
	// One of another account cannot be reached with this key.
	const webhook = known?.webhook?.account === account.id ? known.webhook : undefined;
	if (known?.webhook && !webhook) warnAboutLeftover(context, known.webhook);
	const { onlyIfNew } = plan;
	const owner = (plan.settles === 'pending' && former?.pending?.owner) || createOwner();
	const pending = ids && { ids: encodeIds(ids), onlyIfNew, owner };
	const settlement = ids && {
		owner,
		values: ids.map((id) => toValue(account.id, id)),
		stamp: toStamp(account.id, choice),
		onlyIfNew,
	};
	if (pending && pending.ids === undefined) {
		logWarning(
			context,
			`The window of the bank transactions trigger lists ${ids.length} transactions. If n8n is stopped within the next seconds, the trigger starts over at its next start.`,
		);
	}
	// An event may repeat one of them before an execution has recorded it.
	if (settlement && !onlyIfNew) getMemory(context).settled.add(settlement.values);
	const isRestart = former !== undefined && opening.by === 'n8n';
	return {
		settings,
		settlement,
		listing,
		state: {
			...createState(context),
			...(isRestart && known ? { lifecycleAt: known.lifecycleAt } : {}),
			webhook,
			begun: {
				account: account.id,
				keyFingerprint: account.keyFingerprint,
				choice,
				from,
				linkedSince: former?.linkedSince ?? toLinkedSince(account.bankAccounts, from),
				checkedOn: former === undefined ? account.today : former.checkedOn,
				pending,
			},
			listed: Math.max(known?.listed ?? 0, roundListed(listing?.records.length ?? 0)),
		},
	};
}

/** Returns the IDs of what has to be settled, or undefined if nothing has to be recorded. */
function findSettled(
	{ settles }: StartPlan,
	timeZone: string,
	former?: Begun,
	listing?: Listing,
): number[] | undefined {
	const pending = former?.pending && decodeIds(former.pending.ids ?? '');
	const records = listing?.records ?? [];
	if (settles === 'everything') return records.map(getId);
	if (settles === 'pending' || former === undefined) return pending;
	const { choice, from } = former;
	const windowStart = getDay(timeZone, choice.windowDays);
	const formerFrom = from > windowStart ? from : windowStart;
	const wasSelected = createSelector(choice.selection);
	const leftOut = records.filter((record) => {
		const day = getTransactionDay(record, timeZone);
		return (day !== undefined && day < formerFrom) || !wasSelected(record);
	});
	return [...new Set([...(pending ?? []), ...leftOut.map(getId)])];
}
