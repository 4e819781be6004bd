import type { Opener } from '../memory';
import type { Choice, StoredState } from '../storedState';
import { timing } from '../timing';

/** How the trigger comes to start. Decided when n8n begins, because a check may finish it much later. */
export interface Opening {
	by: Opener;
	/** How long the workflow was unpublished. Undefined if it was not. */
	pausedMs?: number;
	/** True if the trigger has run in this process. */
	hasRun: boolean;
}

/** What must not start the workflow, and has to be settled before anything else. */
export interface StartPlan {
	/**
	 * `everything`: all that is listed. `formerlyLeftOut`: what the former choice leaves out. `pending`:
	 * what is not recorded yet, which is also part of the others.
	 */
	settles: 'everything' | 'formerlyLeftOut' | 'pending';
	/** True: only if n8n's store does not know the stamp of this account and choice. */
	onlyIfNew: boolean;
	/** True if a person has to be told that transactions from before now do not start the workflow. */
	startsOver?: boolean;
}

const EVERYTHING: StartPlan = { settles: 'everything', onlyIfNew: false };

/**
 * Returns the plan for a start of the trigger; the first rule that applies decides. No mode of n8n tells by
 * itself what has happened (docs/n8n-engine.md#activation).
 */
export function planStart(
	known: StoredState | undefined,
	{ by, pausedMs, hasRun }: Opening,
	account: string,
	choice: Choice,
): StartPlan {
	const isPerson = by === 'person';
	if (known?.begun === undefined) return { ...EVERYTHING, onlyIfNew: !isPerson };
	const { begun } = known;
	if ((pausedMs ?? 0) > timing.maxPauseMs) {
		return { ...EVERYTHING, startsOver: !isPerson };
	}
	if (isPerson && pausedMs !== undefined) return EVERYTHING;
	// n8n was killed, and the workflow unpublished while nothing ran.
	if (isPerson && !hasRun) return { ...EVERYTHING, startsOver: true };
	if (begun.account !== account) return { ...EVERYTHING, onlyIfNew: true };
	const { pending } = begun;
	if (pending !== undefined && pending.ids === undefined) {
		return { ...EVERYTHING, onlyIfNew: pending.onlyIfNew, startsOver: true };
	}
	const isPendingOnlyIfNew = pending?.onlyIfNew === true;
	if (JSON.stringify(begun.choice) !== JSON.stringify(choice)) {
		// A change is published while n8n runs. If there is one at a start, static data may be from before it
		// (docs/n8n-engine.md#static-data), so the store has to tell whether it is new.
		return { settles: 'formerlyLeftOut', onlyIfNew: by === 'n8n' || isPendingOnlyIfNew };
	}
	return { settles: 'pending', onlyIfNew: isPendingOnlyIfNew };
}
