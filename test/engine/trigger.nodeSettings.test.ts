import type { INode, WorkflowActivateMode } from 'n8n-workflow';

import { deduplicationTable } from '../support/engine/deduplicationTable';
import type { StoredExecution } from '../support/engine/executionStore';
import { createCatchUpWorkflow } from '../support/engine/testWorkflow';
import { waitFor } from '../support/waitFor';

const workflow = createCatchUpWorkflow();

const onError: Array<[name: string, settings: Partial<INode>]> = [
	['On Error', { onError: 'continueRegularOutput' }],
	['On Error', { onError: 'continueErrorOutput' }],
	['On Error', { continueOnFail: true }],
];

const unsafe: typeof onError = [
	['Execute Once', { executeOnce: true }],
	['Always Output Data', { alwaysOutputData: true }],
	...onError,
];

async function activate() {
	await workflow.activate();
	await workflow.waitUntilQuiet();
}

async function activateWithoutCatchUp() {
	workflow.trigger.parameters = { triggerOn: 'all', options: { catchUp: false } };
	await workflow.trigger.activate();
	await workflow.waitUntilQuiet();
}

function failed(): StoredExecution[] {
	return workflow.trigger.runs.stored.filter(({ status }) => status === 'error');
}

async function waitForFailures(count: number) {
	await waitFor(() => expect(failed().length).toBeGreaterThanOrEqual(count));
}

const thousands = (count: number) => Array.from({ length: count }, () => ({ amount: 1000 }));

describe('a person who publishes the workflow', () => {
	it.each(unsafe)("is told to change '%s': %j", async (name, settings) => {
		const { trigger, control } = workflow;
		trigger.nodeSettings = settings;
		for (const mode of ['activate', 'create', 'update'] as WorkflowActivateMode[]) {
			await expect(trigger.activate(mode)).rejects.toMatchObject({
				name: 'NodeOperationError',
				message: expect.stringMatching(`'${name}' .*"Bank Transactions Trigger".*'Settings' tab`),
			});
		}
		expect(await control.webhooks()).toEqual([]);
		expect(trigger.runs.stored).toEqual([]);
	});

	it('loses nothing if a change is refused, and published again without the setting', async () => {
		const { trigger } = workflow;
		await activate();
		trigger.nodeSettings = { executeOnce: true };
		await expect(trigger.publish()).rejects.toThrow('Execute Once');
		const missed = await workflow.loseTransfers(1000, 2000);
		await expect(trigger.publish()).rejects.toThrow('Execute Once');
		trigger.nodeSettings = {};
		await trigger.publish();
		await workflow.expectNoMoreThan(missed);
	});

	it('may use the settings that change nothing of what the trigger promises', async () => {
		const { trigger } = workflow;
		trigger.nodeSettings = { onError: 'stopWorkflow', retryOnFail: true, notes: 'Money in' };
		await trigger.activate();
		const [id] = await workflow.loseTransfers(1000);
		await workflow.expectPassed([id]);
		expect(workflow.warnings).toEqual([]);
	});

	it('may test the workflow with any settings', async () => {
		const { trigger, control } = workflow;
		trigger.nodeSettings = Object.assign({}, ...unsafe.map(([, settings]) => settings));
		await trigger.startTestRun();
		const { transaction } = await control.transfer({ amount: 1000 });
		await workflow.expectPassed([transaction.id]);
		await trigger.stopTestRun();
	});
});

describe('a start of n8n', () => {
	it.each(unsafe)("is not prevented by '%s', but the log names it: %j", async (name, settings) => {
		const { trigger } = workflow;
		await activate();
		trigger.nodeSettings = settings;
		const [id] = await workflow.loseTransfers(1000);
		await trigger.restart();
		await workflow.expectNoMoreThan([id]);
		expect(workflow.warnings).toEqual([expect.stringContaining(`'${name}'`)]);
		await trigger.restart('leadershipChange');
		await workflow.expectNoMoreThan([id]);
	});

	it('is not prevented if another trigger of the workflow reconnects afterwards', async () => {
		const { trigger } = workflow;
		await activate();
		trigger.nodeSettings = { alwaysOutputData: true };
		await trigger.restart();
		await workflow.waitForChecks();
		await trigger.reconnect('activate');
		await workflow.expectCatchUp();
	});
});

describe("with 'Execute Once', which was turned on later", () => {
	it('every transaction starts the workflow once, whether missed or in one event', async () => {
		const { trigger, control } = workflow;
		await activate();
		trigger.nodeSettings = { executeOnce: true };
		const missed = await workflow.loseTransfers(...thousands(30));
		const { transactions } = await control.transfers(thousands(3));
		const ids = [...missed, ...transactions.map(({ id }) => id)];
		await workflow.expectNoMoreThan(ids);
		trigger.nodeSettings = {};
		await workflow.expectNoMoreThan(ids);
		expect(failed()).toEqual([]);
	});
});

describe('an execution that does not get all of its transactions', () => {
	it.each<[string, Partial<INode>]>([['Stop Workflow', {}], ...onError])(
		"passes and claims none, also with 'On Error': %s %j",
		async (_name, settings) => {
			const { trigger } = workflow;
			await activateWithoutCatchUp();
			trigger.runs.waitsFor = 'worker';
			await workflow.sendEvent(90_001, 90_002, 90_003);
			const [execution] = trigger.runs.stored.slice(-1);
			trigger.nodeSettings = settings;
			trigger.runs.waitsFor = undefined;
			await trigger.runs.retry({ ...execution, input: [execution.input[0].slice(0, 1)] });
			expect(trigger.passedIds).toEqual([]);
			const run = await failed()[0].done;
			expect(run.data.resultData.error).toMatchObject({
				name: 'NodeOperationError',
				message: 'The execution did not get all of its 3 transactions',
				description: expect.stringContaining("'Execute Once'"),
			});
			trigger.runs.release();
			await workflow.expectPassed([90_001, 90_002, 90_003]);
		},
	);
});

it("no empty item passes with 'Always Output Data', which was turned on later", async () => {
	const { trigger } = workflow;
	await activate();
	trigger.nodeSettings = { alwaysOutputData: true };
	await trigger.restart();
	await workflow.waitForChecks();
	trigger.staticData = {};
	await trigger.restart();
	await workflow.expectNoMoreThan();
	expect(trigger.runs.withoutItems.length).toBeGreaterThan(2);
	expect(failed()).toEqual([]);
});

describe.each(onError)("with '%s', which was changed later to %j", (_name, settings) => {
	it('nothing passes while the database cannot be written, and everything once afterwards', async () => {
		const { trigger, control } = workflow;
		await activate();
		trigger.nodeSettings = settings;
		deduplicationTable.failures = Number.MAX_SAFE_INTEGER;
		const [missed] = await workflow.loseTransfers(1000);
		const { transaction } = await control.transfer({ amount: 1000 });
		await waitForFailures(3);
		expect(trigger.executions).toEqual([]);
		deduplicationTable.failures = 0;
		await workflow.expectNoMoreThan([missed, transaction.id]);
	});

	it('nothing old or empty passes if n8n starts without static data at that moment', async () => {
		const { trigger } = workflow;
		await activate();
		trigger.nodeSettings = { ...settings, alwaysOutputData: true };
		deduplicationTable.failures = Number.MAX_SAFE_INTEGER;
		trigger.staticData = {};
		await trigger.restart();
		const [missed] = await workflow.loseTransfers(1000);
		await waitForFailures(2);
		expect(trigger.executions).toEqual([]);
		deduplicationTable.failures = 0;
		await workflow.expectNoMoreThan([missed]);
	});

	it('an event that could not be recorded can be retried', async () => {
		const { trigger } = workflow;
		await activateWithoutCatchUp();
		trigger.nodeSettings = settings;
		deduplicationTable.failures = Number.MAX_SAFE_INTEGER;
		await workflow.sendEvent(90_001);
		await waitForFailures(1);
		deduplicationTable.failures = 0;
		await trigger.runs.retry(failed()[0]);
		await workflow.expectPassed([90_001]);
	});
});

it("'Retry On Fail' tries again in the same execution, and passes each transaction once", async () => {
	const { trigger, control } = workflow;
	trigger.nodeSettings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	await activate();
	deduplicationTable.failures = 12;
	const { transactions } = await control.transfers(thousands(3));
	await workflow.expectNoMoreThan(transactions.map(({ id }) => id));
	expect(failed()).toEqual([]);
	expect(deduplicationTable.failures).toBe(0);
});
