import { eventually, idsOf, setScene } from './setup';

const scene = setScene();

async function transfer(amount: number): Promise<number> {
	const { transaction } = await scene.control.transfer({ amount, deliver: false });
	return transaction.id;
}

async function shown(ids: number[]) {
	await eventually(async () => {
		await scene.trigger.settled();
		expect(idsOf(scene.trigger)).toEqual(ids);
	});
}

describe('a test run with the latest transaction', () => {
	beforeEach(() => {
		scene.trigger.parameters = { options: { testWithLatest: true } };
	});

	it('shows the latest one that the parameters let through, without a transfer', async () => {
		const incoming = await transfer(1_000);
		await transfer(-500);
		await scene.trigger.startTestRun();
		await shown([incoming]);
		await scene.trigger.stopTestRun();
		expect(await scene.control.hooks()).toEqual([]);
	});

	it('sends it in the header that the trigger was told to expect', async () => {
		scene.trigger.parameters = { options: { testWithLatest: true, secureTokenHeader: 'x-bank' } };
		const id = await transfer(1_000);
		await scene.trigger.startTestRun();
		await shown([id]);
	});

	it('waits for a transfer where there is none to show', async () => {
		await scene.control.reset({ transactions: 0 });
		await scene.trigger.startTestRun();
		const { transaction } = await scene.control.transfer({ amount: 2_000 });
		await shown([transaction.id]);
	});

	it('goes on waiting where the list cannot be read', async () => {
		const path = '/v2/transactions';
		await scene.control.fault({ method: 'GET', path, kind: 'status', status: 500, times: null });
		await scene.trigger.startTestRun();
		const { transaction } = await scene.control.transfer({ amount: 2_000 });
		await shown([transaction.id]);
	});

	it('does nothing of the kind when the workflow is activated', async () => {
		await transfer(1_000);
		await scene.trigger.activate();
		const paths = (await scene.control.deliveries()).length;
		const { transaction } = await scene.control.transfer({ amount: 2_000 });
		await shown([transaction.id]);
		expect(paths).toBe(0);
	});
});

it('a test run waits for an event where nothing else is said', async () => {
	await transfer(1_000);
	await scene.trigger.startTestRun();
	const { transaction } = await scene.control.transfer({ amount: 2_000 });
	await shown([transaction.id]);
});

it('a test run with polling shows the latest transaction, and registers no hook', async () => {
	scene.trigger.parameters = { delivery: 'polling' };
	const id = await transfer(1_000);
	await scene.trigger.startTestRun();
	await shown([id]);
	expect(await scene.control.hooks()).toEqual([]);
	await scene.trigger.stopTestRun();
});
