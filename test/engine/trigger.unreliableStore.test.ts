import { deduplicationTable } from '../support/engine/deduplicationTable';
import { createCatchUpWorkflow } from '../support/engine/testWorkflow';
import { waitFor } from '../support/waitFor';

/** With more, the execution of the next check would fail, too, or start the transaction once more. */
const attemptsOfOneClaim = 12;
const workflow = createCatchUpWorkflow();

async function waitForFailures(count: number) {
	const { stored } = workflow.trigger.runs;
	await waitFor(() =>
		expect(stored.filter(({ status }) => status === 'error').length).toBeGreaterThanOrEqual(count),
	);
}

/** Has so many writes fail once the stamp of the trigger is recorded, and nothing else. */
function failAfterStamp(writes: number) {
	let hasFailed = false;
	deduplicationTable.delayMs = () => {
		if (!hasFailed && deduplicationTable.writes === 1) {
			hasFailed = true;
			deduplicationTable.failures = writes;
		}
		return 0;
	};
}

// At the beginning: what another test has left would take some of the failures.
describe('a deduplication store that fails after the stamp of an added trigger', () => {
	it.each([
		['between two executions', attemptsOfOneClaim],
		['while the next execution tries to write', attemptsOfOneClaim + 1],
	])('starts nothing old if it comes back %s', async (_name, failedWrites) => {
		failAfterStamp(failedWrites);
		await workflow.trigger.activate('update');
		await waitForFailures(1);
		await workflow.expectCatchUp();
	});
});

describe('a deduplication store that cannot be written', () => {
	it('loses nothing and starts nothing old if it fails during the activation', async () => {
		deduplicationTable.failures = 30;
		await workflow.trigger.activate();
		const [id] = await workflow.loseTransfers(1000);
		await workflow.expectNoMoreThan([id]);
		await workflow.trigger.restart();
		await workflow.expectNoMoreThan([id]);
	});
});

describe('a write that is carried out but reported as failed', () => {
	it('loses no event', async () => {
		await workflow.activate();
		deduplicationTable.unacknowledged = 1;
		const { transaction } = await workflow.control.transfer({ amount: 1000 });
		await workflow.expectNoMoreThan([transaction.id]);
	});

	it('loses nothing that is caught up', async () => {
		await workflow.activate();
		deduplicationTable.unacknowledged = 1;
		await workflow.expectCatchUp();
	});

	it('leaves the transactions to a retry if it happens in all attempts of an execution', async () => {
		await workflow.activate();
		await workflow.waitUntilQuiet();
		deduplicationTable.unacknowledged = attemptsOfOneClaim;
		const [id] = await workflow.loseTransfers(1000);
		await waitForFailures(1);
		const { runs } = workflow.trigger;
		await runs.retry(runs.stored.find(({ status }) => status === 'error')!);
		await workflow.expectNoMoreThan([id]);
	});

	it('starts nothing twice if the service repeats an event while its execution waits', async () => {
		await workflow.activate();
		const { runs } = workflow.trigger;
		runs.waitsFor = 'worker';
		await workflow.sendEvent(90_001);
		runs.waitsFor = undefined;
		await workflow.sendEvent(90_001);
		await waitFor(() => expect(workflow.trigger.passedIds).toEqual([90_001]));
		deduplicationTable.unacknowledged = 1;
		runs.release();
		await workflow.expectNoMoreThan([90_001]);
	});

	it.each([1, 2, 40])(
		'starts nothing old if it happens in the first %d writes after publishing',
		async (writes) => {
			deduplicationTable.unacknowledged = writes;
			await workflow.trigger.activate();
			await workflow.expectCatchUp();
		},
		60_000,
	);

	it.each([1, 2])(
		'loses nothing if it happens in the first %d writes after a restart',
		async (writes) => {
			await workflow.activate();
			await workflow.trigger.stop();
			const [missed] = await workflow.loseTransfers(1000);
			deduplicationTable.unacknowledged = writes;
			await workflow.trigger.restart();
			await workflow.waitForChecks();
			// What had started the workflow may do so again: it is unknown who wrote the row.
			await waitFor(() => expect(workflow.trigger.passedIds).toContain(missed));
		},
		60_000,
	);
});

// At the end: for some seconds after a restart, n8n's store is written to without a claim.
it('starts nothing old if n8n is killed after the stamp of an added trigger, while the store fails', async () => {
	failAfterStamp(Number.MAX_SAFE_INTEGER);
	await workflow.trigger.activate('update');
	await waitForFailures(1);
	await workflow.trigger.kill();
	deduplicationTable.failures = 0;
	await workflow.trigger.activate('init');
	await workflow.expectCatchUp();
}, 60_000);
