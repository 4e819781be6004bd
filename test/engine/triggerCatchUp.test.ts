import { catchUpLimits } from '../../nodes/BankTransactionsTrigger/catchUp';
import { Memory } from '../../nodes/BankTransactionsTrigger/memory';
import { processedData } from './processedData';
import { eventually, idsOf, setScene } from './setup';

const scene = setScene();

beforeEach(() => {
	jest.replaceProperty(catchUpLimits, 'eventMilliseconds', 1);
});

/** Transfers that the service loses: they are listed, and no event comes. */
async function lose(...amounts: number[]): Promise<number[]> {
	const ids: number[] = [];
	for (const amount of amounts) {
		const { transaction } = await scene.control.transfer({ amount, deliver: false });
		ids.push(transaction.id);
	}
	return ids;
}

/** n8n ends and starts again: nothing is left in memory. */
async function restart(activation: 'init' | 'update' | 'leadershipChange' = 'init') {
	await scene.trigger.stop();
	await scene.trigger.activate(activation);
}

async function passed(ids: number[]) {
	await eventually(async () => {
		await scene.trigger.settled();
		expect(idsOf(scene.trigger)).toEqual(ids);
	});
}

describe('catching up', () => {
	it("starts nothing on a user's activation: what is listed then is the baseline", async () => {
		await lose(1000, 2000);
		await scene.trigger.activate();
		const [later] = await lose(1000);
		await restart();
		await passed([later]);
	});

	it('starts the workflow once with all that was missed, oldest first', async () => {
		await scene.trigger.activate();
		await scene.trigger.stop();
		const ids = await lose(1000, 2000, 3000);
		await restart();
		await passed(ids);
		expect(scene.trigger.executions).toHaveLength(1);
	});

	it('finds at the next interval what an event did not bring', async () => {
		jest.replaceProperty(catchUpLimits, 'minuteMilliseconds', 1);
		await scene.trigger.activate();
		const [id] = await lose(1000);
		await passed([id]);
	});

	it('brings nothing that an event brought, and an event nothing that it brought', async () => {
		jest.replaceProperty(catchUpLimits, 'minuteMilliseconds', 1);
		await scene.trigger.activate();
		const { transaction } = await scene.control.transfer({ amount: 1000 });
		const [lost] = await lose(2000);
		await passed([transaction.id, lost]);
		const [delivery] = await scene.control.deliveries();
		await scene.control.redeliver(delivery.id);
		await restart();
		await passed([transaction.id, lost]);
	});

	it.each(['init', 'update', 'leadershipChange'] as const)(
		'keeps the baseline on %s',
		async (activation) => {
			await lose(1000, 2000);
			await scene.trigger.activate();
			const [id] = await lose(1000);
			await restart(activation);
			await passed([id]);
		},
	);

	it('keeps the baseline after its first claim, even where static data was lost', async () => {
		await lose(1000, 2000);
		await scene.trigger.activate();
		const { transaction } = await scene.control.transfer({ amount: 1000 });
		await scene.trigger.settled();
		const [lost] = await lose(2000);
		await scene.trigger.stop();
		scene.trigger.staticData = {};
		jest.spyOn(Memory.prototype, 'isKnown').mockReturnValue(false);
		await scene.trigger.activate('init');
		await passed([transaction.id, lost]);
	});

	it('starts nothing old where static data was lost before the first transaction', async () => {
		await lose(1000, 2000);
		await scene.trigger.activate();
		await scene.trigger.stop();
		scene.trigger.staticData = {};
		await scene.trigger.activate('init');
		await eventually(() => expect(scene.trigger.executions).toHaveLength(1));
		await scene.trigger.settled();
		expect(idsOf(scene.trigger)).toEqual([]);
	});

	it('offers what the filters let through, and nothing of what a former filter left out', async () => {
		scene.trigger.parameters = { triggerOn: 'incoming' };
		await scene.trigger.activate();
		const [incoming] = await lose(1000);
		const [outgoing] = await lose(-500);
		await restart();
		await passed([incoming]);
		scene.trigger.parameters = { triggerOn: 'all' };
		await restart('update');
		const [later] = await lose(-700);
		await restart();
		await passed([incoming, later]);
		expect(idsOf(scene.trigger)).not.toContain(outgoing);
	});

	it('goes on after a look that fails, and never stops the workflow', async () => {
		jest.replaceProperty(catchUpLimits, 'minuteMilliseconds', 1);
		await scene.trigger.activate();
		await scene.control.fault({
			method: 'GET',
			path: '/v2/transactions',
			kind: 'status',
			status: 500,
			times: 3,
		});
		const [id] = await lose(1000);
		await passed([id]);
	});

	it('offers again what was offered and never claimed', async () => {
		jest.replaceProperty(catchUpLimits, 'minuteMilliseconds', 1);
		await scene.trigger.activate();
		processedData.failures = 12;
		const [id] = await lose(1000);
		await passed([id]);
		expect(scene.trigger.executions).toHaveLength(2);
	});

	it('offers three times, and no more, what another process claims unseen', async () => {
		jest.replaceProperty(catchUpLimits, 'minuteMilliseconds', 1);
		jest.spyOn(Memory.prototype, 'isKnown').mockReturnValue(false);
		await scene.trigger.activate();
		const [id] = await lose(1000);
		await eventually(() => expect(scene.trigger.executions).toHaveLength(3));
		const looks = async () => (await scene.control.requests()).length;
		const before = await looks();
		await eventually(async () => expect(await looks()).toBeGreaterThan(before + 2));
		await passed([id]);
		expect(scene.trigger.executions).toHaveLength(3);
	});

	it('does not look where it is switched off', async () => {
		scene.trigger.parameters = { options: { catchUp: false } };
		await scene.trigger.activate();
		await lose(1000);
		// A look of the test before may still be on its way: it is not ours, and comes to an end.
		await eventually(async () => {
			await scene.control.clearLogs();
			await restart();
			await scene.trigger.settled();
			const paths = (await scene.control.requests()).map(({ path }) => path);
			expect(paths.filter((path) => path === '/v2/transactions')).toEqual([]);
		});
	});

	it('asks for whole days of the window, and for no more', async () => {
		scene.trigger.parameters = { options: { catchUpWindow: 2 } };
		await scene.trigger.activate();
		const [request] = (await scene.control.requests()).filter(
			({ path }) => path === '/v2/transactions',
		);
		const days = (Date.now() - Date.parse(`${request.query.fromDate}T00:00:00+07:00`)) / 86_400_000;
		expect(days).toBeGreaterThanOrEqual(2);
		expect(days).toBeLessThan(3);
	});
});

describe('polling', () => {
	beforeEach(() => {
		scene.trigger.parameters = { delivery: 'polling' };
		jest.replaceProperty(catchUpLimits, 'minuteMilliseconds', 1);
	});

	it('registers no hook, and brings each transaction once', async () => {
		await scene.trigger.activate();
		const ids = await lose(1000, 2000);
		await passed(ids);
		expect(await scene.control.hooks()).toHaveLength(0);
	});

	it('works where n8n has no public address', async () => {
		scene.trigger.moveTo('n8n.internal');
		await scene.trigger.activate();
		await passed(await lose(1000));
	});

	it('leaves no hook behind when the delivery is switched, in either direction', async () => {
		scene.trigger.parameters = { delivery: 'webhook' };
		await scene.trigger.activate();
		expect(await scene.control.hooks()).toHaveLength(1);
		scene.trigger.parameters = { delivery: 'polling' };
		await scene.trigger.activate('update');
		expect(await scene.control.hooks()).toHaveLength(0);
		scene.trigger.parameters = { delivery: 'webhook' };
		await scene.trigger.activate('update');
		expect(await scene.control.hooks()).toHaveLength(1);
		await scene.trigger.deactivate();
		expect(await scene.control.hooks()).toHaveLength(0);
	});
});
