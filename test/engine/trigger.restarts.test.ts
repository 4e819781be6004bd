import { timing } from '../../nodes/BankTransactionsTrigger/timing';
import { logEntries } from '../support/engine/n8nInstance';
import { checkConstantly, createTestWorkflow } from '../support/engine/testWorkflow';
import { waitFor } from '../support/waitFor';

const workflow = createTestWorkflow();

beforeEach(() => {
	checkConstantly();
	workflow.trigger.parameters = { triggerOn: 'all' };
});

/** How many transactions of newly linked accounts the trigger has left out, according to its log. */
function countHistory(): number {
	const counts = logEntries('info').map(({ message }) =>
		/^(\d+) transactions from before a bank account was linked/.exec(message),
	);
	return counts.reduce((sum, count) => sum + Number(count?.[1] ?? 0), 0);
}

/**
 * However slow the machine is, no execution is repeated, so that their number is exact: one for each 2,000
 * transactions, and the one that passes what was missed.
 */
function repeatNoExecution() {
	jest.replaceProperty(timing, 'minConfirmMs', 60_000);
}

describe('a restart', () => {
	it('starts one execution, which passes nothing, if nothing has come in', async () => {
		await workflow.fillWindow();
		await workflow.trigger.activate();
		await workflow.expectNoMoreThan();
		const before = workflow.trigger.runs.stored.length;
		await workflow.trigger.restart();
		await workflow.expectNoMoreThan();
		expect(workflow.trigger.runs.stored).toHaveLength(before + 1);
		expect(workflow.warnings).toEqual([]);
	});

	it('starts no execution if nothing is listed', async () => {
		await workflow.fillWindow(0);
		await workflow.trigger.activate();
		await workflow.expectNoMoreThan();
		const before = workflow.trigger.runs.stored.length;
		await workflow.trigger.restart();
		await workflow.expectNoMoreThan();
		expect(workflow.trigger.runs.stored).toHaveLength(before);
	});

	it('starts nothing of 12,000 known transactions, in few executions', async () => {
		repeatNoExecution();
		await workflow.fillWindow(12_000);
		await workflow.trigger.activate();
		const [first] = await workflow.loseTransfers(1000);
		await workflow.expectPassed([first]);

		const before = workflow.trigger.runs.stored.length;
		await workflow.trigger.restart();
		await workflow.expectCatchUp([first]);
		expect(workflow.trigger.runs.stored.length - before).toBe(7);
	}, 120_000);

	it('starts nothing old of 12,000 transactions if static data was lost too', async () => {
		repeatNoExecution();
		await workflow.fillWindow(12_000);
		await workflow.trigger.activate();
		const [first] = await workflow.loseTransfers(1000);
		await workflow.expectPassed([first]);

		const before = workflow.trigger.runs.stored.length;
		workflow.trigger.staticData = {};
		await workflow.trigger.restart();
		await workflow.expectCatchUp([first]);
		// Besides, one writes the state to static data.
		expect(workflow.trigger.runs.stored.length - before).toBe(8);
	}, 120_000);

	it('starts nothing of the history of 11 newly linked accounts, 1,000 transactions each, without static data', async () => {
		await workflow.fillWindow();
		await workflow.activate();
		for (let account = 1; account <= 11; account++) {
			await workflow.control.linkAccount({ transactions: 1_000, daysAgo: 1 });
		}
		await waitFor(() => expect(countHistory()).toBe(11_000), { timeoutMs: 60_000 });
		await workflow.expectNoMoreThan();
		await workflow.waitUntilQuiet();
		const [first] = await workflow.loseTransfers(1000);
		await workflow.expectPassed([first]);

		await workflow.trigger.stop();
		const [second] = await workflow.loseTransfers(2000);
		workflow.trigger.staticData = {};
		await workflow.trigger.restart();
		await workflow.expectNoMoreThan([first, second], { timeoutMs: 60_000 });
	}, 120_000);

	it('passes what was missed if static data was lost too', async () => {
		await workflow.fillWindow();
		await workflow.trigger.activate();
		const [first] = await workflow.loseTransfers(1000);
		await workflow.expectPassed([first]);
		await workflow.trigger.stop();
		const [second] = await workflow.loseTransfers(2000);
		workflow.trigger.staticData = {};
		await workflow.trigger.restart();
		await workflow.expectNoMoreThan([first, second]);
	});

	it('starts nothing old if static data was lost before the first transaction', async () => {
		await workflow.fillWindow();
		await workflow.trigger.activate();
		await workflow.trigger.stop();
		workflow.trigger.staticData = {};
		await workflow.trigger.restart();
		// Nothing is known of the activation, so the first check begins anew.
		await workflow.waitForChecks();
		await workflow.expectCatchUp();
	});
});
