import type { INodeExecutionData } from 'n8n-workflow';

import type { StoredExecution } from '../support/engine/executionStore';
import { createCatchUpWorkflow } from '../support/engine/testWorkflow';
import { waitFor } from '../support/waitFor';

const workflow = createCatchUpWorkflow();

beforeEach(async () => {
	await workflow.trigger.activate();
	await workflow.waitUntilQuiet();
});

/** The newest execution that was started with this transaction. */
function findExecution(id: number): StoredExecution {
	const holds = ({ input }: StoredExecution) => input.flat().some(({ json }) => json.id === id);
	const execution = workflow.trigger.runs.stored.filter(holds).pop();
	if (!execution) throw new Error(`No execution was handed ${id}`);
	return execution;
}

/** Retries an execution; resolves with the IDs that it passes. */
async function retry(execution: StoredExecution): Promise<number[]> {
	const before = workflow.trigger.passedIds.length;
	await workflow.trigger.runs.retry(execution);
	return workflow.trigger.passedIds.slice(before);
}

/** Makes a later node hang when it receives this transaction. */
function hangWith(id: number) {
	workflow.trigger.laterNode = async (items: INodeExecutionData[]) => {
		if (items.some(({ json }) => json.id === id)) await new Promise(() => {});
	};
}

/** n8n is killed, and starts; no later node hangs any more. */
async function crashAndStart() {
	await workflow.trigger.kill();
	workflow.trigger.laterNode = undefined;
	await workflow.trigger.activate('init');
	await workflow.waitUntilQuiet();
}

describe('an execution that n8n took for enqueued when it started', () => {
	it.each(['before it has claimed', 'after it has claimed'])(
		'passes its transactions once if it had begun (%s)',
		async (moment) => {
			workflow.trigger.runs.waitsFor = 'worker';
			await workflow.sendEvent(90_001, 90_002);
			const execution = findExecution(90_001);
			workflow.trigger.runs.release();
			if (moment === 'after it has claimed') await execution.done;
			await workflow.trigger.runs.runEnqueued(execution);
			await execution.done;
			expect(workflow.trigger.passedIds).toEqual([90_001, 90_002]);
		},
	);

	it('passes what it had claimed when n8n was killed', async () => {
		hangWith(90_001);
		await workflow.sendEvent(90_001);
		await waitFor(() => expect(workflow.trigger.passedIds).toEqual([90_001]));
		const execution = findExecution(90_001);
		await crashAndStart();
		await workflow.trigger.runs.runEnqueued(execution);
		expect(workflow.trigger.passedIds).toEqual([90_001, 90_001]);
	});
});

describe('a retry', () => {
	it('passes nothing if n8n crashed before the claim and another execution passed it', async () => {
		workflow.trigger.runs.waitsFor = 'worker';
		const [id] = await workflow.loseTransfers(1000);
		const crashed = await waitFor(() => findExecution(id));
		await crashAndStart();
		await workflow.expectPassed([id]);
		expect(await retry(crashed)).toEqual([]);
	});

	it('passes an event if n8n crashed before the claim and nothing else delivered it', async () => {
		await workflow.trigger.publish({
			parameters: { triggerOn: 'all', options: { catchUp: false } },
		});
		await workflow.waitUntilQuiet();
		workflow.trigger.runs.waitsFor = 'worker';
		await workflow.sendEvent(90_001);
		await crashAndStart();
		expect(await retry(findExecution(90_001))).toEqual([90_001]);
		expect(await retry(findExecution(90_001))).toEqual([90_001]);
	});

	it.each(['an event', 'catching up'])(
		'passes what the crashed execution had claimed (%s)',
		async (source) => {
			const [id] =
				source === 'an event' ? [90_001] : await workflow.loseTransfers({ deliver: false });
			hangWith(id);
			if (source === 'an event') await workflow.sendEvent(id);
			await waitFor(() => expect(workflow.trigger.passedIds).toContain(id));
			const crashed = findExecution(id);
			await crashAndStart();
			expect(workflow.trigger.passedIds).toEqual([id]);
			expect(await retry(crashed)).toEqual([id]);
		},
	);

	it('passes what the crashed execution had claimed, but not what another one had', async () => {
		workflow.trigger.runs.waitsFor = 'worker';
		await workflow.sendEvent(90_001, 90_002);
		const crashed = findExecution(90_001);
		await workflow.sendEvent(90_002);
		hangWith(90_001);
		workflow.trigger.runs.release('newestFirst');
		await waitFor(() => expect(workflow.trigger.passedIds.sort()).toEqual([90_001, 90_002]));
		await crashAndStart();
		expect(await retry(crashed)).toEqual([90_001]);
	});

	it('leaves static data alone, even if the trigger itself had started the execution', async () => {
		const [recorded] = workflow.trigger.runs.stored;
		const before = { ...workflow.trigger.staticData, 'node:Other': { lastItem: 7 } };
		workflow.trigger.staticData = before;
		await workflow.trigger.runs.retry(recorded);
		expect(workflow.trigger.staticData).toEqual(before);
	});

	it('passes items that did not come from this trigger', async () => {
		const [{ open }] = workflow.trigger.runs.stored;
		const received: INodeExecutionData[] = [{ json: { id: 90_001 } }, { json: { id: 90_002 } }];
		const crashed = { open, input: [received] } as StoredExecution;
		expect(await retry(crashed)).toEqual([90_001, 90_002]);
		expect(await retry(crashed)).toEqual([90_001, 90_002]);
	});
});
