import { windowLimits } from '../../nodes/BankTransactionsTrigger/lifecycle/listing';
import { checkConstantly, createTestWorkflow } from '../support/engine/testWorkflow';
import { waitFor } from '../support/waitFor';

const workflow = createTestWorkflow();

const FEW = 100;

beforeEach(async () => {
	checkConstantly();
	workflow.trigger.parameters = { triggerOn: 'all' };
	jest.replaceProperty(windowLimits, 'maxListed', FEW);
});

const finding = 'The catch-up window lists more than 100 transactions';
const advice = "Choose a shorter 'Catch Up Window', and publish the workflow again.";

describe('a window with more transactions than the trigger can keep apart', () => {
	it('prevents a publication', async () => {
		await workflow.fillWindow(FEW + 1);
		await expect(workflow.trigger.activate()).rejects.toThrow(`${finding}. ${advice}`);
		expect(await workflow.control.webhooks()).toEqual([]);
	});

	it('is named in the log at each check if it becomes too long later, and events still pass', async () => {
		await workflow.fillWindow(FEW - 5);
		await workflow.activate();
		const missed = await workflow.loseMany(10);
		await waitFor(() => {
			const found = workflow.warnings.filter((text) => text.includes(finding));
			expect(found.length).toBeGreaterThanOrEqual(2);
		});
		await workflow.sendEvent(missed[0]);
		await workflow.expectPassed([missed[0]]);
	});

	it('loses nothing of what is listed again once it is shorter', async () => {
		await workflow.fillWindow(FEW);
		await workflow.trigger.activate();
		await workflow.waitForChecks();
		const [missed] = await workflow.loseTransfers(1000);
		await waitFor(() => expect(workflow.warnings.join()).toContain(finding));
		windowLimits.maxListed = 2 * FEW;
		await workflow.expectNoMoreThan([missed]);
	});
});
