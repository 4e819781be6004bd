import { sleep } from 'n8n-workflow';

import { timing } from '../../nodes/BankTransactionsTrigger/timing';
import { createTestWorkflow } from '../support/engine/testWorkflow';
import { waitFor } from '../support/waitFor';

const workflow = createTestWorkflow();

/** Long enough to keep the requests of two checks apart. */
const INTERVAL_MS = 400;

beforeEach(async () => {
	jest.replaceProperty(timing, 'eventGraceMs', 1);
	jest.replaceProperty(timing, 'minuteMs', INTERVAL_MS);
	workflow.trigger.parameters = { triggerOn: 'all', delivery: 'polling', interval: 1 };
	await workflow.fillWindow(2500);
	await workflow.trigger.activate();
	await workflow.waitForChecks(3);
	await workflow.control.clearLogs();
});

/** How many requests each check made. */
async function requestsPerCheck(): Promise<number[]> {
	const times = (await workflow.control.requests()).map(({ time }) => Date.parse(time));
	const isFirst = (time: number, index: number) =>
		index === 0 || time - times[index - 1] > INTERVAL_MS / 2;
	const starts = times.flatMap((time, index) => (isFirst(time, index) ? [index] : []));
	return starts.map((start, index) => (starts[index + 1] ?? times.length) - start);
}

/** The number of the last page that was requested. */
async function getLastPage(): Promise<number> {
	const requests = await workflow.listRequests();
	return Math.max(...requests.map(({ query }) => Number(query.page ?? 1)));
}

describe('a check of a large window', () => {
	it('sends at most three requests if transactions are new, and afterwards', async () => {
		const ids = await workflow.loseTransfers(1000, 2000, 3000);
		await workflow.expectPassed(ids);
		await sleep(3 * INTERVAL_MS);
		const more = await workflow.loseTransfers(4000);
		await workflow.expectPassed([...ids, ...more]);
		await sleep(3 * INTERVAL_MS);
		const counts = await requestsPerCheck();
		expect(counts.length).toBeGreaterThanOrEqual(3);
		expect(Math.max(...counts)).toBeLessThanOrEqual(3);
	});

	it('reads only as many pages as have new transactions, and passes all of them oldest first', async () => {
		const ids = await workflow.loseMany(250);
		await workflow.expectPassed(ids);
		expect(workflow.trigger.passedIds).toEqual(ids);
		expect(await getLastPage()).toBe(3);
	});

	it('finds a new transaction with a bare day or an older date', async () => {
		const [bareDay] = await workflow.loseTransfers({ accountNumber: '17271687' });
		await workflow.expectPassed([bareDay]);
		const when = new Date(Date.now() - 86_400_000).toISOString();
		const [older] = await workflow.loseTransfers({ when });
		await workflow.expectPassed([bareDay, older]);
	});

	it('reads everything if fewer transactions are listed than before', async () => {
		await workflow.control.settings({ now: new Date(Date.now() - 86_400_000).toISOString() });
		await waitFor(async () => expect(await getLastPage()).toBeGreaterThanOrEqual(5));
		await workflow.control.settings({ now: null });
		const [id] = await workflow.loseTransfers(1000);
		await workflow.expectPassed([id]);
	});
});
