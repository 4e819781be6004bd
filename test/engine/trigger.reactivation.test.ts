import { sleep } from 'n8n-workflow';

import { timing } from '../../nodes/BankTransactionsTrigger/timing';
import { requestLimits } from '../../nodes/shared/http/retry';
import { advanceClock, createCatchUpWorkflow } from '../support/engine/testWorkflow';
import { waitFor } from '../support/waitFor';

const workflow = createCatchUpWorkflow();

/** Whether the log says that what was missed does not start the workflow. */
function saysThatItStartsOver(): boolean {
	return workflow.warnings.some((message) => message.includes('starts over'));
}

describe('a workflow that a user deactivates', () => {
	it('receives nothing until it is activated again, and then starts from a new baseline', async () => {
		await workflow.trigger.activate();
		const [before] = await workflow.loseTransfers(1000);
		await workflow.expectPassed([before]);
		await workflow.trigger.deactivate();
		await workflow.loseTransfers(2000, 3000);
		// Longer than a check takes.
		await sleep(200);
		expect(workflow.trigger.passedIds).toEqual([before]);
		await workflow.trigger.activate();
		const [after] = await workflow.loseTransfers(4000);
		await workflow.expectNoMoreThan([before, after]);
		await workflow.trigger.restart();
		await workflow.expectNoMoreThan([before, after]);
		expect(saysThatItStartsOver()).toBe(false);
	});

	it('starts from a new baseline even if an older execution restores former static data', async () => {
		await workflow.activate();
		const { staticData } = workflow.trigger;
		await workflow.trigger.deactivate();
		workflow.trigger.staticData = staticData;
		await workflow.loseTransfers(2000);
		await workflow.trigger.activate();
		await workflow.expectCatchUp();
	});

	it('starts from a new baseline, and says so, if n8n was killed before it was deactivated', async () => {
		await workflow.activate();
		await workflow.trigger.kill();
		await workflow.loseTransfers(2000);
		await workflow.trigger.activate();
		await workflow.expectCatchUp();
		expect(saysThatItStartsOver()).toBe(true);
	});
});

describe('a workflow that is published over its active version', () => {
	it.each(['/v2/transactions', '/v2/webhooks'])(
		'continues where it was if it can be published only at the second attempt (%s is down)',
		async (path) => {
			await workflow.activate();
			await workflow.refuse({ path, status: 401 });
			const parameters = { triggerOn: 'incoming' };
			await expect(workflow.trigger.publish({ parameters })).rejects.toThrow();
			const [missed] = await workflow.loseTransfers(1000);
			await workflow.control.clearFaults();
			await workflow.trigger.publish();
			await workflow.expectNoMoreThan([missed]);
		},
	);

	it('continues where it was if it can be published only at the second attempt (an expression is wrong)', async () => {
		const { parameters } = workflow.trigger;
		await workflow.activate();
		const wrong = { ...parameters, delivery: "={{ $('None').first() }}" };
		await expect(workflow.trigger.publish({ parameters: wrong })).rejects.toThrow();
		const [missed] = await workflow.loseTransfers(1000);
		await workflow.trigger.publish({ parameters });
		await workflow.expectNoMoreThan([missed]);
	});

	it('continues where it was if it took minutes to clean up after the first attempt', async () => {
		const { control, trigger } = workflow;
		await workflow.activate();
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
		const [missed] = await workflow.loseTransfers(1000);
		await trigger.publish();
		await workflow.expectNoMoreThan([missed]);
	});

	it('starts from a new baseline if the second attempt follows after the longest pause', async () => {
		await workflow.activate();
		await workflow.refuse({ path: '/v2/', status: 401 });
		await expect(workflow.trigger.publish()).rejects.toThrow();
		await workflow.loseTransfers(1000);
		await workflow.control.clearFaults();
		jest.replaceProperty(timing, 'maxPauseMs', 0);
		await workflow.trigger.publish();
		await workflow.expectCatchUp();
	});

	it.each([
		{ minutes: 9, continues: true },
		{ minutes: 10, continues: false },
	])(
		'continues where it was if it is unpublished and published again after $minutes minutes: $continues',
		async ({ minutes, continues }) => {
			await workflow.activate();
			await workflow.trigger.publish();
			advanceClock(minutes * 60_000);
			await workflow.trigger.deactivate();
			const [missed] = await workflow.loseTransfers(1000);
			await workflow.trigger.publish();
			await workflow.expectCatchUp(continues ? [missed] : []);
		},
	);
});

describe('a start of n8n', () => {
	it('starts from a new baseline if it is unpublished soon afterwards', async () => {
		const { trigger } = workflow;
		await workflow.activate();
		await trigger.kill();
		await trigger.activate('init');
		advanceClock(5_000);
		await trigger.deactivate();
		await workflow.loseTransfers(1000);
		await trigger.publish();
		await workflow.expectCatchUp();
	});
});
