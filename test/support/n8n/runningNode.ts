/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { waitUntil } from '../waitFor';
import type { ExecutionSummary, Workflow } from './editor';
import type { TestInstance } from './testInstance';

/** The third retry of an execution waits up to 35 seconds for its turn (`ledger/turns.ts`). */
const TIMEOUT_MS = 60_000;

/**
 * Waits until an execution of the workflow is in this node, also by n8n's event log, and returns it. One
 * that n8n only lists as running may not have claimed its transactions yet, and n8n starts no Error
 * Workflow for a killed execution without a node that this log shows as started.
 */
export async function waitUntilInNode(
	{ editor, userFolder }: Pick<TestInstance, 'editor' | 'userFolder'>,
	workflow: Workflow,
	nodeName: string,
	isIt: (execution: ExecutionSummary) => boolean = () => true,
): Promise<ExecutionSummary> {
	const isRunning = (execution: ExecutionSummary) =>
		execution.status === 'running' && isIt(execution);
	const executions = await waitUntil(
		'an execution of the workflow runs',
		async () => await editor.executions(workflow.id),
		(seen) => seen.some(isRunning),
		{ timeoutMs: TIMEOUT_MS },
	);
	const running = executions.filter(isRunning)[0];
	const parts = ['"n8n.node.started"', `"executionId":"${running.id}"`, `"nodeName":"${nodeName}"`];
	await waitUntil(
		`n8n logs that '${nodeName}' has started`,
		async () => await readFile(path.join(userFolder, '.n8n/n8nEventLog.log'), 'utf8'),
		(log) => log.split('\n').some((line) => parts.every((part) => line.includes(part))),
		{ timeoutMs: TIMEOUT_MS },
	);
	return running;
}
