import { windowLimits } from '../../nodes/BankTransactionsTrigger/lifecycle/listing';
import { checkConstantly, createTestWorkflow, withoutChecks } from '../support/engine/testWorkflow';
import { waitFor } from '../support/waitFor';

const workflow = createTestWorkflow();

const FEW = 100;

/** Their IDs take more than the 15,000 characters that static data has room for. */
const MANY = 8_000;

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

it('a window that static data cannot hold starts nothing old, and says so, if n8n is killed at once', async () => {
	windowLimits.maxListed = 2 * MANY;
	await workflow.fillWindow(MANY);
	await withoutChecks(async () => {
		await workflow.trigger.activate();
		await workflow.trigger.kill();
	});
	expect(workflow.warnings).toContainEqual(
		expect.stringMatching(/lists 8000 transactions\. If n8n is stopped within the next seconds/),
	);
	await workflow.loseTransfers(1000);
	await workflow.trigger.restart();
	const newBeginning = `lists ${MANY + 1} transactions`;
	await waitFor(() => expect(workflow.warnings.join()).toContain(newBeginning));
	await workflow.expectCatchUp();
	expect(workflow.warnings.join()).toContain('starts over');
});
