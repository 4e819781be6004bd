import axios from 'axios';
import { sleep } from 'n8n-workflow';

import { timing } from '../../nodes/BankTransactionsTrigger/timing';
import { createCatchUpWorkflow, type TestWorkflow } from '../support/engine/testWorkflow';
import { waitFor } from '../support/waitFor';
import { loadTriggerInNewProcess } from '../support/engine/workerTrigger';

/** A minute here. The trigger checks every five. */
const MINUTE_MS = 200;

const workflow = createCatchUpWorkflow();

/** Kills n8n while the workflow is active; resolves with the ID of a transfer that it misses. */
async function missTransfer(): Promise<number> {
	await workflow.activate();
	await workflow.trigger.kill();
	const [missed] = await workflow.loseTransfers(1000);
	return missed;
}

/**
 * Edits the credential to belong to another account while a check of several pages runs. Resolves with
 * the IDs that the own account has missed, and with foreign ones that are higher than all of its IDs.
 */
async function editCredentialDuringCheck(other: TestWorkflow) {
	const foreign = await other.loseMany(30);
	await workflow.control.settings({ maximumPageSize: 10, delayMs: 100 });
	await other.control.settings({ maximumPageSize: 10 });
	const missed = await workflow.loseMany(30);
	await workflow.control.clearLogs();
	await waitFor(async () => expect(await workflow.listRequests()).not.toEqual([]));
	editCredential(other);
	return { missed, foreign };
}

const switchWarning = expect.stringContaining('now belongs to another account');

/** The credential is edited to belong to another account. */
function editCredential(other: TestWorkflow) {
	Object.assign(workflow.trigger.credential, other.credential);
}

async function waitForSwitch() {
	await waitFor(() => expect(workflow.warnings).toContainEqual(switchWarning));
}

/** Expects that the other account catches up, and starts nothing that it had before. */
async function expectOnlyLater(other: TestWorkflow, foreign: number[]) {
	await other.waitForChecks();
	const [later] = await other.loseTransfers(2000);
	await waitFor(() => expect(workflow.trigger.passedIds).toContain(later));
	expect(foreign.filter((id) => workflow.trigger.passedIds.includes(id))).toEqual([]);
}

it('passes each transaction once if the base URL of the same service is written differently, and back', async () => {
	const { credential } = workflow.trigger;
	const { baseUrl } = credential;
	await workflow.activate();
	credential.baseUrl = String(baseUrl).replace('127.0.0.1', 'LOCALHOST');
	expect(credential.baseUrl).not.toBe(baseUrl);
	await workflow.waitForChecks();
	const { transaction } = await workflow.control.transfer({ amount: 1000 });
	await workflow.expectNoMoreThan([transaction.id]);
	credential.baseUrl = baseUrl;
	await workflow.expectNoMoreThan([transaction.id]);
	expect(workflow.warnings).not.toContainEqual(switchWarning);
});

it('passes each transaction once if the service does not name the account while the key is renewed', async () => {
	await workflow.activate();
	const body = JSON.stringify({ error: 0, data: {} });
	const fault = { path: '/v2/userInfo', kind: 'status', status: 200, body, times: null } as const;
	await workflow.control.fault(fault);
	await workflow.renewApiKey();
	await workflow.waitForChecks();
	await workflow.control.clearFaults();
	const [lost] = await workflow.loseTransfers(1000);
	await workflow.expectPassed([lost]);
	const { transaction } = await workflow.control.transfer({ amount: 2000 });
	await workflow.expectNoMoreThan([lost, transaction.id]);
	expect(workflow.warnings).not.toContainEqual(switchWarning);
});

it('passes what was missed if the key is renewed before the account has any transaction', async () => {
	await workflow.control.reset({ transactions: 0 });
	await workflow.activate();
	await workflow.refuse({ path: '/v2/transactions' });
	await workflow.renewApiKey();
	const [missed] = await workflow.loseTransfers(1000);
	await workflow.waitForChecks();
	await workflow.control.clearFaults();
	await workflow.expectNoMoreThan([missed]);
	expect(workflow.warnings).not.toContainEqual(switchWarning);
});

describe('a service that does not say to whom a key belongs', () => {
	beforeEach(async () => await workflow.refuse({ path: '/v2/userInfo', status: 404 }));

	it('passes what was missed until a person enters the renewed key in the credential', async () => {
		const { control, credential, trigger } = workflow;
		await workflow.activate();
		credential.apiKey = await control.renewApiKey();
		const [missed] = await workflow.loseTransfers(1000);
		await waitFor(() => expect(workflow.warnings.join()).toContain('does not accept the API key'));
		trigger.credential.apiKey = credential.apiKey;
		await workflow.expectNoMoreThan([missed]);
		expect(workflow.warnings).not.toContainEqual(switchWarning);
	});

	it('passes what was missed if another trigger reconnects after the key was renewed', async () => {
		await workflow.activate();
		await workflow.trigger.restart();
		await workflow.waitForChecks();
		await workflow.renewApiKey();
		await workflow.waitForChecks();
		await workflow.trigger.stop();
		const [missed] = await workflow.loseTransfers(1000);
		await workflow.trigger.reconnect('init');
		await workflow.expectNoMoreThan([missed]);
	});

	it('passes each transaction once if its event reaches a process that does not know the renewed key', async () => {
		await workflow.activate();
		const { staticData } = workflow.trigger;
		await workflow.renewApiKey();
		await workflow.waitForChecks();
		workflow.trigger.receiver = loadTriggerInNewProcess();
		workflow.trigger.staticData = staticData;
		const { transaction } = await workflow.control.transfer({ amount: 1000 });
		await workflow.expectNoMoreThan([transaction.id]);
	});

	it('starts nothing old with another key after a restart, when it cannot compare the lists', async () => {
		await workflow.activate();
		await workflow.trigger.stop();
		await workflow.renewApiKey();
		await workflow.loseTransfers(1000);
		await workflow.trigger.restart();
		await workflow.waitForChecks();
		await workflow.expectCatchUp();
	});

	it('starts nothing old of another account if the credential is edited during a check', async () => {
		await workflow.withOtherBank(async (other) => {
			await other.refuse({ path: '/v2/userInfo', status: 404 });
			await workflow.activate();
			const { foreign } = await editCredentialDuringCheck(other);
			await waitForSwitch();
			await expectOnlyLater(other, foreign);
		});
	});
});

it('passes only what its account missed if the credential is edited during a check, and back after it', async () => {
	await workflow.withOtherBank(async (other) => {
		jest.replaceProperty(timing, 'minuteMs', MINUTE_MS);
		await workflow.trigger.activate();
		await workflow.waitForChecks(1, { timeoutMs: 20_000 });
		const own = { ...workflow.trigger.credential };
		const { missed } = await editCredentialDuringCheck(other);
		// The check ends with this request.
		await waitFor(async () =>
			expect(await workflow.control.requests()).toContainEqual(
				expect.objectContaining({ path: '/v2/userInfo' }),
			),
		);
		await sleep(MINUTE_MS);
		Object.assign(workflow.trigger.credential, own);
		await workflow.expectPassed(missed, { timeoutMs: 20_000 });
		await workflow.waitForChecks(1, { timeoutMs: 20_000 });
		// All pages of a check are read with the credential with which it began.
		expect(await other.listRequests()).toEqual([]);
		expect(workflow.warnings).not.toContainEqual(switchWarning);
		await workflow.expectPassed(missed);
	});
}, 120_000);

it('publishes with one account if the credential is edited meanwhile, and then switches to the other', async () => {
	const { trigger, control } = workflow;
	await workflow.withOtherBank(async (other) => {
		const foreign = await other.loseTransfers(1000);
		await control.settings({ delayMs: 300 });
		const published = trigger.activate();
		await waitFor(async () =>
			expect(await control.requests()).toMatchObject([{ path: '/v2/userInfo' }]),
		);
		editCredential(other);
		await published;
		expect(await workflow.listRequests()).toHaveLength(1);
		expect(await control.webhooks()).toHaveLength(1);
		await waitForSwitch();
		await expectOnlyLater(other, foreign);
	});
});

it.each([
	['before', 15_000],
	['after', 1],
])(
	'starts nothing old of another account if the first execution ends only %s the switch',
	async (end, minConfirmMs) => {
		const { runs } = workflow.trigger;
		jest.replaceProperty(timing, 'minConfirmMs', minConfirmMs);
		jest.replaceProperty(timing, 'minRepeatMs', 60_000);
		await workflow.withOtherBank(async (other) => {
			runs.waitsFor = 'worker';
			await workflow.trigger.activate();
			await waitFor(() => expect(runs.stored).toHaveLength(1));
			editCredential(other);
			if (end === 'after') await waitForSwitch();
			runs.release();
			await waitForSwitch();
			await other.waitForChecks();
			await other.expectCatchUp();
		});
	},
);

it('starts nothing old of another account that has no transaction ID in common', async () => {
	await workflow.withOtherBank(async (other) => {
		await other.fillWindow(0);
		const ids = await other.loseMany(100);
		// Those that are left are higher than the IDs of the own account.
		for (const id of ids.slice(0, 95)) await other.control.withdraw(id);
		await workflow.activate();
		await workflow.waitForChecks();
		editCredential(other);
		await waitForSwitch();
		await other.waitForChecks();
		await other.expectCatchUp();
	});
});

it('passes the transactions of an account that the service does not list', async () => {
	const { bank, control, credential } = workflow;
	const { data } = await axios.get<{ data: { bankAccs: unknown[] } }>(`${bank.url}/v2/userInfo`, {
		headers: { Authorization: `${credential.scheme} ${credential.apiKey}` },
		proxy: false,
	});
	data.data.bankAccs.splice(1);
	const body = JSON.stringify(data);
	await control.fault({ path: '/v2/userInfo', kind: 'status', status: 200, body, times: null });
	await workflow.activate();
	await workflow.expectCatchUp([], { accountNumber: '123456789' });
});

describe('a service that cannot say now to whom a key belongs', () => {
	it('passes what was missed as long as the key is the same', async () => {
		const missed = await missTransfer();
		await workflow.refuse({ path: '/v2/userInfo', status: 500 });
		await workflow.trigger.restart();
		await workflow.expectNoMoreThan([missed]);
	});

	it('waits with another key until it can, and then passes what was missed', async () => {
		const missed = await missTransfer();
		await workflow.renewApiKey();
		await workflow.refuse({ path: '/v2/userInfo', status: 500 });
		await workflow.trigger.restart();
		await waitFor(() => expect(workflow.warnings.join()).toContain('HTTP 500'));
		expect(workflow.trigger.passedIds).toEqual([]);
		await workflow.control.clearFaults();
		await workflow.expectNoMoreThan([missed]);
	});
});
