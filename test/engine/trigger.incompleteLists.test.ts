import { DateTime } from 'luxon';

import type { FaultInput } from '../bank/types';
import { checkConstantly, createTestWorkflow } from '../support/engine/testWorkflow';
import { waitFor } from '../support/waitFor';

const workflow = createTestWorkflow();

beforeEach(() => {
	checkConstantly();
	workflow.trigger.parameters = { triggerOn: 'all', delivery: 'polling' };
});

const warnings = () =>
	workflow.warnings.filter((message) => message.includes(workflow.trigger.workflowId));

/** Fills the window with this many transactions, without a time of day, on each of these days. */
async function fillDays(countPerDay: number, days: number[]) {
	await workflow.control.reset({ transactions: 0 });
	await workflow.control.settings({ listTime: 'date' });
	for (const day of days) await lose(countPerDay, day);
}

/** Books transfers of a day whose events are lost. */
async function lose(count: number, daysAgo: number): Promise<number[]> {
	const day = DateTime.now().setZone('Asia/Ho_Chi_Minh').minus({ days: daysAgo }).toISODate();
	const transfer = { when: `${day}T00:00:00` };
	return await workflow.loseTransfers(...Array.from({ length: count }, () => transfer));
}

/** The service answers some requests with an empty page of this many transactions. */
async function emptyPages(totalRecords: number, which: Partial<FaultInput>) {
	const totalPages = Math.ceil(totalRecords / 100);
	const data = { page: 1, pageSize: 100, totalPages, totalRecords, records: [] };
	const body = JSON.stringify({ error: 0, message: 'success', data });
	const path = '/v2/transactions';
	await workflow.control.fault({ path, kind: 'status', status: 200, body, ...which });
}

it('starts nothing old if a page of the list was empty when the workflow was published', async () => {
	await fillDays(125, [1, 0]);
	await emptyPages(250, { after: 1 });
	await workflow.trigger.activate();
	const [id] = await lose(1, 0);
	await workflow.expectNoMoreThan([id]);
});

it.each([
	['of short days', 70, [2, 1, 0]],
	['of one long day', 250, [1]],
])(
	'starts nothing old although the order within a day keeps changing: %s',
	async (_name, count, days) => {
		await fillDays(count, days);
		await workflow.control.settings({ shufflesDays: true });
		await workflow.trigger.activate();
		const [id] = await lose(1, 0);
		await workflow.expectNoMoreThan([id]);
		await workflow.trigger.restart();
		const [later] = await lose(1, 1);
		await workflow.expectNoMoreThan([id, later]);
	},
);

it('refuses to publish if a day stays incomplete', async () => {
	await fillDays(250, [1]);
	await workflow.control.settings({ ignoresPage: true });
	await expect(workflow.trigger.activate()).rejects.toThrow(
		/^The service's list of transactions is incomplete\. .*200 of 250 .+ Try again later\./,
	);
	expect(await workflow.control.webhooks()).toEqual([]);
});

it('fails a check with a warning while a day stays incomplete, and then starts what was missed', async () => {
	await fillDays(250, [1]);
	await workflow.activate();
	await workflow.trigger.stop();
	const [id] = await lose(1, 1);
	await workflow.control.settings({ ignoresPage: true });
	await workflow.trigger.restart();
	await waitFor(() =>
		expect(warnings()).toContainEqual(
			expect.stringMatching(/^The check for missed transactions failed: .+ is incomplete\. /),
		),
	);
	await workflow.expectPassed([]);
	await workflow.control.settings({ ignoresPage: false });
	await workflow.expectPassed([id]);
});

describe('a service that counts more than it lists', () => {
	beforeEach(async () => {
		await fillDays(20, [1, 0]);
		await workflow.control.settings({ countsMore: 1 });
		await workflow.trigger.activate();
	});

	it('does not prevent publishing, and is named in the log once', async () => {
		const [id] = await lose(1, 1);
		await workflow.expectNoMoreThan([id]);
		await workflow.waitForChecks(20);
		expect(warnings()).toEqual([
			expect.stringMatching(/^The service counts 1 more transaction than it lists\. /),
		]);
	});

	it('is read only on the newest page again once it lists what it counts', async () => {
		await workflow.waitForChecks();
		await workflow.control.settings({ countsMore: 0 });
		await workflow.waitForChecks(10);
		const [id] = await lose(1, 1);
		await workflow.expectPassed([id]);
		await workflow.waitForChecks(2);
		await workflow.control.clearLogs();
		await workflow.waitForChecks(10);
		const sorts = (await workflow.listRequests()).map(({ query }) => query.sort);
		expect(new Set(sorts)).toEqual(new Set(['DESC']));
	});
});

it('finds at the next check what the newest pages counted and did not show', async () => {
	await fillDays(125, [2, 1]);
	await workflow.activate();
	await workflow.control.settings({ countsMore: 1 });
	await workflow.waitForChecks(10);
	// What was counted is listed now, not on the newest page.
	const booking = lose(1, 2);
	await workflow.control.settings({ countsMore: 0 });
	await workflow.expectPassed(await booking);
});

it('ends a check although the service promises pages without end', async () => {
	await fillDays(20, [0]);
	await workflow.activate();
	await emptyPages(1e11, { times: 50 });
	const [id] = await lose(1, 0);
	await workflow.expectPassed([id]);
	expect(warnings()).toContainEqual(expect.stringContaining('is incomplete'));
});
