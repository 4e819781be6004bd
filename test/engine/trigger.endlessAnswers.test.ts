import { requestLimits } from '../../nodes/shared/http/retry';
import { createCatchUpWorkflow } from '../support/engine/testWorkflow';
import { waitFor } from '../support/waitFor';

const workflow = createCatchUpWorkflow();

beforeEach(() => {
	jest.replaceProperty(requestLimits, 'timeoutMs', 1000);
	jest.replaceProperty(requestLimits, 'maxAnswerBytes', 1024 * 1024);
	jest.replaceProperty(requestLimits, 'maxAttempts', 1);
});

describe.each([
	['trickle', 'The service did not answer within 1 seconds'],
	['flood', 'too large'],
] as const)('an answer that never ends (%s)', (kind, message) => {
	it('fails one check with a warning, and the next check finds what was missed', async () => {
		await workflow.activate();
		await workflow.control.fault({ path: '/v2/transactions', kind });
		await waitFor(() => expect(workflow.warnings.join()).toContain(message));
		expect(workflow.warnings.join()).toContain('The check for missed transactions failed');
		await workflow.expectPassed(await workflow.loseTransfers(1000));
	});

	it('fails a publication, and the next one succeeds', async () => {
		await workflow.control.fault({ path: '/v2/webhooks', method: 'POST', kind });
		await expect(workflow.trigger.activate()).rejects.toThrow(message);
		await workflow.trigger.activate();
		expect(await workflow.control.webhooks()).toHaveLength(1);
	});
});
