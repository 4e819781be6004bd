import { generate } from '../bank/data';
import { eventBody as writeEvent, testTransaction } from '../bank/events';
import type { Transaction } from '../bank/types';
import type { ExecutionSummary, N8nEditor } from '../support/n8n/editor';
import type { Candidate } from './candidates';
import { sendAll } from './load';
import { waitFor } from '../support/waitFor';

/** As many as n8n lists at once, so that each execution is seen to have ended. */
export const EVENTS_PER_MEASUREMENT = 100;
const concurrency = 16;
const finishTimeoutMs = 120_000;

export interface EventMeasurement {
	/** Events accepted, executed and ended with success, a second. */
	rate: number;
	/** Ascending. */
	responseTimesMs: number[];
}

const [account] = generate(0, 1, 0).accounts;
const time = Date.parse('2026-01-31T10:34:57+07:00');
let lastId = 1_000_000;

/** The body of an event with this many new transactions, as the service writes them. */
export function eventBody(transactions: number): string {
	const data = Array.from({ length: transactions }, (): Transaction => {
		const id = ++lastId;
		const description = `MBVCB.${id}.042064.DH${id}.CT tu 0908123456789`;
		return { ...testTransaction(account, time), id, reference: `FT${id}`, description };
	});
	return JSON.stringify(writeEvent(data, 'array'));
}

/**
 * Sends events of one new transaction each to a workflow, and waits until as many executions have
 * succeeded. One event goes before them, because a workflow that was just published has work to do
 * once. Throws an Error if they do not succeed.
 */
export async function measureEvents(
	editor: N8nEditor,
	candidate: Candidate,
): Promise<EventMeasurement> {
	await sendEvents(editor, candidate, 1);
	return await sendEvents(editor, candidate, EVENTS_PER_MEASUREMENT);
}

async function sendEvents(
	editor: N8nEditor,
	candidate: Candidate,
	count: number,
): Promise<EventMeasurement> {
	const bodies = Array.from({ length: count }, () => eventBody(1));
	const { started, responseTimesMs } = await sendAll({ ...candidate, bodies, concurrency });
	const ended = await allEnded(editor, candidate, started, count);
	return { rate: (count / (ended - started)) * 1000, responseTimesMs };
}

/** Resolves with the time at which the last of `count` executions ended. */
async function allEnded(
	editor: N8nEditor,
	{ workflow }: Candidate,
	since: number,
	count: number,
): Promise<number> {
	const isMeasured = ({ status, startedAt }: ExecutionSummary) =>
		status === 'success' && Date.parse(startedAt) >= since;
	const findLast = async () => {
		const seen = (await editor.executions(workflow.id)).filter(isMeasured);
		if (seen.length < count) {
			throw new Error(`Only ${seen.length} of ${count} executions ended with success`);
		}
		return Math.max(...seen.map(({ stoppedAt }) => Date.parse(stoppedAt ?? '')));
	};
	return await waitFor(findLast, { timeoutMs: finishTimeoutMs, intervalMs: 200 });
}
