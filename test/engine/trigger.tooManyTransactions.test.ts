import { windowLimits } from '../../nodes/BankTransactionsTrigger/lifecycle/listing';
import { logEntries } from '../support/engine/n8nInstance';
import { createTestWorkflow } from '../support/engine/testWorkflow';
import {
	checkConstantly,
	expectNoMoreThan,
	expectPassed,
	fillWindow,
	loseTransfers,
	sendEvent,
	waitForChecks,
} from '../support/engine/triggerSteps';
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

function warnings() {
	return logEntries('warn').map(({ message }) => message);
}

describe('a window with more transactions than the trigger can keep apart', () => {
	it('prevents a publication', async () => {
		await fillWindow(workflow, FEW + 1);
		await expect(workflow.trigger.activate()).rejects.toThrow(`${finding}. ${advice}`);
		expect(await workflow.control.webhooks()).toEqual([]);
	});

	it('is named in the log at each check if it becomes too long later, and events still pass', async () => {
		await fillWindow(workflow, FEW - 5);
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		const missed = await loseTransfers(workflow, ...Array.from({ length: 10 }, () => 1000));
		await waitFor(() => {
			const found = warnings().filter((text) => text.includes(finding));
			expect(found.length).toBeGreaterThanOrEqual(2);
		});
		await sendEvent(workflow, missed[0]);
		await expectPassed(workflow, [missed[0]]);
	});

	it('loses nothing of what is listed again once it is shorter', async () => {
		await fillWindow(workflow, FEW);
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		const [missed] = await loseTransfers(workflow, 1000);
		await waitFor(() => expect(warnings().join()).toContain(finding));
		windowLimits.maxListed = 2 * FEW;
		await expectNoMoreThan(workflow, [missed]);
	});
});
