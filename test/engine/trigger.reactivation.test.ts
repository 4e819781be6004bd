import { timing } from '../../nodes/BankTransactionsTrigger/timing';
import { countTriggers } from '../../nodes/BankTransactionsTrigger/memory';
import { forgetProcess } from '../support/engine/forgetProcess';
import { requestLimits } from '../../nodes/shared/http/retry';
import { LiveTrigger } from '../support/engine/liveTrigger';
import { logEntries } from '../support/engine/n8nInstance';
import { passedIds } from '../support/engine/testWorkflow';
import {
	advanceClock,
	createCatchUpWorkflow,
	expectNoMoreThan,
	expectPassed,
	loseTransfers,
	waitForChecks,
} from '../support/engine/triggerSteps';
import { waitFor } from '../support/waitFor';

const workflow = createCatchUpWorkflow();

/** Whether the log says that what was missed does not start the workflow. */
function saysThatItStartsOver(): boolean {
	return logEntries('warn').some(({ message }) => message.includes('starts over'));
}

describe('a workflow that a user deactivates', () => {
	it('starts from a new baseline when it is activated again', async () => {
		await workflow.trigger.activate();
		const [before] = await loseTransfers(workflow, 1000);
		await expectPassed(workflow, [before]);
		await workflow.trigger.deactivate();
		await loseTransfers(workflow, 2000, 3000);
		await workflow.trigger.activate();
		const [after] = await loseTransfers(workflow, 4000);
		await expectNoMoreThan(workflow, [before, after]);
		await workflow.trigger.restart();
		await expectNoMoreThan(workflow, [before, after]);
		expect(saysThatItStartsOver()).toBe(false);
	});

	it('starts from a new baseline even if n8n was restarted in between', async () => {
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		await workflow.trigger.deactivate();
		await loseTransfers(workflow, 2000);
		await workflow.trigger.kill();
		await workflow.trigger.activate();
		const [after] = await loseTransfers(workflow, 4000);
		await expectNoMoreThan(workflow, [after]);
	});

	it('starts from a new baseline even if an older execution restores former static data', async () => {
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		const { staticData } = workflow.trigger;
		await workflow.trigger.deactivate();
		workflow.trigger.staticData = staticData;
		await loseTransfers(workflow, 2000);
		await workflow.trigger.activate();
		const [after] = await loseTransfers(workflow, 4000);
		await expectNoMoreThan(workflow, [after]);
	});

	it('starts from a new baseline, and says so, if n8n was killed before it was deactivated', async () => {
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		await workflow.trigger.kill();
		await loseTransfers(workflow, 2000);
		await workflow.trigger.activate();
		const [after] = await loseTransfers(workflow, 4000);
		await expectNoMoreThan(workflow, [after]);
		expect(saysThatItStartsOver()).toBe(true);
	});

	it('starts from a new baseline even if it could not be activated at first', async () => {
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		await workflow.trigger.deactivate();
		await workflow.control.fault({ path: '/v2/', kind: 'status', status: 401, times: null });
		await expect(workflow.trigger.activate()).rejects.toThrow();
		await loseTransfers(workflow, 2000);
		await workflow.control.clearFaults();
		await workflow.trigger.activate();
		const [after] = await loseTransfers(workflow, 4000);
		await expectNoMoreThan(workflow, [after]);
	});

	it('receives nothing while it is not active', async () => {
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		await workflow.trigger.deactivate();
		const executions = workflow.trigger.runs.stored.length;
		await loseTransfers(workflow, 2000);
		await workflow.trigger.settled();
		expect(workflow.trigger.runs.stored).toHaveLength(executions);
		expect(passedIds(workflow.trigger)).toEqual([]);
	});
});

describe('a workflow that is published over its active version', () => {
	it('continues where it was', async () => {
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		await workflow.trigger.deactivate();
		const [missed] = await loseTransfers(workflow, 1000);
		await workflow.trigger.activate('update');
		await expectNoMoreThan(workflow, [missed]);
		expect(saysThatItStartsOver()).toBe(false);
	});

	it.each(['/v2/transactions', '/v2/webhooks'])(
		'continues where it was if it can be published only at the second attempt (%s is down)',
		async (path) => {
			await workflow.trigger.activate();
			await waitForChecks(workflow);
			await workflow.control.fault({ path, kind: 'status', status: 401, times: null });
			const parameters = { triggerOn: 'incoming' };
			await expect(workflow.trigger.publish({ parameters })).rejects.toThrow();
			const [missed] = await loseTransfers(workflow, 1000);
			await workflow.control.clearFaults();
			await workflow.trigger.publish();
			await expectNoMoreThan(workflow, [missed]);
		},
	);

	it('continues where it was if it can be published only at the second attempt (an expression is wrong)', async () => {
		const { parameters } = workflow.trigger;
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		const wrong = { ...parameters, delivery: "={{ $('None').first() }}" };
		await expect(workflow.trigger.publish({ parameters: wrong })).rejects.toThrow();
		const [missed] = await loseTransfers(workflow, 1000);
		await workflow.trigger.publish({ parameters });
		await expectNoMoreThan(workflow, [missed]);
	});

	it('continues where it was if it took minutes to clean up after the first attempt', async () => {
		const { control, trigger } = workflow;
		await trigger.activate();
		await waitForChecks(workflow);
		await control.clearLogs();
		const countRemovals = async () =>
			(await control.requests()).filter(({ method }) => method === 'DELETE').length;
		jest.replaceProperty(requestLimits, 'timeoutMs', 1_000);
		await control.fault({ method: 'POST', kind: 'status', status: 400 });
		await control.fault({ method: 'DELETE', kind: 'hang', after: 2 });
		const publishing = expect(trigger.publish()).rejects.toThrow();
		await waitFor(async () => expect(await countRemovals()).toBe(3));
		// Longer than another trigger may take to fail after it was published.
		advanceClock(4 * 60_000);
		await publishing;
		const [missed] = await loseTransfers(workflow, 1000);
		await trigger.publish();
		await expectNoMoreThan(workflow, [missed]);
	});

	it('starts from a new baseline if the second attempt follows after the longest pause', async () => {
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		await workflow.control.fault({ path: '/v2/', kind: 'status', status: 401, times: null });
		await expect(workflow.trigger.publish()).rejects.toThrow();
		await loseTransfers(workflow, 1000);
		await workflow.control.clearFaults();
		jest.replaceProperty(timing, 'maxPauseMs', 0);
		await workflow.trigger.publish();
		const [after] = await loseTransfers(workflow, 2000);
		await expectNoMoreThan(workflow, [after]);
	});

	it('continues where it was if it is unpublished and published again within ten minutes', async () => {
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		await workflow.trigger.publish();
		advanceClock(9 * 60_000);
		await workflow.trigger.deactivate();
		const [missed] = await loseTransfers(workflow, 1000);
		await workflow.trigger.publish();
		await expectNoMoreThan(workflow, [missed]);
	});

	it('starts from a new baseline if it was unpublished ten minutes after the second attempt', async () => {
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		await workflow.control.fault({ path: '/v2/', kind: 'status', status: 401, times: null });
		await expect(workflow.trigger.publish()).rejects.toThrow();
		await workflow.control.clearFaults();
		await workflow.trigger.publish();
		advanceClock(10 * 60_000);
		await workflow.trigger.deactivate();
		await loseTransfers(workflow, 1000);
		await workflow.trigger.publish();
		const [after] = await loseTransfers(workflow, 2000);
		await expectNoMoreThan(workflow, [after]);
	});
});

it('frees the memory of triggers that were unpublished an hour before another is published', async () => {
	const { trigger } = workflow;
	forgetProcess();
	await trigger.activate();
	await waitForChecks(workflow);
	await trigger.deactivate();
	const other = await new LiveTrigger({ ...workflow.credential }).listen();
	try {
		await other.activate();
		expect(countTriggers()).toBe(2);
		advanceClock(61 * 60_000);
		await other.activate('update');
		expect(countTriggers()).toBe(1);
	} finally {
		await other.close();
	}
});

describe('a start of n8n', () => {
	it('starts from a new baseline if it is unpublished soon afterwards', async () => {
		const { trigger } = workflow;
		await trigger.activate();
		await waitForChecks(workflow);
		await trigger.kill();
		await trigger.activate('init');
		advanceClock(5_000);
		await trigger.deactivate();
		await loseTransfers(workflow, 1000);
		await trigger.publish();
		const [after] = await loseTransfers(workflow, 2000);
		await expectNoMoreThan(workflow, [after]);
	});
});
