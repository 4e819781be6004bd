import { timing } from '../../nodes/BankTransactionsTrigger/timing';
import { deduplicationTable } from '../support/engine/deduplicationTable';
import { createCatchUpWorkflow } from '../support/engine/testWorkflow';
import { loadTriggerInNewProcess } from '../support/engine/workerTrigger';
import { waitFor } from '../support/waitFor';

/** Longer than a worker needs to be sure that no other one claims the same. */
const timeoutMs = 60_000;

jest.setTimeout(timeoutMs);

const workflow = createCatchUpWorkflow();

beforeEach(() => {
	workflow.trigger.runs.isQueueMode = true;
	jest.replaceProperty(timing, 'minConfirmMs', 30_000);
});

/** Publishes the workflow, and stops n8n once all that exists is recorded. */
async function activateAndStop() {
	await workflow.activate();
	await workflow.waitUntilQuiet();
	await workflow.trigger.stop();
}

/** Books transfers that n8n misses while it is down. */
async function missTransfers(count: number): Promise<number[]> {
	await activateAndStop();
	return await workflow.loseMany(count);
}

/** Starts n8n again and waits for its first checks; resolves with the number of executions. */
async function restart(ids: number[]): Promise<number> {
	const before = workflow.trigger.runs.stored.length;
	await workflow.trigger.restart();
	await workflow.expectPassed(ids, { timeoutMs });
	await workflow.waitForChecks(4, { timeoutMs });
	await workflow.waitUntilQuiet();
	return workflow.trigger.runs.stored.length - before;
}

describe('catching up, while workers run the executions', () => {
	it.each([
		{ count: 100, batches: [100] },
		{ count: 150, batches: [100, 50] },
	])('passes a backlog of $count in batches, oldest first', async ({ count, batches }) => {
		const ids = await missTransfers(count);
		// The main process does not know which of a larger number a worker has passed.
		expect(await restart(ids)).toBeLessThanOrEqual(3);
		expect(workflow.trigger.executions.map((items) => items.length)).toEqual(batches);
		expect(workflow.trigger.passedIds).toEqual(ids);
	});

	it('passes a backlog with at most one execution that passes nothing', async () => {
		await workflow.activate();
		await workflow.waitUntilQuiet();
		const before = workflow.trigger.runs.stored.length;
		const ids = await workflow.loseMany(150);
		await workflow.expectPassed(ids, { timeoutMs });
		await workflow.waitForChecks(4, { timeoutMs });
		await workflow.waitUntilQuiet();
		expect(workflow.trigger.executions.map((items) => items.length)).toEqual([100, 50]);
		expect(workflow.trigger.runs.stored.length - before).toBeLessThanOrEqual(3);
	});

	it('does not hand over a transaction again if a later node fails', async () => {
		const ids = await missTransfers(1);
		workflow.trigger.laterNode = () => {
			throw new Error('A later node failed');
		};
		expect(await restart(ids)).toBe(1);
	});

	it('does not hand over a transaction again if a later node waits', async () => {
		const ids = await missTransfers(1);
		workflow.trigger.laterNode = async function () {
			await this.putExecutionToWait(new Date(Date.now() + 3_600_000));
		};
		expect(await restart(ids)).toBe(1);
	});

	it('hands over a transaction again if n8n could not record it', async () => {
		const [id] = await missTransfers(1);
		deduplicationTable.failures = Infinity;
		const before = workflow.trigger.runs.stored.length;
		await workflow.trigger.restart();
		await waitFor(() => expect(workflow.trigger.runs.stored[before]?.status).toBe('error'));
		deduplicationTable.failures = 0;
		await workflow.expectPassed([id]);
	});

	it.each(['workerIsKilled', 'isRefused'] as const)(
		'hands over a transaction again if no node of its execution has run (%s)',
		async (failure) => {
			const [id] = await missTransfers(1);
			workflow.trigger.runs.nextFailures = [failure];
			expect(await restart([id])).toBe(2);
		},
	);

	it('needs few executions for what was passed, if static data is lost', async () => {
		await workflow.fillWindow(150);
		await activateAndStop();
		workflow.trigger.staticData = {};
		expect(await restart([])).toBeLessThanOrEqual(4);
	});

	it('passes all of a backlog if static data is lost', async () => {
		const ids = await missTransfers(250);
		workflow.trigger.staticData = {};
		await restart(ids);
		await workflow.expectNoMoreThan(ids);
	});
});

it.each([
	['waits for its turn in a worker, since another one may claim the same', true],
	['waits for no turn in the only process', false],
])('an execution %s', async (_name, isQueueMode) => {
	workflow.trigger.runs.isQueueMode = isQueueMode;
	const record = jest.spyOn(deduplicationTable, 'checkProcessedAndRecord');
	await workflow.activate();
	await workflow.expectPassed(await workflow.loseTransfers(1000), { timeoutMs });
	const entries = record.mock.calls.flatMap(([recorded]) => recorded);
	expect(entries.some((entry) => entry.startsWith('turn/'))).toBe(isQueueMode);
});

describe('several main processes', () => {
	it(
		'pass each transaction once if the workflow got another credential while another one was leading',
		async () => {
			await workflow.withOtherBank(async (other) => {
				await workflow.activate();
				await workflow.waitUntilQuiet();
				const second = loadTriggerInNewProcess();
				const first = await workflow.trigger.changeLeader(second);
				await workflow.trigger.changeLeader(first);
				await workflow.trigger.changeLeader(second);
				await workflow.trigger.publish({ credential: other.credential });
				await workflow.trigger.stop();
				const [missed] = await other.loseTransfers(1000);
				await workflow.trigger.changeLeader(first);
				const { transaction, deliveries } = await other.control.transfer({ amount: 2000 });
				expect(deliveries).toMatchObject([{ attempts: [{ outcome: 'ok' }] }]);
				await other.waitForChecks(4, { timeoutMs });
				await other.expectPassed([missed, transaction.id], { timeoutMs });
			});
		},
		2 * timeoutMs,
	);

	it.each(['webhook', 'polling'])(
		'start over if the workflow was unpublished at one that never led (%s)',
		async (delivery) => {
			workflow.trigger.parameters = { triggerOn: 'all', delivery };
			await workflow.activate();
			await workflow.waitUntilQuiet();
			await workflow.trigger.deactivate(loadTriggerInNewProcess());
			await workflow.loseTransfers(1000);
			await workflow.trigger.activate();
			const [after] = await workflow.loseTransfers(2000);
			await workflow.expectNoMoreThan([after], { timeoutMs });
		},
		2 * timeoutMs,
	);

	it(
		'start over if the workflow was unpublished, even if an execution from before ends last',
		async () => {
			const { trigger } = workflow;
			await workflow.activate();
			await workflow.waitUntilQuiet();
			trigger.staticData = {};
			trigger.runs.waitsFor = 'worker';
			const before = trigger.runs.stored.length;
			const first = await trigger.changeLeader(loadTriggerInNewProcess());
			await waitFor(() => expect(trigger.runs.stored.length).toBeGreaterThan(before));
			await trigger.deactivate();
			trigger.runs.release();
			await trigger.settled();
			await workflow.loseTransfers(1000);
			await trigger.changeLeader(first, 'activate');
			const [after] = await workflow.loseTransfers(2000);
			await workflow.expectNoMoreThan([after], { timeoutMs });
		},
		2 * timeoutMs,
	);
});
