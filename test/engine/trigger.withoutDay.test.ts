import {
	createCatchUpWorkflow,
	expectNoMoreThan,
	loseTransfers,
	waitForChecks,
} from '../support/engine/triggerSteps';

const workflow = createCatchUpWorkflow();

beforeEach(() => {
	workflow.trigger.parameters = { triggerOn: 'all', delivery: 'polling' };
});

describe.each(['dayFirst', 'renamed', 'null', 'missing'] as const)(
	'a list that writes times in the form "%s"',
	(listTime) => {
		beforeEach(async () => {
			await workflow.control.settings({ listTime });
			await workflow.trigger.activate();
			await waitForChecks(workflow);
		});

		it('starts the workflow for each new transaction, and for no old one', async () => {
			const ids = await loseTransfers(workflow, 1000, 2000);
			await expectNoMoreThan(workflow, ids);
			await workflow.trigger.restart();
			const more = await loseTransfers(workflow, 3000);
			await expectNoMoreThan(workflow, [...ids, ...more]);
		});

		it('starts the workflow for new transactions of an account that was linked later', async () => {
			// A check that runs meanwhile might find the account before its history.
			await workflow.trigger.stop();
			const { account } = await workflow.control.linkAccount({ transactions: 10, daysAgo: 1 });
			await workflow.trigger.restart();
			await expectNoMoreThan(workflow, []);
			const { accountNumber } = account;
			const ids = await loseTransfers(workflow, { accountNumber }, { accountNumber });
			await expectNoMoreThan(workflow, ids);
		});

		it('starts the workflow for nothing old after a change of the filters', async () => {
			await workflow.trigger.publish({
				parameters: { triggerOn: 'incoming', delivery: 'polling' },
			});
			const [id] = await loseTransfers(workflow, 1000);
			await expectNoMoreThan(workflow, [id]);
		});
	},
);

it('knows the day of a time under its other name: history that is imported later starts nothing', async () => {
	await workflow.control.settings({ listTime: 'renamed' });
	await workflow.trigger.activate();
	await waitForChecks(workflow);
	const { account } = await workflow.control.linkAccount({ transactions: 1, daysAgo: 1 });
	await expectNoMoreThan(workflow, []);
	const { accountNumber } = account;
	const when = new Date(Date.now() - 86_400_000).toISOString();
	const [, id] = await loseTransfers(workflow, { accountNumber, when }, { accountNumber });
	await expectNoMoreThan(workflow, [id]);
});
