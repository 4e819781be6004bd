import axios from 'axios';
import fc from 'fast-check';

import { roundListed, rowLimits } from '../../nodes/BankTransactionsTrigger/ledger/task';
import { forgetProcess } from '../support/engine/forgetProcess';
import { LiveTrigger } from '../support/engine/liveTrigger';
import { deduplicationTable } from '../support/engine/deduplicationTable';
import { createTestWorkflow } from '../support/engine/testWorkflow';
import { waitFor } from '../support/waitFor';

const workflow = createTestWorkflow();

async function findToken(url: string) {
	const webhooks = await workflow.control.webhooks();
	return webhooks.find((webhook) => webhook.url === url)?.secureToken;
}

async function deliver(ids: number[], url = workflow.trigger.url, token?: string) {
	const headers = { 'secure-token': token ?? (await findToken(url)) };
	const data = ids.map((id) => ({ id, amount: 1000, description: `DH${id}` }));
	const response = await axios.post(url, { error: 0, data }, { headers, proxy: false });
	expect([response.status, response.data]).toEqual([200, { success: true }]);
}

beforeEach(() => {
	workflow.trigger.parameters = { options: { catchUp: false } };
});

/** Activates, and waits until the trigger has recorded what was listed before. */
async function activate() {
	await workflow.trigger.activate();
	await waitFor(() => expect(deduplicationTable.writes).toBeGreaterThan(0));
	await workflow.trigger.settled();
}

describe('events', () => {
	it('starts one execution for an event with many transactions', async () => {
		await workflow.trigger.activate();
		const ids = Array.from({ length: 250 }, (_, index) => 5_000 + index);
		await deliver(ids);
		await workflow.trigger.settled();
		expect(workflow.trigger.passedIds).toEqual(ids);
		expect(workflow.trigger.executions).toHaveLength(1);
	});

	it('passes each transaction once with many concurrent events, a quarter of them repeats', async () => {
		await workflow.trigger.activate();
		deduplicationTable.delayMs = 1;
		const ids = Array.from({ length: 300 }, (_, index) => 1000 + index);
		const events = [...ids, ...ids.slice(0, 100)].sort(() => Math.random() - 0.5);
		const { url } = workflow.trigger;
		const token = await findToken(url);
		const senders = Array.from({ length: 16 }, async () => {
			for (let id = events.pop(); id !== undefined; id = events.pop())
				await deliver([id], url, token);
		});
		await Promise.all(senders);
		await workflow.trigger.settled();
		expect(workflow.trigger.passedIds.sort()).toEqual(ids);
		// One row is written for many events together: their number is what the queue saves.
		expect(deduplicationTable.writes).toBeLessThan(ids.length);
	});

	it('passes each transaction once for any order of events and repeats', async () => {
		const event = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 5 });
		const { credential, parameters } = workflow.trigger;
		await fc.assert(
			fc.asyncProperty(fc.array(event, { maxLength: 8 }), async (deliveries) => {
				const trigger = await new LiveTrigger({ ...credential }, parameters).listen();
				try {
					await trigger.activate();
					await Promise.all(deliveries.map(async (ids) => await deliver(ids, trigger.url)));
					await trigger.settled();
					const passed = trigger.passedIds.sort((a, b) => a - b);
					expect(passed).toEqual([...new Set(deliveries.flat())].sort((a, b) => a - b));
				} finally {
					await trigger.close();
				}
			}),
			{ numRuns: 15 },
		);
	});

	it('keeps one entry for each transaction that was listed before, and one for the trigger', async () => {
		await workflow.control.reset({ transactions: 30, historyDays: 2 });
		await activate();
		expect(deduplicationTable.size).toBe(31);
	});

	it('drops the oldest of many claims, and still knows the newest', async () => {
		const { transactionCount } = await workflow.control.state();
		const events = Array.from({ length: 12 }, (_, event) =>
			Array.from({ length: 500 }, (_, place) => 1_000_000 + 500 * event + place),
		);
		await activate();
		for (const ids of events) await deliver(ids);
		await workflow.trigger.settled();
		expect(workflow.trigger.passedIds).toHaveLength(6_000);
		expect(deduplicationTable.size).toBeGreaterThan(9_000);
		const { minEntries, trimInterval } = rowLimits;
		const maxEntries = minEntries + 3 * roundListed(transactionCount) + trimInterval;
		expect(deduplicationTable.size).toBeLessThanOrEqual(maxEntries);

		forgetProcess();
		await deliver(events[11]);
		await workflow.trigger.settled();
		expect(workflow.trigger.passedIds).toHaveLength(6_000);
	});

	it('passes a repeated event if the first claim could not be written', async () => {
		await activate();
		deduplicationTable.failures = 12;
		await deliver([5]);
		await workflow.trigger.settled();
		expect(workflow.trigger.passedIds).toEqual([]);
		const failed = await workflow.trigger.runs.stored.at(-1)?.done;
		expect(failed?.data.resultData.error).toMatchObject({
			message: 'n8n could not record which transactions start the workflow',
			description: expect.stringMatching(/^With 'Catch Up', .*The database is not available$/),
		});
		await deliver([5]);
		await workflow.trigger.settled();
		expect(workflow.trigger.passedIds).toEqual([5]);
	});
});

describe('the test call of the service', () => {
	it('is never a repeat and is not remembered', async () => {
		workflow.trigger.parameters = { options: { catchUp: false, includeTestEvents: true } };
		await activate();
		const { writes } = deduplicationTable;
		await workflow.control.sendTestEvent();
		await workflow.control.sendTestEvent();
		await workflow.trigger.settled();
		expect(workflow.trigger.executions).toHaveLength(2);
		expect(deduplicationTable.writes).toBe(writes);
	});
});

describe('a test run in the editor', () => {
	it('shows a known event again and claims nothing', async () => {
		await workflow.trigger.activate();
		await workflow.control.transfer({ amount: 5000 });
		await workflow.trigger.settled();
		const { writes } = deduplicationTable;
		await workflow.trigger.startTestRun();
		const [id] = workflow.trigger.passedIds;
		await deliver([id], workflow.trigger.testUrl);
		await workflow.trigger.settled();
		await workflow.trigger.stopTestRun();
		expect(workflow.trigger.passedIds).toEqual([id, id]);
		expect(deduplicationTable.writes).toBe(writes);
	});
});
