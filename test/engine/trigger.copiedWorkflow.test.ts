import { LiveTrigger } from '../support/engine/liveTrigger';
import { createTestWorkflow } from '../support/engine/testWorkflow';

const workflow = createTestWorkflow();
let copy: LiveTrigger;

afterEach(async () => await copy.close());

describe.each([
	['another n8n', () => workflow.trigger.copyToOtherN8n()],
	['the same n8n', () => workflow.trigger.copy()],
])('a workflow that is copied to %s', (_place, createCopy) => {
	beforeEach(async () => {
		await workflow.trigger.activate();
		copy = await createCopy().listen();
	});

	it('registers its own webhook and leaves that of the original unchanged', async () => {
		const [original] = await workflow.control.webhooks();
		await copy.activate();
		const webhooks = await workflow.control.webhooks();
		expect(webhooks.find(({ id }) => id === original.id)).toEqual(original);
		expect(webhooks.map(({ url }) => url).sort()).toEqual([workflow.trigger.url, copy.url].sort());
	});

	it('starts once for the same events as the original', async () => {
		await copy.activate();
		const { transaction } = await workflow.control.transfer({ amount: 1000 });
		await workflow.expectPassed([transaction.id]);
		await copy.settled();
		expect(copy.passedIds).toEqual([transaction.id]);
	});

	it('removes nothing of the original when it is deactivated', async () => {
		const before = await workflow.control.webhooks();
		await copy.activate();
		await copy.deactivate();
		expect(await workflow.control.webhooks()).toEqual(before);
	});

	it('removes nothing of the original if it is deactivated without having been active', async () => {
		const before = await workflow.control.webhooks();
		await copy.startTestRun();
		await copy.stopTestRun();
		expect(await workflow.control.webhooks()).toEqual(before);
	});
});
