import { createCatchUpWorkflow } from '../support/engine/testWorkflow';

const workflow = createCatchUpWorkflow();

beforeEach(() => {
	workflow.trigger.parameters = { triggerOn: 'all', delivery: 'polling' };
});

describe.each(['dayFirst', 'renamed', 'null', 'missing'] as const)(
	'a list that writes times in the form "%s"',
	(listTime) => {
		beforeEach(async () => {
			await workflow.control.settings({ listTime });
			await workflow.activate();
		});

		it('starts the workflow for each new transaction, and for no old one', async () => {
			const ids = await workflow.loseTransfers(1000, 2000);
			await workflow.expectNoMoreThan(ids);
			await workflow.trigger.restart();
			const more = await workflow.loseTransfers(3000);
			await workflow.expectNoMoreThan([...ids, ...more]);
		});

		it('starts the workflow for new transactions of an account that was linked later', async () => {
			// A check that runs meanwhile might find the account before its history.
			await workflow.trigger.stop();
			const { account } = await workflow.control.linkAccount({ transactions: 10, daysAgo: 1 });
			await workflow.trigger.restart();
			await workflow.expectNoMoreThan([]);
			const { accountNumber } = account;
			const ids = await workflow.loseTransfers({ accountNumber }, { accountNumber });
			await workflow.expectNoMoreThan(ids);
		});

		it('starts the workflow for nothing old after a change of the filters', async () => {
			await workflow.trigger.publish({
				parameters: { triggerOn: 'incoming', delivery: 'polling' },
			});
			await workflow.expectCatchUp();
		});
	},
);

it('knows the day of a time under its other name: history that is imported later starts nothing', async () => {
	await workflow.control.settings({ listTime: 'renamed' });
	await workflow.activate();
	const { account } = await workflow.control.linkAccount({ transactions: 1, daysAgo: 1 });
	await workflow.expectNoMoreThan([]);
	const { accountNumber } = account;
	const when = new Date(Date.now() - 86_400_000).toISOString();
	const [, id] = await workflow.loseTransfers({ accountNumber, when }, { accountNumber });
	await workflow.expectNoMoreThan([id]);
});
