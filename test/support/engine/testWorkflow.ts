import axios from 'axios';
import { sleep } from 'n8n-workflow';

import { clearSettingsCache } from '../../../nodes/BankTransactionsTrigger/events/cachedSettings';
import { claimTiming, timing } from '../../../nodes/BankTransactionsTrigger/timing';
import { requestLimits } from '../../../nodes/shared/http/retry';
import { startBank, type Bank } from '../../bank/bank';
import type { FaultInput, LoggedRequest, TransferInput, Webhook } from '../../bank/types';
import { toCredentialData } from './credentialData';
import { deduplicationTable } from './deduplicationTable';
import type { CredentialData } from './engine';
import { LiveTrigger } from './liveTrigger';
import { clearLog, logEntries } from './n8nInstance';
import { waitFor, waitUntilStable, type WaitOptions } from '../waitFor';

export const DAY_MS = 24 * 60 * 60 * 1000;

const realNow = Date.now;

/** A practice bank and a workflow with the trigger, new for each test, and what tests do with both. */
export class TestWorkflow {
	bank!: Bank;

	credential!: CredentialData;

	trigger!: LiveTrigger;

	get control() {
		return this.bank.control;
	}

	/** Activates the workflow as a person does, and waits for checks. */
	async activate() {
		await this.trigger.activate();
		await this.waitForChecks();
	}

	/** Fills the last two days of the bank, so that all transactions are within the window. */
	async fillWindow(transactions = 30) {
		await this.control.reset({ transactions, historyDays: 2 });
	}

	/** Books transfers whose events are lost; resolves with their IDs. */
	async loseTransfers(...transfers: Array<number | Partial<TransferInput>>): Promise<number[]> {
		const inputs = transfers.map((transfer) => ({
			amount: 1000,
			deliver: false,
			...(typeof transfer === 'number' ? { amount: transfer } : transfer),
		}));
		const { transactions } = await this.control.transfers(inputs);
		return transactions.map(({ id }) => id);
	}

	/** Books this many transfers whose events are lost; resolves with their IDs. */
	async loseMany(count: number): Promise<number[]> {
		return await this.loseTransfers(...Array.from({ length: count }, () => 1000));
	}

	/** The customer makes a new API key, and enters it in the credential. */
	async renewApiKey() {
		this.credential.apiKey = await this.control.renewApiKey();
		this.trigger.credential.apiKey = this.credential.apiKey;
	}

	/** Sends one event with transactions of these IDs, whether or not they are listed. */
	async sendEvent(...ids: number[]) {
		const { secureToken } = await this.getWebhook();
		const data = ids.map((id) => ({ id, amount: 1000, description: `DH${id}` }));
		const headers = { 'secure-token': secureToken };
		await axios.post(this.trigger.url, { error: 0, data }, { headers, proxy: false });
	}

	/** Has the service refuse these requests, by default with HTTP 400, until its faults are cleared. */
	async refuse(requests: Partial<FaultInput>) {
		await this.control.fault({ kind: 'status', status: 400, times: null, ...requests });
	}

	async getWebhook(): Promise<Webhook> {
		return (await this.control.webhooks())[0];
	}

	get warnings(): string[] {
		return logEntries('warn').map(({ message }) => message);
	}

	/** Waits until exactly these transactions have started the workflow, in any order. */
	async expectPassed(ids: number[], options?: WaitOptions) {
		await waitFor(async () => {
			await this.trigger.settled();
			expect(sorted(this.trigger.passedIds)).toEqual(sorted(ids));
		}, options);
	}

	/** Waits for more checks and expects that exactly these transactions have started the workflow. */
	async expectNoMoreThan(ids: number[] = [], options?: WaitOptions) {
		await this.waitForChecks(undefined, options);
		await this.expectPassed(ids, options);
	}

	/**
	 * Books a transfer whose event is lost, and expects that it starts the workflow, and besides it only
	 * these transactions have. Resolves with the IDs of all of them.
	 */
	async expectCatchUp(
		passed: number[] = [],
		transfer: number | Partial<TransferInput> = 1000,
	): Promise<number[]> {
		const ids = [...passed, ...(await this.loseTransfers(transfer))];
		await this.expectNoMoreThan(ids);
		return ids;
	}

	async listRequests(): Promise<LoggedRequest[]> {
		return (await this.control.requests()).filter(({ path }) => path === '/v2/transactions');
	}

	/** Waits until the trigger has made `count` more checks and has had time to start executions. */
	async waitForChecks(count = 4, options?: WaitOptions) {
		const before = (await this.listRequests()).length;
		await waitFor(
			async () => expect((await this.listRequests()).length).toBeGreaterThanOrEqual(before + count),
			options,
		);
		await sleep(20);
		await this.trigger.settled();
	}

	/** Waits until the trigger has started its own executions. */
	async waitUntilQuiet() {
		await waitUntilStable(async () => {
			await this.trigger.settled();
			return this.trigger.runs.stored.length;
		}, 100);
	}

	/**
	 * Calls `test` with a bank of another account, which belongs to no credential yet. It has so many
	 * transactions that the IDs of new ones are not known at the first bank. Ends the trigger before that
	 * bank, which it may be using.
	 */
	async withOtherBank(test: (other: TestWorkflow) => Promise<void>) {
		const bank = await startBank({ transactions: 300, seed: 2, historyDays: 2 });
		try {
			await test(this.with({ bank, credential: toCredentialData(bank) }));
		} finally {
			await this.trigger.close();
			await bank.close();
		}
	}

	/** The same steps with another bank, or with another trigger of the workflow. */
	with(others: { bank?: Bank; credential?: CredentialData; trigger?: LiveTrigger }): TestWorkflow {
		return Object.assign(new TestWorkflow(), this, others);
	}
}

/**
 * Starts a bank and a trigger for each test of a file. A check may still be running when its test ends,
 * and must not ask the bank of the next one.
 */
export function createTestWorkflow(): TestWorkflow {
	const workflow = new TestWorkflow();
	beforeAll(() => {
		// What a claim starts outlives its test, at whose end Jest restores replaced properties.
		for (const [name, ms] of Object.entries(claimTiming)) {
			claimTiming[name as keyof typeof claimTiming] = ms / 10;
		}
	});
	afterAll(() => {
		// A check that is still running would repeat its requests for seconds. Jest restores a
		// replaced property before that.
		requestLimits.maxAttempts = 1;
	});
	beforeEach(async () => {
		jest.replaceProperty(requestLimits, 'initialDelayMs', 1);
		jest.replaceProperty(timing, 'emitDelayMs', 1);
		deduplicationTable.clear();
		clearLog();
		// Credentials of different tests have the same ID.
		clearSettingsCache();
		workflow.bank = await startBank({ transactions: 20 });
		workflow.credential = toCredentialData(workflow.bank);
		workflow.trigger = await new LiveTrigger({ ...workflow.credential }).listen();
	});
	afterEach(async () => {
		await workflow.trigger.close();
		await workflow.bank.close();
		jest.restoreAllMocks();
	});
	return workflow;
}

/** Creates a test workflow that checks constantly for all transactions, with 30 in its window. */
export function createCatchUpWorkflow(): TestWorkflow {
	const workflow = createTestWorkflow();
	beforeEach(async () => {
		checkConstantly();
		await workflow.fillWindow();
		workflow.trigger.parameters = { triggerOn: 'all' };
	});
	return workflow;
}

/** Makes the trigger check constantly and not wait for events. */
export function checkConstantly() {
	jest.replaceProperty(timing, 'eventGraceMs', 1);
	jest.replaceProperty(timing, 'minConfirmMs', 500);
	jest.replaceProperty(timing, 'minRepeatMs', 300);
	jest.replaceProperty(timing, 'minuteMs', 0.5);
}

/** Runs the action while the trigger does not get as far as its first check. */
export async function withoutChecks(action: () => Promise<void>) {
	const delay = jest.replaceProperty(timing, 'emitDelayMs', 60_000);
	await action();
	delay.replaceValue(1);
}

/** Moves the clock of this process forward, also several times in a test. */
export function advanceClock(ms: number) {
	const offset = Date.now() - realNow() + ms;
	jest.spyOn(Date, 'now').mockImplementation(() => realNow() + offset);
}

function sorted(ids: number[]): number[] {
	return [...ids].sort((one, other) => one - other);
}
