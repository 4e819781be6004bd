import { timing } from '../../nodes/BankTransactionsTrigger/timing';
import { checkConstantly, createTestWorkflow } from '../support/engine/testWorkflow';

const workflow = createTestWorkflow();

describe('polling with a service that refuses to remove webhooks', () => {
	it.each([403, 405, 500])('is activated and passes transactions (HTTP %d)', async (status) => {
		checkConstantly();
		workflow.trigger.parameters = { delivery: 'polling' };
		await workflow.control.fault({ method: 'DELETE', kind: 'status', status, times: null });
		await workflow.trigger.activate();
		const [id] = await workflow.loseTransfers(1000);
		await workflow.expectPassed([id]);
		await workflow.trigger.restart();
		await workflow.expectPassed([id]);
	});

	it('removes the former webhook at the deactivation if the service accepts it then', async () => {
		const { control, trigger } = workflow;
		await trigger.activate();
		await workflow.refuse({ method: 'DELETE', status: 500 });
		await trigger.publish({ parameters: { delivery: 'polling' } });
		expect(await control.webhooks()).toHaveLength(1);
		await control.clearFaults();
		await trigger.deactivate();
		expect(await control.webhooks()).toEqual([]);
	});

	it('asks it nothing at the deactivation if there was no webhook', async () => {
		const { control, trigger } = workflow;
		// The requests of a check would count.
		jest.replaceProperty(timing, 'emitDelayMs', 60_000);
		trigger.parameters = { delivery: 'polling' };
		await trigger.activate();
		await trigger.stop();
		await control.clearLogs();
		await trigger.deactivate();
		expect(await control.requests()).toEqual([]);
	});
});
