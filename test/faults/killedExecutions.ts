import { triggerName } from '../e2e/workflows';
import type { Execution } from '../host/editor';
import type { Scene } from './scene';

/**
 * The transactions that an execution had claimed when n8n was killed: n8n's store of claims holds
 * them, and an execution that n8n found unfinished after its start carried them. n8n starts such an
 * execution no second time, so what of them did not reach the last node before never will.
 */
export async function idsClaimedByKilledExecutions(scene: Scene): Promise<Set<number>> {
	const { database, editor, workflow } = scene;
	const isClaimed = await database.claims(workflow.id);
	const killed = new Set<number>();
	for (const { id, status } of await database.executions(workflow.id)) {
		if (status !== 'crashed') continue;
		for (const carried of idsIn(await editor.execution(id))) {
			if (isClaimed(carried)) killed.add(carried);
		}
	}
	return killed;
}

/** The transactions that an execution was started with. */
function idsIn({ data }: Execution): number[] {
	const waiting = data.executionData?.nodeExecutionStack ?? [];
	const start = waiting.find(({ node }) => node.name === triggerName);
	return (start?.data.main[0] ?? []).map(({ json }) => Number(json.id));
}
