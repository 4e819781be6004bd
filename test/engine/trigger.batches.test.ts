import { sleep } from 'n8n-workflow';

import { timing } from '../../nodes/BankTransactionsTrigger/timing';
import { passedIds } from '../support/engine/testWorkflow';
import { waitFor } from '../support/waitFor';
import {
	createCatchUpWorkflow,
	expectNoMoreThan,
	expectPassed,
	fillWindow,
	loseTransfers,
	sendEvent,
	waitForChecks,
	waitUntilQuiet,
} from '../support/engine/triggerSteps';

const workflow = createCatchUpWorkflow();

/** Books transfers that n8n misses while it is down. */
async function missTransfers(count: number): Promise<number[]> {
	await workflow.trigger.activate();
	await waitForChecks(workflow);
	await waitUntilQuiet(workflow);
	await workflow.trigger.stop();
	return await loseTransfers(workflow, ...Array.from({ length: count }, () => 1000));
}

describe('catching up', () => {
	it('starts executions of at most 100 transactions, oldest first, one after the other', async () => {
		const ids = await missTransfers(350);
		let running = 0;
		let highest = 0;
		workflow.trigger.laterNode = async () => {
			highest = Math.max(highest, ++running);
			await sleep(50);
			running--;
		};
		await workflow.trigger.restart();
		await expectPassed(workflow, ids);
		const sizes = workflow.trigger.executions.map((items) => items.length);
		expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
		expect(passedIds(workflow.trigger)).toEqual(ids);
		expect(highest).toBe(1);
		await expectNoMoreThan(workflow, ids);
	});

	it('starts all batches in one check, and no other execution', async () => {
		await fillWindow(workflow, 100);
		jest.replaceProperty(timing, 'minuteMs', 60_000);
		await workflow.trigger.activate();
		await waitUntilQuiet(workflow);
		await workflow.trigger.stop();
		const ids = await loseTransfers(workflow, ...Array.from({ length: 250 }, () => 1000));
		const before = workflow.trigger.runs.stored.length;
		await workflow.trigger.restart();
		await expectPassed(workflow, ids);
		await waitUntilQuiet(workflow);
		expect(workflow.trigger.executions.map((items) => items.length)).toEqual([100, 100, 50]);
		expect(workflow.trigger.runs.stored.slice(before)).toHaveLength(3);
	});

	it('needs few executions for what was passed, if static data is lost', async () => {
		await fillWindow(workflow, 1000);
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		await waitUntilQuiet(workflow);
		await workflow.trigger.stop();
		workflow.trigger.staticData = {};
		const [missed] = await loseTransfers(workflow, 1000);
		const before = workflow.trigger.runs.stored.length;
		await workflow.trigger.restart();
		await expectPassed(workflow, [missed]);
		await waitUntilQuiet(workflow);
		expect(workflow.trigger.runs.stored.length - before).toBeLessThanOrEqual(4);
	});

	it.each(['disabled', 'none'] as const)(
		'starts an execution for every transaction of a backlog if the workflow has no next node (%s)',
		async (nextNode) => {
			await missTransfers(150);
			workflow.trigger.nextNode = nextNode;
			const before = workflow.trigger.runs.stored.length;
			await workflow.trigger.restart();
			await waitForChecks(workflow);
			await waitUntilQuiet(workflow);
			// The first execution passes no more than 100.
			const sizes = workflow.trigger.runs.stored.slice(before).map(({ input }) => input[0].length);
			expect(sizes).toEqual([180, 50]);
		},
	);

	it('hands over many passed transactions to one execution after a restart', async () => {
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		const transfers = Array.from({ length: 750 }, () => 1000);
		const ids = await loseTransfers(workflow, ...transfers);
		ids.push(...(await loseTransfers(workflow, ...transfers)));
		await expectPassed(workflow, ids);
		await waitForChecks(workflow);
		await waitUntilQuiet(workflow);
		const before = workflow.trigger.runs.stored.length;
		await workflow.trigger.restart();
		// The first check reads 16 pages before it starts an execution.
		await waitFor(() => expect(workflow.trigger.runs.stored.length).toBeGreaterThan(before));
		await expectNoMoreThan(workflow, ids);
		await waitUntilQuiet(workflow);
		const sizes = workflow.trigger.runs.stored.slice(before).map(({ input }) => input[0].length);
		expect(sizes).toEqual([1_530]);
	});

	it('starts no execution for what the selection leaves out', async () => {
		workflow.trigger.parameters = { triggerOn: 'incoming' };
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		await waitUntilQuiet(workflow);
		const before = workflow.trigger.runs.stored.length;
		await loseTransfers(workflow, -1000);
		await waitForChecks(workflow);
		await waitUntilQuiet(workflow);
		expect(workflow.trigger.runs.stored).toHaveLength(before);
	});

	it('goes on with the next batch although an execution does not end', async () => {
		jest.replaceProperty(timing, 'runGraceMs', 50);
		jest.replaceProperty(timing, 'minConfirmMs', 60_000);
		await workflow.trigger.activate();
		const [first] = await loseTransfers(workflow, 1000);
		await expectPassed(workflow, [first]);
		workflow.trigger.laterNode = async () => await new Promise(() => {});
		const ids = await loseTransfers(workflow, ...Array.from({ length: 150 }, () => 1000));
		await waitFor(() => expect(passedIds(workflow.trigger)).toEqual([first, ...ids]));
	});

	it('passes transactions in order of time even if older ones are listed later', async () => {
		await missTransfers(1);
		const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
		const [late] = await loseTransfers(workflow, { when: hoursAgo(1) });
		const [older] = await loseTransfers(workflow, { when: hoursAgo(5) });
		await workflow.trigger.restart();
		await waitFor(() => expect(passedIds(workflow.trigger)).toHaveLength(3));
		expect(passedIds(workflow.trigger).slice(0, 2)).toEqual([older, late]);
	});

	it('does not hand over a transaction again if a later node fails', async () => {
		const ids = await missTransfers(150);
		workflow.trigger.laterNode = () => {
			throw new Error('A later node failed');
		};
		await workflow.trigger.restart();
		await expectNoMoreThan(workflow, ids);
	});
});

describe('an execution that n8n does not settle', () => {
	it.each(['worker', 'capacity'] as const)(
		'is repeated now and then, without loss or repetition (no %s)',
		async (reason) => {
			// The delay is to decide how often, not the wait for a confirmation.
			jest.replaceProperty(timing, 'minConfirmMs', 1);
			jest.replaceProperty(timing, 'minuteMs', 2);
			await missTransfers(1);
			workflow.trigger.runs.waitsFor = reason;
			const before = workflow.trigger.runs.stored.length;
			await workflow.trigger.restart();
			const countRepeats = () => workflow.trigger.runs.stored.length - before;
			await waitFor(() => expect(countRepeats()).toBeGreaterThanOrEqual(3));
			await sleep(2000);
			// Checks follow each other much faster.
			expect(countRepeats()).toBeLessThanOrEqual(20);
			expect(passedIds(workflow.trigger)).toEqual([]);
			workflow.trigger.runs.release();
			const [id] = await loseTransfers(workflow, 2000);
			await waitFor(() => expect(passedIds(workflow.trigger)).toContain(id));
			await waitForChecks(workflow);
			expect(new Set(passedIds(workflow.trigger)).size).toBe(2);
			expect(passedIds(workflow.trigger)).toHaveLength(2);
		},
		60_000,
	);

	it('is repeated until an execution takes it, also if it is the first one', async () => {
		jest.replaceProperty(timing, 'minConfirmMs', 1);
		const { runs } = workflow.trigger;
		const [old] = await loseTransfers(workflow, 1000);
		runs.waitsFor = 'worker';
		await workflow.trigger.activate();
		await waitFor(() => expect(runs.stored.length).toBeGreaterThanOrEqual(3));
		runs.release();
		const [missed] = await loseTransfers(workflow, 2000);
		await expectPassed(workflow, [missed]);
		expect(passedIds(workflow.trigger)).not.toContain(old);
	});

	it('delays what follows only until an execution takes it, and is not repeated then', async () => {
		// An execution is waited for as long as an interval, and the next check follows after another.
		jest.replaceProperty(timing, 'minuteMs', 267);
		workflow.trigger.runs.waitsFor = 'worker';
		await workflow.trigger.activate();
		const [missed] = await loseTransfers(workflow, 1000);
		await sleep(4_500);
		expect(workflow.trigger.runs.stored).toHaveLength(1);
		workflow.trigger.runs.release();
		await expectPassed(workflow, [missed], { timeoutMs: 3_000 });
		expect(workflow.trigger.runs.withoutItems).toHaveLength(1);
	});

	it('is repeated for the others if the event of one of its transactions arrives', async () => {
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		await waitUntilQuiet(workflow);
		workflow.trigger.runs.waitsFor = 'worker';
		const [late, missed] = await loseTransfers(workflow, 1000, 2000);
		await waitFor(() => {
			const [last] = workflow.trigger.runs.stored.slice(-1);
			expect(last.input[0].map(({ json }) => json.id)).toEqual([late, missed]);
		});
		// The execution itself is lost with its worker.
		workflow.trigger.runs.kill();
		await sendEvent(workflow, late);
		await expectPassed(workflow, [late, missed]);
	});

	it('is not repeated once the workflow is deactivated', async () => {
		await missTransfers(250);
		workflow.trigger.runs.waitsFor = 'worker';
		await workflow.trigger.restart();
		await waitForChecks(workflow);
		await workflow.trigger.deactivate();
		const started = workflow.trigger.runs.stored.length;
		workflow.trigger.runs.release();
		await sleep(300);
		expect(workflow.trigger.runs.stored).toHaveLength(started);
	});
});
