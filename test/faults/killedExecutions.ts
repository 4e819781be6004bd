import { triggerName } from '../support/n8n/workflows';
import type { Execution } from '../support/n8n/editor';
import type { ExecutionRow } from './database';
import type { RecordedSetup } from './recordedSetup';

/**
 * The transactions that an execution had claimed when n8n was killed, each with it: n8n's store of
 * claims holds them, and an execution that n8n found unfinished after its start carried them. n8n
 * starts such an execution no second time by itself, so what of them did not reach the last node
 * before will not, until a person retries it.
 */
export async function claimedByKilledExecutions(
	setup: RecordedSetup,
): Promise<Map<number, ExecutionRow>> {
	const { database, editor, workflow } = setup;
	const isClaimed = await database.claims(workflow.id);
	const claimed = new Map<number, ExecutionRow>();
	for (const row of await database.executions(workflow.id)) {
		if (row.status !== 'crashed' || !row.hasData) continue;
		for (const id of getStartedIds(await editor.execution(row.id))) {
			if (isClaimed(id)) claimed.set(id, row);
		}
	}
	return claimed;
}

/** The IDs that an unfinished execution was started with. */
export function getStartedIds({ data }: Execution): number[] {
	const waiting = data.executionData?.nodeExecutionStack ?? [];
	const start = waiting.find(({ node }) => node.name === triggerName);
	return (start?.data.main[0] ?? []).map(({ json }) => Number(json.id));
}
