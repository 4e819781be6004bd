import { logEntries } from '../support/engine/n8nInstance';
import { createTestWorkflow } from '../support/engine/testWorkflow';
import { expectNoMoreThan, checkConstantly, loseTransfers } from '../support/engine/triggerSteps';

const workflow = createTestWorkflow();

/** A check reads hundreds of pages. */
const SLOW_CHECKS = { timeoutMs: 60_000 };

it('shortens a window with more than 50,000 transactions and repeats nothing', async () => {
	checkConstantly();
	const { control, trigger } = workflow;
	await control.reset({ transactions: 50_300, historyDays: 2 });
	trigger.parameters = { triggerOn: 'all' };
	await trigger.activate();
	const [first] = await loseTransfers(workflow, 1000);
	await expectNoMoreThan(workflow, [first], SLOW_CHECKS);
	const warnings = logEntries('warn').map(({ message }) => message);
	expect(warnings).toContainEqual(expect.stringContaining('more than 50000 transactions'));

	await trigger.restart();
	const [second] = await loseTransfers(workflow, 1000);
	await expectNoMoreThan(workflow, [first, second], SLOW_CHECKS);
}, 180_000);
