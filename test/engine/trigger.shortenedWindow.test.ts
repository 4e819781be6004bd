import { DateTime } from 'luxon';

import { windowLimits } from '../../nodes/BankTransactionsTrigger/catchUp/transactionWindow';
import { logEntries } from '../support/engine/n8nInstance';
import { createTestWorkflow } from '../support/engine/testWorkflow';
import {
	checkConstantly,
	expectNoMoreThan,
	expectPassed,
	listRequests,
	loseTransfers,
	waitForChecks,
} from '../support/engine/triggerSteps';

const workflow = createTestWorkflow();

/** A check reads hundreds of pages. */
const SLOW_CHECKS = { timeoutMs: 60_000 };
const FEW = 100;

/** Of this workflow: a check of the test before may end during the next one. */
const warnings = () =>
	logEntries('warn')
		.map(({ message }) => message)
		.filter((message) => message.includes(workflow.trigger.workflowId));

/** A time on that day of the service's zone, in which a few minutes later are the same day. */
function daysAgo(days: number): DateTime {
	return DateTime.now().setZone('Asia/Ho_Chi_Minh').minus({ days }).startOf('day');
}

function on(days: number, count: number) {
	return Array.from({ length: count }, () => ({ amount: 1000, when: daysAgo(days).toISO()! }));
}

beforeEach(async () => {
	checkConstantly();
	workflow.trigger.parameters = { triggerOn: 'all' };
});

it('shortens a window with more than 50,000 transactions and repeats nothing', async () => {
	const { control, trigger } = workflow;
	await control.reset({ transactions: 50_300, historyDays: 2 });
	await trigger.activate();
	const [first] = await loseTransfers(workflow, 1000);
	await expectNoMoreThan(workflow, [first], SLOW_CHECKS);
	expect(warnings()).toContainEqual(expect.stringContaining('more than 50000 transactions'));

	await trigger.restart();
	const [second] = await loseTransfers(workflow, 1000);
	await expectNoMoreThan(workflow, [first, second], SLOW_CHECKS);
}, 180_000);

describe('a window that becomes too long', () => {
	beforeEach(async () => {
		jest.replaceProperty(windowLimits, 'maxListed', FEW);
		await workflow.control.reset({ transactions: 0 });
	});

	it('then begins with the first day that fits whole, and says so once', async () => {
		await loseTransfers(workflow, ...on(2, 30), ...on(1, FEW - 30));
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		expect(warnings()).toEqual([]);

		const missed = await loseTransfers(workflow, ...on(0, 31), ...on(1, 1));
		// Neither all of the day before nor its transactions beyond the limit fit.
		await expectPassed(workflow, missed.slice(0, 31));
		await workflow.control.clearLogs();
		await expectNoMoreThan(workflow, missed.slice(0, 31));
		const today = daysAgo(0).toISODate();
		const firstDays = (await listRequests(workflow)).map(({ query }) => query.fromDate);
		expect([...new Set(firstDays)]).toEqual([today]);
		expect(warnings()).toEqual([
			expect.stringContaining(
				`more than 100 transactions. It now starts on ${today}. Choose a shorter 'Catch Up Window'.`,
			),
		]);
	});

	it('begins with the first day that is left, in whatever order its transactions came', async () => {
		await loseTransfers(workflow, ...on(2, 60), ...on(0, 20));
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		const [late] = await loseTransfers(workflow, ...on(1, 1));
		await expectPassed(workflow, [late]);
		const missed = await loseTransfers(workflow, ...on(0, 20));
		await expectNoMoreThan(workflow, [late, ...missed]);
		expect(warnings().join()).toContain(`It now starts on ${daysAgo(1).toISODate()}.`);
	});

	it('keeps one long day without reading all of it again, and says once that it is too long', async () => {
		await loseTransfers(workflow, ...on(0, 2 * FEW));
		await workflow.trigger.activate();
		const [missed] = await loseTransfers(workflow, ...on(0, 1));
		await expectPassed(workflow, [missed]);
		await workflow.control.clearLogs();
		await expectNoMoreThan(workflow, [missed]);
		const pages = (await listRequests(workflow)).map(({ query }) => query.page);
		expect([...new Set(pages)]).toEqual(['1']);
		expect(warnings()).toEqual([
			expect.stringMatching(
				/^The service lists more than 100 transactions of one day, .+ a repeat\./,
			),
		]);
	});
});
