import axios from 'axios';
import type { INodeParameters } from 'n8n-workflow';

import { deduplicationTable } from '../support/engine/deduplicationTable';
import { logEntries } from '../support/engine/n8nInstance';
import { advanceClock, createCatchUpWorkflow, DAY_MS } from '../support/engine/testWorkflow';
import { waitFor } from '../support/waitFor';

const workflow = createCatchUpWorkflow();

beforeEach(() => {
	workflow.trigger.parameters = { triggerOn: 'all', delivery: 'polling' };
});

/** Runs the action while no check gets as far as the list of transactions. */
async function betweenChecks<T>(action: () => Promise<T>): Promise<T> {
	await workflow.refuse({ path: '/v2/transactions', status: 500 });
	try {
		// A check that had begun before may still be on its way to the list of accounts.
		await workflow.waitForChecks();
		return await action();
	} finally {
		await workflow.control.clearFaults();
	}
}

/** Links an account with history of yesterday. Resolves with its number. */
async function linkAccount(): Promise<string> {
	const { account } = await workflow.control.linkAccount({ transactions: 10, daysAgo: 1 });
	return account.accountNumber;
}

/** The service lists no accounts of the user, or does not tell them. */
async function hideAccounts(bankAccs?: []) {
	const { user, business } = await workflow.control.state();
	const body = JSON.stringify({ error: 0, message: 'success', data: { user, business, bankAccs } });
	const fault = { path: '/v2/userInfo', kind: 'status', status: 200, times: null, body } as const;
	await workflow.control.fault(fault);
}

function yesterday(): string {
	return new Date(Date.now() - DAY_MS).toISOString();
}

describe('an account that is linked and paid before the next check', () => {
	it('passes the payment, and nothing of the history', async () => {
		await workflow.activate();
		const [id] = await betweenChecks(async () => {
			const accountNumber = await linkAccount();
			return await workflow.loseTransfers({ accountNumber });
		});
		await workflow.expectNoMoreThan([id]);
	});

	it('passes all payments since the last check if n8n is down for two days', async () => {
		await workflow.activate();
		const payments = await betweenChecks(async () => {
			advanceClock(DAY_MS);
			return await workflow.loseTransfers(1000);
		});
		// A restart has to know of the check of the new day.
		await workflow.expectNoMoreThan(payments);
		await workflow.trigger.kill();
		const accountNumber = await linkAccount();
		payments.push(...(await workflow.loseTransfers({ accountNumber })));
		advanceClock(2 * DAY_MS);
		payments.push(...(await workflow.loseTransfers({ accountNumber, when: yesterday() })));
		await workflow.trigger.restart();
		await workflow.expectNoMoreThan(payments);
	});

	it('passes the payment if the clock of n8n is a day ahead', async () => {
		await workflow.control.settings({ now: new Date().toISOString() });
		advanceClock(DAY_MS);
		await workflow.activate();
		const [id] = await betweenChecks(async () => {
			const accountNumber = await linkAccount();
			return await workflow.loseTransfers({ accountNumber });
		});
		await workflow.expectNoMoreThan([id]);
	});
});

describe('a service that lists no accounts when the workflow is published', () => {
	it('passes what was missed until it lists them, and nothing old of the first account', async () => {
		await hideAccounts([]);
		await workflow.activate();
		const [id] = await betweenChecks(async () => {
			await linkAccount();
			return await workflow.loseTransfers(1000);
		});
		await workflow.expectNoMoreThan([id]);
	});

	it('passes what was missed if n8n is killed in between', async () => {
		await hideAccounts([]);
		await workflow.activate();
		await workflow.trigger.kill();
		const [id] = await workflow.loseTransfers(1000);
		await workflow.control.clearFaults();
		await workflow.trigger.restart();
		await workflow.expectNoMoreThan([id]);
	});
});

it('passes what the bank books late if the service did not tell the accounts before', async () => {
	const [{ accountNumber }] = (await workflow.control.state()).accounts;
	await hideAccounts();
	await workflow.activate();
	await workflow.waitForChecks();
	await workflow.control.clearFaults();
	await workflow.waitForChecks();
	await workflow.expectCatchUp([], { accountNumber, when: yesterday() });
});

describe('an event of a newly linked account', () => {
	async function activate(parameters: INodeParameters = { triggerOn: 'all' }) {
		workflow.trigger.parameters = parameters;
		await workflow.activate();
	}

	/** Books transfers of yesterday and of now, each with an event. Resolves with their IDs. */
	async function sendEvents(accountNumber: string) {
		const { control } = workflow;
		const old = await control.transfer({ amount: 1000, accountNumber, when: yesterday() });
		const current = await control.transfer({ amount: 1000, accountNumber });
		const attempts = [old, current].flatMap(({ deliveries }) => deliveries[0].attempts);
		expect(attempts.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
		return { old: old.transaction.id, current: current.transaction.id };
	}

	it('starts the workflow at once for a payment, and never for history', async () => {
		await activate();
		const current = await betweenChecks(async () => {
			const ids = await sendEvents(await linkAccount());
			await workflow.expectPassed([ids.current]);
			return ids.current;
		});
		await workflow.expectNoMoreThan([current]);
	});

	it('starts nothing old once a check has seen the account', async () => {
		await activate();
		const accountNumber = await linkAccount();
		await workflow.waitForChecks();
		const { current } = await betweenChecks(async () => await sendEvents(accountNumber));
		await workflow.expectNoMoreThan([current]);
	});

	it('starts nothing old if another process receives it', async () => {
		await activate();
		await workflow.trigger.kill();
		const { current } = await sendEvents(await linkAccount());
		await workflow.expectPassed([current]);
		await workflow.trigger.restart();
		await workflow.expectNoMoreThan([current]);
	});

	it('starts the workflow without Catch Up, because no check would bring it', async () => {
		workflow.trigger.parameters = { triggerOn: 'all', options: { catchUp: false } };
		await workflow.trigger.activate();
		await workflow.expectPassed(Object.values(await sendEvents(await linkAccount())));
	});

	it.each([
		['lists none', [] as []],
		['does not list them', undefined],
	])('starts the workflow if the service %s', async (_name, bankAccs) => {
		await hideAccounts(bankAccs);
		await activate();
		const { account } = await workflow.control.linkAccount({ transactions: 0, daysAgo: 0 });
		await betweenChecks(async () => {
			const { old, current } = await sendEvents(account.accountNumber);
			await workflow.expectPassed([old, current]);
		});
	});

	it.each([
		['is a test event, which names an account of nobody', 0, '555566667777'],
		['names no account', 90_001, ''],
	])('starts the workflow if it %s', async (_name, id, subAccId) => {
		await activate({ triggerOn: 'all', options: { includeTestEvents: true } });
		const { secureToken } = await workflow.getWebhook();
		const record = { id, amount: 1000, when: '2020-10-14 00:34:57', subAccId };
		const headers = { 'secure-token': secureToken };
		const body = { error: 0, data: [record] };
		await axios.post(workflow.trigger.url, body, { headers, proxy: false });
		await workflow.expectPassed([id]);
	});

	it('starts the workflow for a known account if it is from before the window', async () => {
		await activate();
		const [{ accountNumber }] = (await workflow.control.state()).accounts;
		const when = new Date(Date.now() - 10 * DAY_MS).toISOString();
		const { transaction } = await workflow.control.transfer({ amount: 1000, accountNumber, when });
		await workflow.expectNoMoreThan([transaction.id]);
	});
});

describe('an account that was linked while the workflow was unpublished', () => {
	it('passes what the bank books late', async () => {
		await workflow.activate();
		await workflow.trigger.deactivate();
		const accountNumber = await linkAccount();
		await workflow.activate();
		await workflow.expectCatchUp([], { accountNumber, when: yesterday() });
	});
});

describe('a newly linked account', () => {
	beforeEach(() => {
		workflow.trigger.parameters = { triggerOn: 'all' };
	});

	it('starts nothing old if a change is published before its history is recorded', async () => {
		await workflow.activate();
		workflow.trigger.runs.storageFailures = 1_000;
		await linkAccount();
		await waitFor(() => expect(workflow.trigger.runs.storageFailures).toBeLessThan(1_000));
		await workflow.trigger.publish({ nodeName: 'Renamed' });
		workflow.trigger.runs.storageFailures = 0;
		await workflow.expectCatchUp();
	});

	it('starts nothing old, says so in the log, and passes its new transactions', async () => {
		await workflow.activate();
		const accountNumber = await linkAccount();
		await workflow.expectNoMoreThan();
		expect(logEntries('info').map(({ message }) => message)).toContainEqual(
			expect.stringMatching(/^10 transactions from before a bank account was linked do not start/),
		);
		await workflow.expectCatchUp([], { accountNumber });
	});

	it('starts nothing old that the service imports later', async () => {
		await workflow.activate();
		const accountNumber = await linkAccount();
		await workflow.expectNoMoreThan();
		await workflow.loseTransfers({ accountNumber, when: yesterday() });
		await workflow.expectCatchUp([], { accountNumber });
	});

	it('passes what the bank books a day later for the day on which it was linked', async () => {
		await workflow.activate();
		const accountNumber = await linkAccount();
		await workflow.waitForChecks();
		advanceClock(DAY_MS);
		await workflow.waitForChecks();
		await workflow.expectCatchUp([], { accountNumber, when: yesterday() });
	});

	it('starts nothing old if an event repeats it while it is recorded', async () => {
		await workflow.activate();
		await workflow.waitUntilQuiet();
		const { control, trigger } = workflow;
		const { runs } = trigger;
		runs.waitsFor = 'worker';
		await workflow.sendEvent(90_001);
		const { transactions } = await control.linkAccount({ transactions: 10, daysAgo: 1 });
		const [{ id }] = transactions;
		// The account may be found a moment before its transactions, which takes another execution.
		await waitFor(() => expect(JSON.stringify(runs.stored.at(-1)?.input)).toContain(`:${id}"`));
		await workflow.sendEvent(id);
		// The database is busy with the first event when the others reach it, so they are recorded together.
		deduplicationTable.delayMs = 1_000;
		runs.release();
		await waitFor(() => expect(trigger.passedIds).toContain(90_001));
		deduplicationTable.delayMs = 0;
		await workflow.expectNoMoreThan([90_001]);
	});

	it('starts nothing old if n8n cannot store the first execution', async () => {
		await workflow.activate();
		workflow.trigger.runs.storageFailures = 1;
		await linkAccount();
		await workflow.expectNoMoreThan();
	});

	it('passes what was missed after a restart if it has no history', async () => {
		await workflow.activate();
		const { account } = await workflow.control.linkAccount({ transactions: 0, daysAgo: 0 });
		await workflow.waitForChecks();
		await workflow.trigger.kill();
		const [missed] = await workflow.loseTransfers({ accountNumber: account.accountNumber });
		await workflow.trigger.restart();
		await workflow.expectNoMoreThan([missed]);
	});
});
