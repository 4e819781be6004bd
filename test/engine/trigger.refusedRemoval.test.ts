import { createTestWorkflow } from '../support/engine/testWorkflow';
import { expectPassed, checkConstantly, loseTransfers } from '../support/engine/triggerSteps';

const workflow = createTestWorkflow();

describe('polling with a service that refuses to remove webhooks', () => {
	it.each([403, 405, 500])('is activated and passes transactions (HTTP %d)', async (status) => {
		checkConstantly();
		workflow.trigger.parameters = { delivery: 'polling' };
		await workflow.control.fault({ method: 'DELETE', kind: 'status', status, times: null });
		await workflow.trigger.activate();
		const [id] = await loseTransfers(workflow, 1000);
		await expectPassed(workflow, [id]);
		await workflow.trigger.restart();
		await expectPassed(workflow, [id]);
	});
});
