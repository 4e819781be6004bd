import axios from 'axios';
import fc from 'fast-check';

import { Memory } from '../../nodes/BankTransactionsTrigger/memory';
import { LiveTrigger } from './liveTrigger';
import { processedData } from './processedData';
import { idsOf, setScene } from './setup';

const scene = setScene();

async function tokenOf(url: string) {
	const hooks = await scene.control.hooks();
	return hooks.find((hook) => hook.url === url)?.secureToken;
}

async function deliver(ids: number[], trigger = scene.trigger, token?: string) {
	const secureToken = token ?? (await tokenOf(trigger.url));
	const data = ids.map((id) => ({ id, amount: 1000, description: `DH${id}` }));
	const response = await axios.post(
		trigger.url,
		{ error: 0, data },
		{ headers: { 'secure-token': secureToken }, proxy: false, validateStatus: () => true },
	);
	expect([response.status, response.data]).toEqual([200, { success: true }]);
}

beforeEach(() => {
	scene.trigger.parameters = { options: { catchUp: false } };
});

describe('each transaction once', () => {
	it('a repeated event is answered with success and starts no execution', async () => {
		await scene.trigger.activate();
		await deliver([7001]);
		await deliver([7001]);
		await scene.trigger.settled();
		await deliver([7001]);
		await scene.trigger.settled();
		expect(scene.trigger.executions).toHaveLength(1);
	});

	it('an event that repeats some and brings others starts the workflow with the others', async () => {
		await scene.trigger.activate();
		await deliver([1, 2]);
		await deliver([2, 3, 3]);
		await scene.trigger.settled();
		expect(idsOf(scene.trigger)).toEqual([1, 2, 3]);
	});

	it('a repeat after a restart of n8n passes nothing on', async () => {
		await scene.trigger.activate();
		await deliver([1, 2]);
		await scene.trigger.settled();
		jest.spyOn(Memory.prototype, 'isKnown').mockReturnValue(false);
		await deliver([1, 2, 3]);
		await scene.trigger.settled();
		expect(idsOf(scene.trigger)).toEqual([1, 2, 3]);
	});

	it('many events at a time, a quarter of them repeats, each pass once and are all remembered', async () => {
		await scene.trigger.activate();
		processedData.delay = 1;
		const ids = Array.from({ length: 300 }, (_, index) => 1000 + index);
		const events = [...ids, ...ids.slice(0, 100)].sort(() => Math.random() - 0.5);
		const token = await tokenOf(scene.trigger.url);
		const senders = Array.from({ length: 16 }, async () => {
			for (let id = events.pop(); id !== undefined; id = events.pop())
				await deliver([id], scene.trigger, token);
		});
		await Promise.all(senders);
		await scene.trigger.settled();
		expect(idsOf(scene.trigger).sort()).toEqual(ids);
		// One row is written for many events together: their number is what the queue saves.
		expect(processedData.writes).toBeLessThan(ids.length);
	});

	it('any order of events and repeats passes each transaction once', async () => {
		const events = fc.array(
			fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 5 }),
			{
				maxLength: 8,
			},
		);
		await fc.assert(
			fc.asyncProperty(events, async (deliveries) => {
				const trigger = await new LiveTrigger(
					{ ...scene.credential },
					{
						options: { catchUp: false },
					},
				).listen();
				try {
					await trigger.activate();
					await Promise.all(deliveries.map(async (ids) => await deliver(ids, trigger)));
					await trigger.settled();
					const passed = idsOf(trigger).sort((a, b) => a - b);
					expect(passed).toEqual([...new Set(deliveries.flat())].sort((a, b) => a - b));
				} finally {
					await trigger.close();
				}
			}),
			{ numRuns: 15 },
		);
	});

	it('a claim that could not be written loses nothing: the repeated event passes', async () => {
		await scene.trigger.activate();
		processedData.failures = 12;
		await deliver([5]);
		await scene.trigger.settled();
		expect(idsOf(scene.trigger)).toEqual([]);
		await deliver([5]);
		await scene.trigger.settled();
		expect(idsOf(scene.trigger)).toEqual([5]);
	});

	it('a claim that fails for a moment is made again', async () => {
		await scene.trigger.activate();
		processedData.failures = 3;
		await deliver([5]);
		await scene.trigger.settled();
		expect(idsOf(scene.trigger)).toEqual([5]);
	});
});

describe('the test call of the service', () => {
	it('is never a repeat, and is not remembered', async () => {
		scene.trigger.parameters = { options: { catchUp: false, includeTestEvents: true } };
		await scene.trigger.activate();
		await scene.control.sendTestEvent();
		await scene.control.sendTestEvent();
		await scene.trigger.settled();
		expect(scene.trigger.executions).toHaveLength(2);
		expect(processedData.writes).toBe(0);
	});
});

describe('a test run in the editor', () => {
	it('shows an event again, and claims nothing of it', async () => {
		await scene.trigger.activate();
		await scene.control.transfer({ amount: 5000 });
		await scene.trigger.settled();
		const writes = processedData.writes;
		await scene.trigger.startTestRun();
		const secureToken = await tokenOf(scene.trigger.testUrl);
		const [id] = idsOf(scene.trigger);
		await axios.post(
			scene.trigger.testUrl,
			{ error: 0, data: [{ id, amount: 5000 }] },
			{ headers: { 'secure-token': secureToken }, proxy: false },
		);
		await scene.trigger.settled();
		await scene.trigger.stopTestRun();
		expect(idsOf(scene.trigger)).toEqual([id, id]);
		expect(processedData.writes).toBe(writes);
	});
});
