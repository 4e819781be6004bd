import { sleep } from 'n8n-workflow';

import { passedIds } from '../support/engine/testWorkflow';
import { waitFor } from '../support/waitFor';
import {
	createCatchUpWorkflow,
	expectNoMoreThan,
	expectPassed,
	loseTransfers,
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

	it('passes transactions in order of time even if older ones are listed later', async () => {
		await missTransfers(1);
		const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
		const [late] = await loseTransfers(workflow, { when: hoursAgo(1) });
		const [older] = await loseTransfers(workflow, { when: hoursAgo(5) });
		await workflow.trigger.restart();
		await waitFor(() => expect(passedIds(workflow.trigger)).toHaveLength(3));
		expect(passedIds(workflow.trigger).slice(0, 2)).toEqual([older, late]);
	});

	it('does not offer a transaction again if a later node fails', async () => {
		const ids = await missTransfers(150);
		workflow.trigger.laterNode = () => {
			throw new Error('A later node failed');
		};
		await workflow.trigger.restart();
		await expectNoMoreThan(workflow, ids);
	});

	it.each([false, true])(
		'recognizes a finished batch in every mode of n8n (queue mode: %s)',
		async (isQueueMode) => {
			workflow.trigger.runs.isQueueMode = isQueueMode;
			const ids = await missTransfers(150);
			await workflow.trigger.restart();
			await expectNoMoreThan(workflow, ids);
			workflow.trigger.laterNode = () => {
				throw new Error('A later node failed');
			};
			const more = await loseTransfers(workflow, 1000, 2000);
			await expectNoMoreThan(workflow, [...ids, ...more]);
		},
	);
});

describe('an offer that n8n does not settle', () => {
	it.each(['worker', 'capacity'] as const)(
		'is repeated with a growing delay, without loss or repetition (no %s)',
		async (reason) => {
			await missTransfers(1);
			workflow.trigger.runs.waitsFor = reason;
			const before = workflow.trigger.runs.stored.length;
			await workflow.trigger.restart();
			const countOffers = () => workflow.trigger.runs.stored.length - before;
			await waitFor(() => expect(countOffers()).toBeGreaterThanOrEqual(2));
			await sleep(1000);
			expect(countOffers()).toBeLessThanOrEqual(7);
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

	it('is not repeated once the workflow is deactivated', async () => {
		await missTransfers(250);
		workflow.trigger.runs.waitsFor = 'worker';
		await workflow.trigger.restart();
		await waitForChecks(workflow);
		await workflow.trigger.deactivate();
		const offers = workflow.trigger.runs.stored.length;
		workflow.trigger.runs.release();
		await sleep(300);
		expect(workflow.trigger.runs.stored).toHaveLength(offers);
	});
});
