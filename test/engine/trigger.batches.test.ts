import { sleep } from 'n8n-workflow';

import { timing } from '../../nodes/BankTransactionsTrigger/timing';
import { createCatchUpWorkflow } from '../support/engine/testWorkflow';
import { waitFor } from '../support/waitFor';

const workflow = createCatchUpWorkflow();

/** Books transfers that n8n misses while it is down. */
async function missTransfers(count: number): Promise<number[]> {
	await workflow.activate();
	await workflow.waitUntilQuiet();
	await workflow.trigger.stop();
	return await workflow.loseMany(count);
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
		await workflow.expectNoMoreThan(ids);
		const sizes = workflow.trigger.executions.map((items) => items.length);
		expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
		expect(workflow.trigger.passedIds).toEqual(ids);
		expect(highest).toBe(1);
	});

	it('starts all batches in one check, and no other execution', async () => {
		await workflow.fillWindow(100);
		jest.replaceProperty(timing, 'minuteMs', 60_000);
		await workflow.trigger.activate();
		await workflow.waitUntilQuiet();
		await workflow.trigger.stop();
		const ids = await workflow.loseMany(250);
		const before = workflow.trigger.runs.stored.length;
		await workflow.trigger.restart();
		await workflow.expectPassed(ids);
		await workflow.waitUntilQuiet();
		expect(workflow.trigger.executions.map((items) => items.length)).toEqual([100, 100, 50]);
		expect(workflow.trigger.runs.stored.slice(before)).toHaveLength(3);
	});

	it.each(['disabled', 'none'] as const)(
		'starts an execution for every transaction of a backlog if the workflow has no next node (%s)',
		async (nextNode) => {
			await missTransfers(150);
			workflow.trigger.nextNode = nextNode;
			const before = workflow.trigger.runs.stored.length;
			await workflow.trigger.restart();
			await workflow.waitForChecks();
			await workflow.waitUntilQuiet();
			// The first execution passes no more than 100.
			const sizes = workflow.trigger.runs.stored.slice(before).map(({ input }) => input[0].length);
			expect(sizes).toEqual([180, 50]);
		},
	);

	it('starts no execution for what the selection leaves out', async () => {
		workflow.trigger.parameters = { triggerOn: 'incoming' };
		await workflow.activate();
		await workflow.waitUntilQuiet();
		const before = workflow.trigger.runs.stored.length;
		await workflow.loseTransfers(-1000);
		await workflow.waitForChecks();
		await workflow.waitUntilQuiet();
		expect(workflow.trigger.runs.stored).toHaveLength(before);
	});

	it('goes on with the next batch although an execution does not end', async () => {
		jest.replaceProperty(timing, 'runGraceMs', 50);
		jest.replaceProperty(timing, 'minConfirmMs', 60_000);
		await workflow.trigger.activate();
		const [first] = await workflow.loseTransfers(1000);
		await workflow.expectPassed([first]);
		workflow.trigger.laterNode = async () => await new Promise(() => {});
		const ids = await workflow.loseMany(150);
		await waitFor(() => expect(workflow.trigger.passedIds).toEqual([first, ...ids]));
	});

	it('does not hand over a transaction again if a later node fails', async () => {
		const ids = await missTransfers(150);
		workflow.trigger.laterNode = () => {
			throw new Error('A later node failed');
		};
		await workflow.trigger.restart();
		await workflow.expectNoMoreThan(ids);
	});
});

describe('an execution that n8n does not settle', () => {
	it.each(['worker', 'capacity'] as const)(
		'is repeated now and then, without loss or repetition (no %s)',
		async (reason) => {
			// The delay is to decide how often, not the wait for a confirmation.
			jest.replaceProperty(timing, 'minConfirmMs', 1);
			jest.replaceProperty(timing, 'minuteMs', 2);
			const delay = jest.replaceProperty(timing, 'minRepeatMs', 60_000);
			const [missed] = await missTransfers(1);
			workflow.trigger.runs.waitsFor = reason;
			const before = workflow.trigger.runs.stored.length;
			await workflow.trigger.restart();
			const countStarted = () => workflow.trigger.runs.stored.length - before;
			await waitFor(() => expect(countStarted()).toBe(1));
			await workflow.waitForChecks();
			expect(countStarted()).toBe(1);
			delay.replaceValue(300);
			await waitFor(() => expect(countStarted()).toBeGreaterThanOrEqual(3));
			expect(workflow.trigger.passedIds).toEqual([]);
			workflow.trigger.runs.release();
			await workflow.expectCatchUp([missed]);
		},
		60_000,
	);

	it('is repeated until an execution takes it, also if it is the first one', async () => {
		jest.replaceProperty(timing, 'minConfirmMs', 1);
		const { runs } = workflow.trigger;
		const [old] = await workflow.loseTransfers(1000);
		runs.waitsFor = 'worker';
		await workflow.trigger.activate();
		await waitFor(() => expect(runs.stored.length).toBeGreaterThanOrEqual(3));
		runs.release();
		const [missed] = await workflow.loseTransfers(2000);
		await workflow.expectPassed([missed]);
		expect(workflow.trigger.passedIds).not.toContain(old);
	});

	it('delays what follows only until an execution takes it, and is not repeated then', async () => {
		// An execution is waited for as long as an interval, and the next check follows after another.
		jest.replaceProperty(timing, 'minuteMs', 267);
		jest.replaceProperty(timing, 'minRepeatMs', 60_000);
		workflow.trigger.runs.waitsFor = 'worker';
		await workflow.trigger.activate();
		const [missed] = await workflow.loseTransfers(1000);
		await sleep(4_500);
		expect(workflow.trigger.runs.stored).toHaveLength(1);
		workflow.trigger.runs.release();
		await workflow.expectPassed([missed], { timeoutMs: 3_000 });
		expect(workflow.trigger.runs.withoutItems).toHaveLength(1);
	});

	it('is repeated for the others if the event of one of its transactions arrives', async () => {
		await workflow.activate();
		await workflow.waitUntilQuiet();
		workflow.trigger.runs.waitsFor = 'worker';
		const [late, missed] = await workflow.loseTransfers(1000, 2000);
		await waitFor(() => {
			const [last] = workflow.trigger.runs.stored.slice(-1);
			expect(last.input[0].map(({ json }) => json.id)).toEqual([late, missed]);
		});
		// The execution itself is lost with its worker.
		workflow.trigger.runs.kill();
		await workflow.sendEvent(late);
		await workflow.expectPassed([late, missed]);
	});

	it('is not repeated once the workflow is deactivated', async () => {
		await missTransfers(250);
		workflow.trigger.runs.waitsFor = 'worker';
		await workflow.trigger.restart();
		await workflow.waitForChecks();
		await workflow.trigger.deactivate();
		const started = workflow.trigger.runs.stored.length;
		workflow.trigger.runs.release();
		await sleep(300);
		expect(workflow.trigger.runs.stored).toHaveLength(started);
	});
});
