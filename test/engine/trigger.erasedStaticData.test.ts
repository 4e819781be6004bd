import type { IDataObject } from 'n8n-workflow';

import { createCatchUpWorkflow } from '../support/engine/testWorkflow';
import { waitFor } from '../support/waitFor';

const workflow = createCatchUpWorkflow();

/** Makes a later node count in the workflow's static data, as a Code node would. */
function countInStaticData() {
	workflow.trigger.laterNode = function () {
		const data = this.getWorkflowStaticData('global');
		data.count = Number(data.count ?? 0) + 1;
	};
}

it('can be published if nothing is known of it any more, and passes what was missed', async () => {
	await workflow.activate();
	await workflow.waitUntilQuiet();
	await workflow.trigger.kill();
	workflow.trigger.staticData = {};
	const [missed] = await workflow.loseTransfers(1000);
	await workflow.trigger.publish();
	await workflow.expectNoMoreThan([missed]);
});

describe('static data erased by an execution', () => {
	async function eraseStaticData(): Promise<number> {
		workflow.trigger.startsOnEmptyStaticData = true;
		countInStaticData();
		const { transaction } = await workflow.control.transfer({ amount: 1000 });
		await workflow.expectPassed([transaction.id]);
		await workflow.waitUntilQuiet();
		workflow.trigger.startsOnEmptyStaticData = false;
		workflow.trigger.laterNode = undefined;
		workflow.trigger.staticData = { global: { count: 1 } };
		return transaction.id;
	}

	it('starts nothing old, and loses neither the next event nor what is missed', async () => {
		await workflow.trigger.activate();
		const first = await eraseStaticData();
		const { transaction, deliveries } = await workflow.control.transfer({ amount: 2000 });
		expect(deliveries[0].attempts[0]).toMatchObject({ status: 200, body: '{"success":true}' });
		await workflow.expectCatchUp([first, transaction.id]);
	});

	it('is written again after the next execution has missed it', async () => {
		await workflow.activate();
		await workflow.waitUntilQuiet();
		const [key] = Object.keys(workflow.trigger.staticData.global as IDataObject);
		await eraseStaticData();
		await workflow.control.transfer({ amount: 2000 });
		await waitFor(() => expect(workflow.trigger.staticData.global).toHaveProperty([key]));
	});

	it('starts nothing old and loses nothing after a restart', async () => {
		await workflow.trigger.activate();
		const first = await eraseStaticData();
		await workflow.trigger.stop();
		const [missed] = await workflow.loseTransfers(2000);
		await workflow.trigger.restart();
		const { transaction } = await workflow.control.transfer({ amount: 3000 });
		await workflow.expectNoMoreThan([first, missed, transaction.id]);
		expect(await workflow.control.webhooks()).toHaveLength(1);
	});

	it('leaves no webhook behind after deactivation', async () => {
		await workflow.trigger.activate();
		await eraseStaticData();
		await workflow.trigger.deactivate();
		expect(await workflow.control.webhooks()).toEqual([]);
	});
});

describe('static data restored by an execution that began before a change was published', () => {
	it('loses nothing that the change selects if another one is published', async () => {
		const { runs } = workflow.trigger;
		workflow.trigger.parameters = { triggerOn: 'incoming' };
		await workflow.activate();
		await workflow.waitUntilQuiet();
		const { staticData } = workflow.trigger;
		await workflow.trigger.publish({ parameters: { triggerOn: 'all' } });
		await workflow.waitForChecks();
		await workflow.waitUntilQuiet();
		workflow.trigger.staticData = staticData;
		// n8n cannot start an execution before the next change is published.
		runs.storageFailures = 1_000;
		const [missed] = await workflow.loseTransfers(-1000);
		await waitFor(() => expect(runs.storageFailures).toBeLessThan(1_000));
		const parameters = { triggerOn: 'all', options: { minimumAmount: 100 } };
		await workflow.trigger.publish({ parameters });
		runs.storageFailures = 0;
		await workflow.expectNoMoreThan([missed]);
	});
});

describe("static data of a user's node", () => {
	it('survives events, checks, restarts, publishing and deactivation', async () => {
		countInStaticData();
		await workflow.trigger.activate();
		const passed: number[] = [];
		const receive = async () => {
			// n8n stores static data as a whole, so an execution that writes the trigger's state meanwhile
			// would undo what the other counted.
			await workflow.waitForChecks();
			await workflow.waitUntilQuiet();
			const { transaction } = await workflow.control.transfer({ amount: 1000 });
			passed.push(transaction.id);
			await workflow.expectPassed(passed);
			passed.push(...(await workflow.loseTransfers(1000)));
			await workflow.expectPassed(passed);
			await workflow.waitForChecks();
			await workflow.waitUntilQuiet();
			const { executions, staticData } = workflow.trigger;
			expect(staticData.global).toMatchObject({ count: executions.length });
		};
		await receive();
		await receive();
		await workflow.trigger.restart();
		await receive();
		await workflow.trigger.publish({ parameters: { triggerOn: 'all', simplify: false } });
		await receive();
		await workflow.trigger.deactivate();
		await workflow.trigger.activate();
		await receive();
	});

	it('shares its place with one string of the trigger of at most 20 KB', async () => {
		await workflow.fillWindow(3000);
		workflow.trigger.staticData = { global: { mine: 'kept' }, 'node:Code': { mine: 'too' } };
		await workflow.activate();
		await workflow.waitUntilQuiet();
		const { global, ...others } = workflow.trigger.staticData as Record<string, IDataObject>;
		const { mine, ...own } = global;
		expect([mine, others]).toEqual(['kept', { 'node:Code': { mine: 'too' } }]);
		expect(Object.values(own)).toEqual([expect.any(String)]);
		expect(JSON.stringify(own).length).toBeLessThanOrEqual(25_000);
		expect(JSON.stringify(own)).not.toContain((await workflow.getWebhook()).secureToken);
		expect(JSON.stringify(own)).not.toContain(workflow.credential.apiKey);
	});
});
