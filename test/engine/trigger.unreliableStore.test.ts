import { deduplicationTable } from '../support/engine/deduplicationTable';
import { passedIds } from '../support/engine/testWorkflow';
import { waitFor } from '../support/waitFor';
import {
	createCatchUpWorkflow,
	expectNoMoreThan,
	expectPassed,
	loseTransfers,
	waitForLooks,
} from '../support/engine/triggerSteps';

const workflow = createCatchUpWorkflow();

async function activate() {
	await workflow.trigger.activate();
	await waitForLooks(workflow);
}

async function waitForFailures(count: number) {
	const { stored } = workflow.trigger.runs;
	await waitFor(() =>
		expect(stored.filter(({ status }) => status === 'error').length).toBeGreaterThanOrEqual(count),
	);
}

describe('a store of processed ids that cannot be written', () => {
	it('costs nothing if many looks meet it: the transaction starts the workflow once it is back', async () => {
		await activate();
		deduplicationTable.failures = Number.MAX_SAFE_INTEGER;
		const [id] = await loseTransfers(workflow, 1000);
		await waitForFailures(5);
		deduplicationTable.failures = 0;
		await expectNoMoreThan(workflow, [id]);
	}, 60_000);

	it('costs nothing if it is away at the activation, and starts nothing old', async () => {
		deduplicationTable.failures = 30;
		await workflow.trigger.activate();
		const [id] = await loseTransfers(workflow, 1000);
		await expectNoMoreThan(workflow, [id]);
		await workflow.trigger.restart();
		await expectNoMoreThan(workflow, [id]);
	}, 60_000);
});

describe('a write that was carried out but reported as failed', () => {
	it('loses no event', async () => {
		await activate();
		deduplicationTable.unacknowledged = 1;
		const { transaction } = await workflow.control.transfer({ amount: 1000 });
		await expectNoMoreThan(workflow, [transaction.id]);
	});

	it('loses nothing that is caught up', async () => {
		await activate();
		deduplicationTable.unacknowledged = 1;
		const [id] = await loseTransfers(workflow, 1000);
		await expectNoMoreThan(workflow, [id]);
	});

	it('loses nothing if all attempts of an execution ended so', async () => {
		await activate();
		deduplicationTable.unacknowledged = Number.MAX_SAFE_INTEGER;
		const [id] = await loseTransfers(workflow, 1000);
		await waitForFailures(1);
		deduplicationTable.unacknowledged = 0;
		await expectNoMoreThan(workflow, [id]);
	}, 60_000);

	it('loses no event if all attempts of its execution ended so and the service sends it again', async () => {
		workflow.trigger.parameters = { triggerOn: 'all', options: { catchUp: false } };
		await workflow.trigger.activate();
		deduplicationTable.unacknowledged = Number.MAX_SAFE_INTEGER;
		const { transaction, deliveries } = await workflow.control.transfer({ amount: 1000 });
		await waitForFailures(1);
		deduplicationTable.unacknowledged = 0;
		await workflow.control.redeliver(deliveries[0].id);
		await expectPassed(workflow, [transaction.id]);
	}, 60_000);

	it.each([1, 2, 40])(
		'starts nothing old if the first %d writes end so',
		async (writes) => {
			deduplicationTable.unacknowledged = writes;
			await workflow.trigger.activate();
			const [first] = await loseTransfers(workflow, 1000);
			await expectNoMoreThan(workflow, [first]);
			deduplicationTable.unacknowledged = writes;
			await workflow.trigger.restart();
			const [second] = await loseTransfers(workflow, 1000);
			await waitForLooks(workflow);
			// What had started the workflow may do so again: nothing tells whose the recorded write was.
			await waitFor(() => {
				expect(new Set(passedIds(workflow.trigger))).toEqual(new Set([first, second]));
			});
		},
		60_000,
	);
});
