import { checkConstantly, createTestWorkflow } from '../support/engine/testWorkflow';

const workflow = createTestWorkflow();

describe.each([
	['with Include Test Events', { includeTestEvents: true }],
	['without Include Test Events', {}],
])('%s', (_name, options) => {
	it.each(['giao dich thu nghiem', 'GIAO DICH THU NGHIEM', 'Giao dịch thử nghiệm'])(
		'starts the workflow once for a real transfer described as "%s"',
		async (description) => {
			workflow.trigger.parameters = { options };
			await workflow.trigger.activate();
			const { transaction, deliveries } = await workflow.control.transfer({
				amount: 1000,
				description,
			});
			await workflow.expectPassed([transaction.id]);
			await workflow.control.redeliver(deliveries[0].id);
			await workflow.trigger.restart();
			await workflow.expectPassed([transaction.id]);
		},
	);
});

describe('an event with the test reference of the service', () => {
	const reference = 'MA_GIAO_DICH_THU_NGHIEM';

	it('starts nothing by default', async () => {
		await workflow.trigger.activate();
		await workflow.control.transfer({ amount: 1000, reference });
		await workflow.expectPassed([]);
	});

	it('starts the workflow with Include Test Events', async () => {
		workflow.trigger.parameters = { options: { includeTestEvents: true } };
		await workflow.trigger.activate();
		const { transaction } = await workflow.control.transfer({ amount: 1000, reference });
		await workflow.expectPassed([transaction.id]);
	});

	it('starts nothing if a list contains it, and holds up no transaction', async () => {
		checkConstantly();
		workflow.trigger.parameters = { options: { includeTestEvents: true } };
		await workflow.activate();
		await workflow.loseTransfers({ reference });
		await workflow.expectCatchUp();
	});
});
