import { timing } from '../../nodes/BankTransactionsTrigger/timing';
import { rowLimits } from '../../nodes/BankTransactionsTrigger/ledger/task';
import { deduplicationTable } from '../support/engine/deduplicationTable';
import { advanceClock, createCatchUpWorkflow, DAY_MS } from '../support/engine/testWorkflow';
import { restartWorker } from '../support/engine/workerTrigger';
import { waitUntilStable } from '../support/waitFor';

const workflow = createCatchUpWorkflow();

/** Longer than workers need to claim one event after the other. */
const timeoutMs = 60_000;

/** More than the store keeps. The service does not list them, as if the window had moved on. */
const events = Array.from({ length: 8 }, (_, event) =>
	Array.from({ length: 5 }, (__, place) => 90_001 + 5 * event + place),
);

/** Has events start the workflow; resolves with the IDs of their transactions. */
async function passEvents(): Promise<number[]> {
	for (const ids of events) {
		await workflow.sendEvent(...ids);
		await workflow.trigger.settled();
	}
	await workflow.expectPassed(events.flat(), { timeoutMs });
	return events.flat();
}

async function activate() {
	await workflow.activate();
	await workflow.waitUntilQuiet();
}

/** n8n stops, loses its static data, misses a transaction, and starts; resolves with its ID. */
async function missTransfer(): Promise<number> {
	await workflow.trigger.stop();
	workflow.trigger.staticData = {};
	const [missed] = await workflow.loseTransfers({ description: 'DH1042' });
	await workflow.trigger.restart();
	return missed;
}

beforeEach(async () => {
	jest.replaceProperty(rowLimits, 'minEntries', 20);
	jest.replaceProperty(rowLimits, 'listedStep', 10);
	// Each claim trims.
	jest.replaceProperty(rowLimits, 'trimInterval', 1);
	await workflow.fillWindow(0);
});

describe('after more transactions than the store keeps, and a loss of static data', () => {
	it('passes what was missed', async () => {
		await activate();
		const passed = await passEvents();
		expect(deduplicationTable.size).toBeLessThan(events.flat().length);
		const missed = await missTransfer();
		await workflow.expectNoMoreThan([...passed, missed]);
	});

	it('passes what was missed with filters that were published since', async () => {
		await activate();
		const paymentCode = { prefix: 'DH' };
		const options = { minimumAmount: '1', paymentCode, onlyWithPaymentCode: true };
		await workflow.trigger.publish({ parameters: { triggerOn: 'incoming', options } });
		await workflow.waitForChecks();
		await workflow.waitUntilQuiet();
		const passed = await passEvents();
		const missed = await missTransfer();
		await workflow.expectNoMoreThan([...passed, missed]);
	});

	it(
		'passes what was missed if workers run the executions',
		async () => {
			workflow.trigger.runs.isQueueMode = true;
			jest.replaceProperty(timing, 'minConfirmMs', 30_000);
			await activate();
			// Workers restore for some time what they have recorded.
			await waitUntilStable(async () => deduplicationTable.writes, 500);
			const passed = await passEvents();
			restartWorker();
			const missed = await missTransfer();
			await workflow.expectPassed([...passed, missed], { timeoutMs });
		},
		2 * timeoutMs,
	);

	it('passes what was missed if the checks have failed meanwhile', async () => {
		await activate();
		await workflow.control.fault({ path: '/v2/transactions', kind: 'status', times: null });
		const passed = await passEvents();
		await workflow.control.clearFaults();
		const missed = await missTransfer();
		await workflow.expectNoMoreThan([...passed, missed]);
	});

	it('passes an event that comes again after the start, without Catch Up', async () => {
		workflow.trigger.parameters = { triggerOn: 'all', options: { catchUp: false } };
		await workflow.trigger.activate();
		await workflow.waitUntilQuiet();
		const passed = await passEvents();
		const missed = await missTransfer();
		await workflow.waitUntilQuiet();
		await workflow.sendEvent(missed);
		await workflow.expectPassed([...passed, missed]);
	});
});

describe('what the window held', () => {
	beforeEach(async () => {
		workflow.trigger.parameters = { triggerOn: 'all', options: { catchUpWindow: 10 } };
		await workflow.fillWindow();
		await activate();
	});

	it('stays in the store if the credential is one of a small account, and later the former one', async () => {
		await workflow.withOtherBank(async (other) => {
			await other.control.reset({ transactions: 0 });
			await workflow.trigger.publish({ credential: other.credential });
			await other.waitForChecks();
			const [first] = await other.loseTransfers(1000);
			await workflow.expectPassed([first]);

			workflow.trigger.credential = { ...workflow.credential };
			const missed = await missTransfer();
			await workflow.expectNoMoreThan([first, missed]);
		});
	});

	it('stays in the store while more is caught up at once than it had room for', async () => {
		const lost = await workflow.loseMany(150);
		await workflow.expectPassed(lost, { timeoutMs });
		await workflow.trigger.restart();
		await workflow.expectNoMoreThan(lost);
	});

	it(
		'stays in the store while workers catch up more than it had room for',
		async () => {
			workflow.trigger.runs.isQueueMode = true;
			jest.replaceProperty(timing, 'minConfirmMs', 30_000);
			// For some time, the store also holds the turns of workers, up to three for each transaction.
			jest.replaceProperty(rowLimits, 'minEntries', 900);
			const lost = await workflow.loseMany(400);
			await workflow.expectPassed(lost, { timeoutMs });
			await waitUntilStable(async () => deduplicationTable.writes, 500);
			restartWorker();
			await workflow.trigger.restart();
			await workflow.expectNoMoreThan(lost, { timeoutMs });
		},
		2 * timeoutMs,
	);

	it('stays in the store if an event comes after a restart and before the list can be read', async () => {
		await workflow.trigger.stop();
		await workflow.control.fault({ path: '/v2/transactions', kind: 'status', times: null });
		await workflow.trigger.restart();
		await workflow.waitUntilQuiet();
		await workflow.sendEvent(90_001);
		await workflow.expectPassed([90_001]);
		await workflow.trigger.restart();
		await workflow.control.clearFaults();
		await workflow.expectCatchUp([90_001]);
	});

	it('stays in the store if the list is empty for a day', async () => {
		const data = { page: 1, pageSize: 100, totalPages: 0, totalRecords: 0, records: [] };
		await workflow.control.fault({
			path: '/v2/transactions',
			kind: 'status',
			status: 200,
			body: JSON.stringify({ error: 0, message: 'success', data }),
			times: null,
		});
		advanceClock(DAY_MS);
		await workflow.waitForChecks();
		await workflow.waitUntilQuiet();
		await workflow.sendEvent(90_001);
		await workflow.expectPassed([90_001]);
		await workflow.control.clearFaults();

		const missed = await missTransfer();
		await workflow.expectNoMoreThan([90_001, missed]);
	});
});
