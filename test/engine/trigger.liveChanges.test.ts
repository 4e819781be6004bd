import type { INodeParameters } from 'n8n-workflow';

import { timing } from '../../nodes/BankTransactionsTrigger/timing';
import { clearSettingsCache } from '../../nodes/BankTransactionsTrigger/events/cachedSettings';
import type { TransferInput } from '../bank/types';
import { logEntries } from '../support/engine/n8nInstance';
import { passedIds, withOtherBank } from '../support/engine/testWorkflow';
import {
	advanceClock,
	createCatchUpWorkflow,
	expectNoMoreThan,
	expectPassed,
	fillWindow,
	loseTransfers,
	sendEvent,
	waitForChecks,
	waitUntilQuiet,
} from '../support/engine/triggerSteps';
import { waitFor } from '../support/waitFor';

const DAY_MS = 24 * 60 * 60 * 1000;

const workflow = createCatchUpWorkflow();

/** Runs the action while the trigger does not get as far as its first check. */
async function withoutChecks(action: () => Promise<void>) {
	const delay = jest.replaceProperty(timing, 'emitDelayMs', 60_000);
	await action();
	delay.replaceValue(1);
}

function chooseWindow(catchUpWindow: number): INodeParameters {
	return { triggerOn: 'all', options: { catchUpWindow } };
}

function twoDaysAgo(): string {
	return new Date(Date.now() - 2 * DAY_MS).toISOString();
}

describe('a change in an active workflow', () => {
	it('starts nothing old if an event repeats it before it is recorded', async () => {
		const [old] = await loseTransfers(workflow, 1000);
		await withoutChecks(async () => {
			await workflow.trigger.activate();
			await sendEvent(workflow, old);
			await workflow.trigger.settled();
		});
		expect(passedIds(workflow.trigger)).toEqual([]);
	});

	it('starts nothing old if the trigger is added to a published workflow', async () => {
		await workflow.trigger.activate('update');
		const { transaction } = await workflow.control.transfer({ amount: 1000 });
		await expectNoMoreThan(workflow, [transaction.id]);
	});

	it('starts nothing old if the trigger is added and n8n is killed before that is recorded', async () => {
		await withoutChecks(async () => {
			await workflow.trigger.activate('update');
			await workflow.trigger.kill();
		});
		const [id] = await loseTransfers(workflow, 1000);
		await workflow.trigger.restart();
		await expectNoMoreThan(workflow, [id]);
	});

	it('starts nothing old if it is published again and n8n is killed before that is recorded', async () => {
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		await workflow.trigger.deactivate();
		await loseTransfers(workflow, 1000);
		await withoutChecks(async () => {
			await workflow.trigger.activate();
			await workflow.trigger.kill();
		});
		await workflow.trigger.restart();
		const [id] = await loseTransfers(workflow, 2000);
		await expectNoMoreThan(workflow, [id]);
	});

	it('starts nothing old if the trigger is added and changed before that is recorded', async () => {
		await withoutChecks(async () => await workflow.trigger.activate('update'));
		const parameters = { triggerOn: 'all', options: { minimumAmount: 10 } };
		await workflow.trigger.publish({ parameters });
		const [id] = await loseTransfers(workflow, 1000);
		await expectNoMoreThan(workflow, [id]);
	});

	it('passes what was missed if static data is lost and n8n is killed at its next start', async () => {
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		await workflow.trigger.kill();
		const [id] = await loseTransfers(workflow, 1000);
		workflow.trigger.staticData = {};
		await withoutChecks(async () => {
			await workflow.trigger.activate('init');
			await workflow.trigger.kill();
		});
		await workflow.trigger.restart();
		await expectNoMoreThan(workflow, [id]);
	});

	it('passes the first transaction of a quiet account if its event is lost', async () => {
		await fillWindow(workflow, 0);
		await workflow.trigger.activate('update');
		await waitForChecks(workflow);
		const [id] = await loseTransfers(workflow, 1000);
		await expectNoMoreThan(workflow, [id]);
		await workflow.trigger.restart();
		await expectNoMoreThan(workflow, [id]);
	});

	it('starts nothing old if Catch Up is switched off and on again', async () => {
		await workflow.trigger.activate();
		await workflow.trigger.publish({
			parameters: { triggerOn: 'all', options: { catchUp: false } },
		});
		const { transaction } = await workflow.control.transfer({ amount: 1000 });
		await workflow.trigger.restart();
		await workflow.trigger.publish({ parameters: { triggerOn: 'all' } });
		const [id] = await loseTransfers(workflow, 2000);
		await expectNoMoreThan(workflow, [transaction.id, id]);
	});

	it('starts nothing old if Catch Up was off from the beginning and is switched on', async () => {
		workflow.trigger.parameters = { triggerOn: 'all', options: { catchUp: false } };
		await workflow.trigger.activate();
		await workflow.trigger.publish({ parameters: { triggerOn: 'all' } });
		const [id] = await loseTransfers(workflow, 2000);
		await expectNoMoreThan(workflow, [id]);
	});

	it('starts nothing old if the window is widened', async () => {
		await workflow.control.reset({ transactions: 60, historyDays: 20 });
		await workflow.trigger.activate();
		await workflow.trigger.publish({
			parameters: { triggerOn: 'all', options: { catchUpWindow: 30 } },
		});
		const [id] = await loseTransfers(workflow, 2000);
		await expectNoMoreThan(workflow, [id]);
	});

	it('starts nothing old if the window is narrowed and then widened', async () => {
		await workflow.trigger.activate();
		for (const catchUpWindow of [1, 10]) {
			await workflow.trigger.publish({
				parameters: { triggerOn: 'all', options: { catchUpWindow } },
			});
			await waitForChecks(workflow);
		}
		const [id] = await loseTransfers(workflow, 2000);
		await expectNoMoreThan(workflow, [id]);
	});

	it('starts nothing old and loses nothing if the node and the workflow are renamed', async () => {
		await workflow.trigger.activate();
		await workflow.trigger.stop();
		const [missed] = await loseTransfers(workflow, 1000);
		await workflow.trigger.publish({ nodeName: 'Payments', workflowName: 'Orders' });
		await workflow.trigger.restart();
		const { transaction } = await workflow.control.transfer({ amount: 2000 });
		await expectNoMoreThan(workflow, [missed, transaction.id]);
	});
});

describe('another credential', () => {
	it('starts nothing old of the other bank and loses nothing of the former one', async () => {
		await withOtherBank(workflow, async (other) => {
			await workflow.trigger.activate();
			const [first] = await loseTransfers(workflow, 1000);
			await expectNoMoreThan(workflow, [first]);

			await workflow.trigger.publish({ credential: other.credential });
			await waitForChecks(other);
			const fromOther = await loseTransfers(other, ...Array.from({ length: 20 }, () => 3000));
			// Some of these ids are those of transactions that the former bank had before.
			await expectPassed(workflow, [first, ...fromOther]);
			const [meanwhile] = await loseTransfers(workflow, 4000);

			await workflow.trigger.publish({ credential: { ...workflow.credential } });
			await expectNoMoreThan(workflow, [first, ...fromOther, meanwhile]);
		});
	});

	it('passes what the other bank received meanwhile, also while the workflow was unpublished', async () => {
		await withOtherBank(workflow, async (other) => {
			await workflow.trigger.activate();
			await workflow.trigger.publish({ credential: other.credential });
			await waitForChecks(other);
			await workflow.trigger.publish({ credential: { ...workflow.credential } });
			await waitForChecks(workflow);
			advanceClock(600_000);
			await workflow.trigger.deactivate();
			const [meanwhile] = await loseTransfers(other, 1000);
			await workflow.trigger.activate();
			await waitForChecks(workflow);

			await workflow.trigger.publish({ credential: other.credential });
			await waitForChecks(other);
			const [later] = await loseTransfers(other, 2000);
			await waitForChecks(other);
			await expectPassed(workflow, [meanwhile, later]);
		});
	});

	it.each([
		['is noticed', 1000],
		['is not noticed', undefined],
	])(
		'passes what was missed of the other bank if an older execution restores the former state, and that %s',
		async (_name, amount) => {
			await withOtherBank(workflow, async (other) => {
				await workflow.trigger.activate();
				await waitForChecks(workflow);
				const { staticData } = workflow.trigger;
				await workflow.trigger.publish({ credential: other.credential });
				await waitForChecks(other);
				await waitUntilQuiet(workflow);
				workflow.trigger.staticData = staticData;
				const passed = amount === undefined ? [] : await loseTransfers(other, amount);
				await expectPassed(workflow, passed);
				await waitUntilQuiet(workflow);
				await workflow.trigger.kill();
				const [missed] = await loseTransfers(other, 2000);
				await workflow.trigger.restart();
				await expectNoMoreThan(other, [...passed, missed]);
			});
		},
	);

	it('loses nothing of the other bank if n8n runs the first execution of the former one only then', async () => {
		await withOtherBank(workflow, async (other) => {
			const { runs } = workflow.trigger;
			runs.waitsFor = 'worker';
			await workflow.trigger.activate();
			await waitFor(() => expect(runs.stored).toHaveLength(1));
			await workflow.trigger.publish({ credential: other.credential });
			await waitFor(() => expect(runs.stored).toHaveLength(2));
			runs.release('newestFirst');
			await waitForChecks(other);
			await workflow.trigger.stop();
			const [missed] = await loseTransfers(other, 1000);
			await workflow.trigger.restart();
			await waitForChecks(other);
			await expectPassed(workflow, [missed]);
		});
	});

	it('starts nothing old if the credential is edited to belong to another account', async () => {
		await withOtherBank(workflow, async (other) => {
			await workflow.trigger.activate();
			await waitForChecks(workflow);
			Object.assign(workflow.trigger.credential, other.credential);
			await waitForChecks(other);
			expect(passedIds(workflow.trigger)).toEqual([]);
			const ids = await loseTransfers(other, ...Array.from({ length: 20 }, () => 3000));
			await expectPassed(workflow, ids);
		});
	});

	it('says in the log that the edited credential belongs to another account', async () => {
		await withOtherBank(workflow, async (other) => {
			workflow.trigger.parameters = { delivery: 'polling' };
			await workflow.trigger.activate();
			await waitForChecks(workflow);
			Object.assign(workflow.trigger.credential, other.credential);
			await waitForChecks(other, 3);
			expect(logEntries('warn')).toMatchObject([
				{
					// No webhook follows.
					message: expect.stringMatching(
						/now belongs to another account\. .+ do not start the workflow\. \[workflow "Test" .+, node "Bank Transactions Trigger"\]$/,
					),
					metadata: { node: 'Bank Transactions Trigger' },
				},
			]);
		});
	});

	it('loses nothing if the API key is renewed', async () => {
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		const apiKey = await workflow.control.renewApiKey();
		const [missed] = await loseTransfers(workflow, 1000);
		workflow.trigger.credential.apiKey = apiKey;
		workflow.credential.apiKey = apiKey;
		await expectNoMoreThan(workflow, [missed]);
		expect(JSON.stringify(logEntries('warn'))).not.toContain('another account');
		await workflow.trigger.restart();
		const { transaction } = await workflow.control.transfer({ amount: 2000 });
		await expectNoMoreThan(workflow, [missed, transaction.id]);
	});

	it('says in the log that the API key is missing, and loses nothing until it is entered again', async () => {
		const { control, credential, trigger } = workflow;
		await trigger.activate();
		await waitForChecks(workflow);
		trigger.credential.apiKey = '';
		clearSettingsCache();
		await expect(sendEvent(workflow, 1)).rejects.toThrow('401');
		const { transaction } = await control.transfer({ amount: 1000 });
		await waitFor(() =>
			expect(logEntries('warn').map(({ message }) => message)).toContainEqual(
				expect.stringMatching(
					/failed: The credential contains no API key\. Enter the key in .+'\. The next check/,
				),
			),
		);
		expect(passedIds(trigger)).toEqual([]);
		trigger.credential.apiKey = credential.apiKey;
		await expectNoMoreThan(workflow, [transaction.id]);
	});

	it('loses nothing while the service does not accept the API key', async () => {
		const { control, trigger } = workflow;
		await trigger.activate();
		await waitForChecks(workflow);
		await control.settings({ keyRevoked: true });
		const [missed] = await loseTransfers(workflow, 1000);
		await waitFor(() =>
			expect(JSON.stringify(logEntries('warn'))).toContain('does not accept the API key'),
		);
		expect(passedIds(trigger)).toEqual([]);
		await control.settings({ keyRevoked: false });
		await expectNoMoreThan(workflow, [missed]);
	});
});

interface SelectionChange {
	former: INodeParameters;
	changed: INodeParameters;
	leftOut: Partial<TransferInput>;
}

describe('transactions that the former selection left out', () => {
	const paymentCode = { prefix: 'DH' };

	it.each<[string, SelectionChange]>([
		[
			'Only With Payment Code',
			{
				former: { triggerOn: 'all', options: { paymentCode, onlyWithPaymentCode: true } },
				changed: { triggerOn: 'all', options: { paymentCode } },
				leftOut: { description: 'khong co ma' },
			},
		],
		[
			'Trigger On',
			{
				former: { triggerOn: 'incoming' },
				changed: { triggerOn: 'all' },
				leftOut: { amount: -5000 },
			},
		],
		[
			'Account',
			{
				former: { triggerOn: 'all', options: { accountNumber: '0908123456789' } },
				changed: { triggerOn: 'all' },
				leftOut: { accountNumber: '123456789' },
			},
		],
		[
			'Minimum Amount',
			{
				former: { triggerOn: 'all', options: { minimumAmount: 10_000 } },
				changed: { triggerOn: 'all', options: { minimumAmount: 100 } },
				leftOut: { amount: 500 },
			},
		],
	])('starts nothing of them if %s is changed', async (_name, { former, changed, leftOut }) => {
		workflow.trigger.parameters = former;
		await workflow.trigger.activate();
		await loseTransfers(workflow, leftOut);
		await waitForChecks(workflow);
		await workflow.trigger.publish({ parameters: changed });
		await expectNoMoreThan(workflow, []);
		const [id] = await loseTransfers(workflow, leftOut);
		await expectNoMoreThan(workflow, [id]);
		await workflow.trigger.restart();
		await expectNoMoreThan(workflow, [id]);
	});

	it('starts nothing of them if n8n is killed before they are recorded', async () => {
		workflow.trigger.parameters = { triggerOn: 'incoming' };
		await workflow.trigger.activate();
		const [, , passed] = await loseTransfers(workflow, -1000, -2000, 3000, -4000);
		await expectNoMoreThan(workflow, [passed]);
		await publishAndKill();
		const [later] = await loseTransfers(workflow, -5000);
		await workflow.trigger.restart();
		await expectNoMoreThan(workflow, [passed, later]);
	});

	it('starts nothing of them if an event repeats one before they are recorded', async () => {
		workflow.trigger.parameters = { triggerOn: 'incoming' };
		await workflow.trigger.activate();
		const [leftOut] = await loseTransfers(workflow, -1000);
		await expectNoMoreThan(workflow, []);
		await withoutChecks(async () => {
			await workflow.trigger.publish({ parameters: { triggerOn: 'all' } });
			await sendEvent(workflow, leftOut);
			await workflow.trigger.settled();
		});
		expect(passedIds(workflow.trigger)).toEqual([]);
	});

	it('passes what is missed later if n8n is killed before they are recorded, and static data is lost', async () => {
		workflow.trigger.parameters = { triggerOn: 'incoming' };
		await workflow.trigger.activate();
		await loseTransfers(workflow, -1000);
		await expectNoMoreThan(workflow, []);
		await publishAndKill();
		await workflow.trigger.restart();
		await waitForChecks(workflow);
		await waitUntilQuiet(workflow);
		await workflow.trigger.kill();
		workflow.trigger.staticData = {};
		const [missed] = await loseTransfers(workflow, -2000);
		await workflow.trigger.restart();
		await expectNoMoreThan(workflow, [missed]);
	});

	it('starts nothing of them, and all that is missed, if n8n is killed twice', async () => {
		workflow.trigger.parameters = { triggerOn: 'incoming' };
		await workflow.trigger.activate();
		const ids = await loseTransfers(workflow, -1000, 2000, -3000, 4000, -5000);
		await workflow.trigger.kill();
		await withoutChecks(async () => await workflow.trigger.activate('init'));
		await publishAndKill();
		const [later] = await loseTransfers(workflow, -6000);
		await workflow.trigger.restart();
		await expectNoMoreThan(workflow, [ids[1], ids[3], later]);
	});

	it('starts nothing of them if n8n is killed after a second change', async () => {
		workflow.trigger.parameters = { triggerOn: 'incoming' };
		await workflow.trigger.activate();
		const [, passed] = await loseTransfers(workflow, -1000, 2000, -3000);
		await expectNoMoreThan(workflow, [passed]);
		await withoutChecks(async () => {
			await workflow.trigger.publish({ parameters: { triggerOn: 'all' } });
			await workflow.trigger.publish({
				parameters: { triggerOn: 'all', options: { catchUpWindow: 5 } },
			});
			await workflow.trigger.kill();
		});
		await workflow.trigger.restart();
		await expectNoMoreThan(workflow, [passed]);
	});

	it.each([
		['is noticed', -1000, 'init'],
		['is not noticed', undefined, 'init'],
		['is not noticed before another main process takes over', undefined, 'leadershipChange'],
	] as const)(
		'passes what the new selection wants if an older execution restores the former state, and that %s',
		async (_name, amount, mode) => {
			workflow.trigger.parameters = { triggerOn: 'incoming' };
			await workflow.trigger.activate();
			await waitForChecks(workflow);
			const { staticData } = workflow.trigger;
			await workflow.trigger.publish({ parameters: { triggerOn: 'all' } });
			await waitForChecks(workflow);
			workflow.trigger.staticData = staticData;
			const passed = amount === undefined ? [] : await loseTransfers(workflow, amount);
			await expectPassed(workflow, passed);
			await workflow.trigger.kill();
			const missed = await loseTransfers(workflow, -2000, 3000);
			await workflow.trigger.restart(mode);
			await expectNoMoreThan(workflow, [...passed, ...missed]);
		},
	);

	async function publishAndKill() {
		await withoutChecks(async () => {
			await workflow.trigger.publish({ parameters: { triggerOn: 'all' } });
			await workflow.trigger.kill();
		});
	}

	it('starts nothing from before publishing if Catch Up Window becomes longer', async () => {
		workflow.trigger.parameters = chooseWindow(1);
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		await workflow.trigger.publish({ parameters: chooseWindow(3) });
		await expectNoMoreThan(workflow, []);
		await loseTransfers(workflow, { when: twoDaysAgo() });
		await expectNoMoreThan(workflow, []);
	});

	it('passes what was missed on the first day of the former window if Catch Up Window becomes longer', async () => {
		workflow.trigger.parameters = chooseWindow(2);
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		await workflow.trigger.stop();
		const [missed] = await loseTransfers(workflow, { when: twoDaysAgo() });
		await workflow.trigger.publish({ parameters: chooseWindow(3) });
		await expectNoMoreThan(workflow, [missed]);
	});

	it('starts nothing of them if Catch Up Window was shorter meanwhile', async () => {
		const leftOut = { when: twoDaysAgo() };
		workflow.trigger.parameters = chooseWindow(3);
		await workflow.trigger.activate();
		await waitForChecks(workflow);
		await workflow.trigger.publish({ parameters: chooseWindow(1) });
		await loseTransfers(workflow, leftOut);
		await expectNoMoreThan(workflow, []);
		await workflow.trigger.publish({ parameters: chooseWindow(3) });
		await expectNoMoreThan(workflow, []);
		const [id] = await loseTransfers(workflow, leftOut);
		await expectNoMoreThan(workflow, [id]);
		await workflow.trigger.restart();
		await expectNoMoreThan(workflow, [id]);
	});
});
