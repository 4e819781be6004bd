import axios from 'axios';
import { sleep } from 'n8n-workflow';

import { timing } from '../../../nodes/BankTransactionsTrigger/timing';
import type { LoggedRequest, TransferInput } from '../../bank/types';
import { createTestWorkflow, passedIds, type TestWorkflow } from './testWorkflow';
import { waitFor, waitUntilStable, type WaitOptions } from '../waitFor';

const realNow = Date.now;

/** Creates a test workflow that checks constantly for all transactions, with 30 in its window. */
export function createCatchUpWorkflow(): TestWorkflow {
	const workflow = createTestWorkflow();
	beforeEach(async () => {
		checkConstantly();
		await fillWindow(workflow);
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

/** Fills the last two days of the bank, so that all transactions are within the window. */
export async function fillWindow({ control }: TestWorkflow, transactions = 30) {
	await control.reset({ transactions, historyDays: 2 });
}

/** Books transfers whose events are lost; resolves with their IDs. */
export async function loseTransfers(
	{ control }: TestWorkflow,
	...transfers: Array<number | Partial<TransferInput>>
): Promise<number[]> {
	const inputs = transfers.map((transfer) => ({
		amount: 1000,
		deliver: false,
		...(typeof transfer === 'number' ? { amount: transfer } : transfer),
	}));
	const { transactions } = await control.transfers(inputs);
	return transactions.map(({ id }) => id);
}

/** The customer makes a new API key, and enters it in the credential. */
export async function renewApiKey({ control, credential, trigger }: TestWorkflow) {
	credential.apiKey = await control.renewApiKey();
	trigger.credential.apiKey = credential.apiKey;
}

/** Sends one event with transactions of these IDs, whether or not they are listed. */
export async function sendEvent({ control, trigger }: TestWorkflow, ...ids: number[]) {
	const [{ secureToken }] = await control.webhooks();
	const data = ids.map((id) => ({ id, amount: 1000, description: `DH${id}` }));
	const headers = { 'secure-token': secureToken };
	await axios.post(trigger.url, { error: 0, data }, { headers, proxy: false });
}

/** Waits until exactly these transactions have started the workflow, in any order. */
export async function expectPassed(
	{ trigger }: TestWorkflow,
	ids: number[],
	options?: WaitOptions,
) {
	await waitFor(async () => {
		await trigger.settled();
		expect(sorted(passedIds(trigger))).toEqual(sorted(ids));
	}, options);
}

/** Waits for more checks and expects that exactly these transactions have started the workflow. */
export async function expectNoMoreThan(
	workflow: TestWorkflow,
	ids: number[] = [],
	options?: WaitOptions,
) {
	await waitForChecks(workflow);
	await expectPassed(workflow, ids, options);
}

/** The requests for the list of transactions. */
export async function listRequests({ control }: TestWorkflow): Promise<LoggedRequest[]> {
	return (await control.requests()).filter(({ path }) => path === '/v2/transactions');
}

/** Waits until the trigger has made `count` more checks and has had time to start executions. */
export async function waitForChecks(workflow: TestWorkflow, count = 4, options?: WaitOptions) {
	const before = (await listRequests(workflow)).length;
	await waitFor(
		async () =>
			expect((await listRequests(workflow)).length).toBeGreaterThanOrEqual(before + count),
		options,
	);
	await sleep(20);
	await workflow.trigger.settled();
}

/** Moves the clock of this process forward, also several times in a test. */
export function advanceClock(ms: number) {
	const offset = Date.now() - realNow() + ms;
	jest.spyOn(Date, 'now').mockImplementation(() => realNow() + offset);
}

/** Waits until the trigger has started its own executions. */
export async function waitUntilQuiet({ trigger }: TestWorkflow) {
	await waitUntilStable(async () => {
		await trigger.settled();
		return trigger.runs.stored.length;
	}, 100);
}

function sorted(ids: number[]): number[] {
	return [...ids].sort((one, other) => one - other);
}
