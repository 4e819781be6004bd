import type { Arrival } from '../support/recorder';

export interface Audit {
	/** Never reached the last node and were not claimed: lost. */
	missing: number[];
	/** Reached the last node in more than one execution. */
	twice: number[];
	/** Reached the last node several times in one execution, which n8n ran again. */
	repeatedByRecovery: number[];
	/** Claimed by an execution that was killed before its last node. */
	claimedByKilled: number[];
	/** Reached the last node and are no transaction that was to. */
	unexpected: number[];
}

/**
 * Tells what became of the transactions that were to reach the last node. `interrupted` are those of
 * the executions that were killed, `claimed` those that n8n's store holds.
 */
export function audit(
	listed: number[],
	arrivals: Arrival[],
	{ interrupted, claimed }: { interrupted: Set<number>; claimed: Set<number> },
): Audit {
	const executions = new Map<number, string[]>();
	for (const { id, execution } of arrivals) {
		executions.set(id, [...(executions.get(id) ?? []), execution]);
	}
	const expected = new Set(listed);
	const absent = listed.filter((id) => !executions.has(id));
	const isExplained = (id: number) => interrupted.has(id) && claimed.has(id);
	const several = [...executions].filter(([, list]) => list.length > 1);
	return {
		missing: absent.filter((id) => !isExplained(id)),
		claimedByKilled: absent.filter(isExplained),
		twice: several.filter(([, list]) => new Set(list).size > 1).map(([id]) => id),
		repeatedByRecovery: several.filter(([, list]) => new Set(list).size === 1).map(([id]) => id),
		unexpected: [...executions.keys()].filter((id) => !expected.has(id)),
	};
}
