import { LiveTrigger } from '../support/engine/liveTrigger';
import { createTestWorkflow, passedIds } from '../support/engine/testWorkflow';
import { expectPassed } from '../support/engine/triggerSteps';

const workflow = createTestWorkflow();
let copy: LiveTrigger;

beforeEach(async () => {
	await workflow.trigger.activate();
	copy = await workflow.trigger.copyTo('another-n8n').listen();
});

afterEach(async () => await copy.close());

describe('a workflow that was exported with its static data and activated in another n8n', () => {
	it('registers a webhook of its own, and leaves that of the original as it is', async () => {
		const [original] = await workflow.control.hooks();
		await copy.activate();
		const hooks = await workflow.control.hooks();
		expect(hooks.find(({ id }) => id === original.id)).toEqual(original);
		expect(hooks.map(({ url }) => url).sort()).toEqual([workflow.trigger.url, copy.url].sort());
	});

	it('starts with the same events, each workflow once', async () => {
		await copy.activate();
		const { transaction } = await workflow.control.transfer({ amount: 1000 });
		await expectPassed(workflow, [transaction.id]);
		await copy.settled();
		expect(passedIds(copy)).toEqual([transaction.id]);
	});

	it('takes nothing of the original away when it is deactivated', async () => {
		const before = await workflow.control.hooks();
		await copy.activate();
		await copy.deactivate();
		expect(await workflow.control.hooks()).toEqual(before);
	});

	it('takes nothing of the original away if it is deactivated without having been active', async () => {
		const before = await workflow.control.hooks();
		await copy.startTestRun();
		await copy.stopTestRun();
		expect(await workflow.control.hooks()).toEqual(before);
	});
});
