import type { INodeParameters } from 'n8n-workflow';

import { clearSettingsCache } from '../../nodes/BankTransactionsTrigger/events/cachedSettings';
import { Ledger } from '../../nodes/BankTransactionsTrigger/ledger/ledger';
import { logEntries } from '../support/engine/n8nInstance';
import { createCatchUpWorkflow, DAY_MS, withoutChecks } from '../support/engine/testWorkflow';
import { waitFor } from '../support/waitFor';

const workflow = createCatchUpWorkflow();

function chooseWindow(catchUpWindow: number): INodeParameters {
	return { triggerOn: 'all', options: { catchUpWindow } };
}

function daysAgo(days: number): string {
	return new Date(Date.now() - days * DAY_MS).toISOString();
}

describe('a change in an active workflow', () => {
	it('starts nothing old if an event repeats it before it is recorded', async () => {
		const [old] = await workflow.loseTransfers(1000);
		await withoutChecks(async () => {
			await workflow.trigger.activate();
			await workflow.sendEvent(old);
			await workflow.trigger.settled();
		});
		expect(workflow.trigger.passedIds).toEqual([]);
	});

	it('starts nothing old if the trigger is added and n8n is killed before that is recorded', async () => {
		await withoutChecks(async () => {
			await workflow.trigger.activate('update');
			await workflow.trigger.kill();
		});
		const [id] = await workflow.loseTransfers(1000);
		await workflow.trigger.restart();
		await workflow.expectNoMoreThan([id]);
	});

	it('starts nothing old if the trigger is added and n8n is killed while that is recorded', async () => {
		// The stamp is recorded by then, and the transactions are not.
		const settle = jest.spyOn(Ledger.prototype, 'settle').mockReturnValue(new Promise(() => {}));
		await workflow.trigger.activate('update');
		await waitFor(() => expect(settle).toHaveBeenCalled());
		await workflow.trigger.kill();
		settle.mockRestore();
		await workflow.trigger.restart();
		await workflow.expectCatchUp();
	});

	it('starts nothing old if it is published again and n8n is killed before that is recorded', async () => {
		await workflow.activate();
		await workflow.trigger.deactivate();
		await workflow.loseTransfers(1000);
		await withoutChecks(async () => {
			await workflow.trigger.activate();
			await workflow.trigger.kill();
		});
		await workflow.trigger.restart();
		await workflow.expectCatchUp();
	});

	it('passes the first transaction of a quiet account if its event is lost', async () => {
		await workflow.fillWindow(0);
		await workflow.trigger.activate('update');
		await workflow.waitForChecks();
		const [id] = await workflow.loseTransfers(1000);
		await workflow.expectNoMoreThan([id]);
		await workflow.trigger.restart();
		await workflow.expectNoMoreThan([id]);
	});

	it('starts nothing old if Catch Up is switched off and on again', async () => {
		await workflow.trigger.activate();
		const parameters = { triggerOn: 'all', options: { catchUp: false } };
		await workflow.trigger.publish({ parameters });
		const { transaction } = await workflow.control.transfer({ amount: 1000 });
		await workflow.trigger.restart();
		await workflow.trigger.publish({ parameters: { triggerOn: 'all' } });
		const [id] = await workflow.loseTransfers(2000);
		await workflow.expectNoMoreThan([transaction.id, id]);
	});

	it('starts nothing old and loses nothing if the node and the workflow are renamed', async () => {
		await workflow.trigger.activate();
		await workflow.trigger.stop();
		const [missed] = await workflow.loseTransfers(1000);
		await workflow.trigger.publish({ nodeName: 'Payments', workflowName: 'Orders' });
		await workflow.trigger.restart();
		const { transaction } = await workflow.control.transfer({ amount: 2000 });
		await workflow.expectNoMoreThan([missed, transaction.id]);
	});
});

describe('another credential', () => {
	it('starts nothing old of the other bank and loses nothing of the former one', async () => {
		await workflow.withOtherBank(async (other) => {
			await workflow.trigger.activate();
			const [first] = await workflow.loseTransfers(1000);
			await workflow.expectNoMoreThan([first]);

			await workflow.trigger.publish({ credential: other.credential });
			await other.waitForChecks();
			const fromOther = await other.loseMany(20);
			// Some of these ids are those of transactions that the former bank had before.
			await workflow.expectPassed([first, ...fromOther]);
			const [meanwhile] = await workflow.loseTransfers(4000);

			await workflow.trigger.publish({ credential: { ...workflow.credential } });
			await workflow.expectNoMoreThan([first, ...fromOther, meanwhile]);
		});
	});

	it('passes what was missed of the other bank if an older execution restores the former state', async () => {
		await workflow.withOtherBank(async (other) => {
			await workflow.activate();
			const { staticData } = workflow.trigger;
			await workflow.trigger.publish({ credential: other.credential });
			await other.waitForChecks();
			await workflow.waitUntilQuiet();
			workflow.trigger.staticData = staticData;
			await workflow.trigger.kill();
			const [missed] = await other.loseTransfers(2000);
			await workflow.trigger.restart();
			await other.expectNoMoreThan([missed]);
		});
	});

	it('loses nothing of the other bank if n8n runs the first execution of the former one only then', async () => {
		await workflow.withOtherBank(async (other) => {
			const { runs } = workflow.trigger;
			runs.waitsFor = 'worker';
			await workflow.trigger.activate();
			await waitFor(() => expect(runs.stored).toHaveLength(1));
			await workflow.trigger.publish({ credential: other.credential });
			await waitFor(() => expect(runs.stored).toHaveLength(2));
			runs.release('newestFirst');
			await other.waitForChecks();
			await workflow.trigger.stop();
			const [missed] = await other.loseTransfers(1000);
			await workflow.trigger.restart();
			await other.waitForChecks();
			await workflow.expectPassed([missed]);
		});
	});

	it('starts nothing old if the credential is edited to belong to another account, and says so', async () => {
		await workflow.withOtherBank(async (other) => {
			workflow.trigger.parameters = { triggerOn: 'all', delivery: 'polling' };
			await workflow.activate();
			Object.assign(workflow.trigger.credential, other.credential);
			await other.waitForChecks();
			expect(workflow.trigger.passedIds).toEqual([]);
			// No webhook follows.
			expect(workflow.warnings).toEqual([
				expect.stringMatching(
					/now belongs to another account\. .+ do not start the workflow\. \[workflow "Test" .+, node "Bank Transactions Trigger"\]$/,
				),
			]);
			expect(logEntries('warn')).toMatchObject([
				{ metadata: { node: 'Bank Transactions Trigger' } },
			]);
			await workflow.expectPassed(await other.loseMany(20));
		});
	});

	it('loses nothing if the API key is renewed', async () => {
		await workflow.activate();
		await workflow.renewApiKey();
		const [missed] = await workflow.loseTransfers(1000);
		await workflow.expectNoMoreThan([missed]);
		expect(workflow.warnings.join()).not.toContain('another account');
		await workflow.trigger.restart();
		const { transaction } = await workflow.control.transfer({ amount: 2000 });
		await workflow.expectNoMoreThan([missed, transaction.id]);
	});

	it('says in the log that the API key is missing, and loses nothing until it is entered again', async () => {
		const { control, credential, trigger } = workflow;
		await workflow.activate();
		trigger.credential.apiKey = '';
		clearSettingsCache();
		await expect(workflow.sendEvent(1)).rejects.toThrow('401');
		const { transaction } = await control.transfer({ amount: 1000 });
		await waitFor(() =>
			expect(workflow.warnings).toContainEqual(
				expect.stringMatching(
					/failed: The credential contains no API key\. Enter the key in .+'\. The next check/,
				),
			),
		);
		expect(trigger.passedIds).toEqual([]);
		trigger.credential.apiKey = credential.apiKey;
		await workflow.expectNoMoreThan([transaction.id]);
	});

	it('loses nothing while the service does not accept the API key', async () => {
		const { control, trigger } = workflow;
		await workflow.activate();
		await control.settings({ keyRevoked: true });
		const [missed] = await workflow.loseTransfers(1000);
		await waitFor(() => expect(workflow.warnings.join()).toContain('does not accept the API key'));
		expect(trigger.passedIds).toEqual([]);
		await control.settings({ keyRevoked: false });
		await workflow.expectNoMoreThan([missed]);
	});
});

describe('transactions that the former selection left out', () => {
	it('starts nothing of them if Account is changed, and those that follow', async () => {
		const leftOut = { accountNumber: '123456789' };
		workflow.trigger.parameters = { triggerOn: 'all', options: { accountNumber: '0908123456789' } };
		await workflow.trigger.activate();
		await workflow.loseTransfers(leftOut);
		await workflow.waitForChecks();
		await workflow.trigger.publish({ parameters: { triggerOn: 'all' } });
		await workflow.expectNoMoreThan();
		const ids = await workflow.expectCatchUp([], leftOut);
		await workflow.trigger.restart();
		await workflow.expectNoMoreThan(ids);
	});

	it('passes what is missed later if n8n is killed before they are recorded, and static data is lost', async () => {
		workflow.trigger.parameters = { triggerOn: 'incoming' };
		await workflow.trigger.activate();
		await workflow.loseTransfers(-1000);
		await workflow.expectNoMoreThan([]);
		await publishAndKill();
		await workflow.trigger.restart();
		await workflow.waitForChecks();
		await workflow.waitUntilQuiet();
		await workflow.trigger.kill();
		workflow.trigger.staticData = {};
		const [missed] = await workflow.loseTransfers(-2000);
		await workflow.trigger.restart();
		await workflow.expectNoMoreThan([missed]);
	});

	it('starts nothing of them, and all that is missed, if n8n is killed twice', async () => {
		workflow.trigger.parameters = { triggerOn: 'incoming' };
		await workflow.trigger.activate();
		const ids = await workflow.loseTransfers(-1000, 2000, -3000, 4000, -5000);
		await workflow.trigger.kill();
		await withoutChecks(async () => await workflow.trigger.activate('init'));
		await publishAndKill();
		const [later] = await workflow.loseTransfers(-6000);
		await workflow.trigger.restart();
		await workflow.expectNoMoreThan([ids[1], ids[3], later]);
	});

	it('starts nothing of them if n8n is killed after a second change', async () => {
		workflow.trigger.parameters = { triggerOn: 'incoming' };
		await workflow.trigger.activate();
		const [, passed] = await workflow.loseTransfers(-1000, 2000, -3000);
		await workflow.expectNoMoreThan([passed]);
		await withoutChecks(async () => {
			await workflow.trigger.publish({ parameters: { triggerOn: 'all' } });
			await workflow.trigger.publish({ parameters: chooseWindow(5) });
			await workflow.trigger.kill();
		});
		await workflow.trigger.restart();
		await workflow.expectNoMoreThan([passed]);
	});

	it.each([
		['an execution notices', -1000, 'init'],
		['nothing notices before n8n starts', undefined, 'init'],
		['nothing notices before another main process takes over', undefined, 'leadershipChange'],
	] as const)(
		'passes what the new selection wants if an older execution restores the former state, which %s',
		async (_name, amount, mode) => {
			workflow.trigger.parameters = { triggerOn: 'incoming' };
			await workflow.activate();
			const { staticData } = workflow.trigger;
			await workflow.trigger.publish({ parameters: { triggerOn: 'all' } });
			await workflow.waitForChecks();
			workflow.trigger.staticData = staticData;
			const passed = amount === undefined ? [] : await workflow.loseTransfers(amount);
			await workflow.expectPassed(passed);
			await workflow.trigger.kill();
			const missed = await workflow.loseTransfers(-2000, 3000);
			await workflow.trigger.restart(mode);
			await workflow.expectNoMoreThan([...passed, ...missed]);
		},
	);

	async function publishAndKill() {
		await withoutChecks(async () => {
			await workflow.trigger.publish({ parameters: { triggerOn: 'all' } });
			await workflow.trigger.kill();
		});
	}

	it('passes only what was missed in the former window if Catch Up Window becomes longer', async () => {
		workflow.trigger.parameters = chooseWindow(1);
		await workflow.activate();
		await workflow.trigger.stop();
		const [missed] = await workflow.loseTransfers({ when: daysAgo(1) });
		await workflow.trigger.publish({ parameters: chooseWindow(3) });
		await workflow.expectNoMoreThan([missed]);
		await workflow.loseTransfers({ when: daysAgo(2) });
		await workflow.expectNoMoreThan([missed]);
	});

	it('starts nothing of them if Catch Up Window was shorter meanwhile', async () => {
		const leftOut = { when: daysAgo(2) };
		workflow.trigger.parameters = chooseWindow(3);
		await workflow.activate();
		await workflow.trigger.publish({ parameters: chooseWindow(1) });
		await workflow.loseTransfers(leftOut);
		await workflow.expectNoMoreThan([]);
		await workflow.trigger.publish({ parameters: chooseWindow(3) });
		await workflow.expectNoMoreThan([]);
		const [id] = await workflow.loseTransfers(leftOut);
		await workflow.expectNoMoreThan([id]);
		await workflow.trigger.restart();
		await workflow.expectNoMoreThan([id]);
	});
});
