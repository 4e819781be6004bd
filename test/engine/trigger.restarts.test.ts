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

describe('a restart', () => {
	it.each([
		{ listed: 30, executions: 1 },
		{ listed: 0, executions: 0 },
	])(
		'starts $executions executions, which pass nothing, if $listed transactions are listed',
		async ({ listed, executions }) => {
			await workflow.fillWindow(listed);
			await workflow.trigger.activate();
			await workflow.expectNoMoreThan();
			const before = workflow.trigger.runs.stored.length;
			await workflow.trigger.restart();
			await workflow.expectNoMoreThan();
			expect(workflow.trigger.runs.stored).toHaveLength(before + executions);
			expect(workflow.warnings).toEqual([]);
		},
	);

	it.each([
		{ isLost: false, executions: 7 },
		// Besides, one writes the state to static data.
		{ isLost: true, executions: 8 },
	])(
		'starts nothing of 12,000 known transactions, in $executions executions (static data lost: $isLost)',
		async ({ isLost, executions }) => {
			// However slow the machine is, no execution is repeated, so that their number is exact: one for
			// each 2,000 transactions, and the one that passes what was missed.
			jest.replaceProperty(timing, 'minConfirmMs', 60_000);
			await workflow.fillWindow(12_000);
			await workflow.trigger.activate();
			const [first] = await workflow.loseTransfers(1000);
			await workflow.expectPassed([first], { timeoutMs: 60_000 });

			const before = workflow.trigger.runs.stored.length;
			if (isLost) workflow.trigger.staticData = {};
			await workflow.trigger.restart();
			const [second] = await workflow.loseTransfers(1000);
			await workflow.expectNoMoreThan([first, second], { timeoutMs: 60_000 });
			expect(workflow.trigger.runs.stored.length - before).toBe(executions);
		},
		240_000,
	);

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
});
