import { clearSettingsCache } from '../../../nodes/BankTransactionsTrigger/events/cachedSettings';
import { claimTiming, timing } from '../../../nodes/BankTransactionsTrigger/timing';
import { requestLimits } from '../../../nodes/shared/http/retry';
import { startBank, type Bank } from '../../bank/bank';
import type { BankControl } from '../../bank/control';
import { toCredentialData } from './credentialData';
import type { CredentialData } from './engine';
import { LiveTrigger } from './liveTrigger';
import { clearLog } from './n8nInstance';
import { deduplicationTable } from './deduplicationTable';

/** A practice bank and a workflow with the trigger, new for each test. */
export interface TestWorkflow {
	bank: Bank;
	control: BankControl;
	credential: CredentialData;
	trigger: LiveTrigger;
}

/**
 * Starts a bank and a trigger for each test of a file. A check may still be running when its test ends,
 * and must not ask the bank of the next one.
 */
export function createTestWorkflow(): TestWorkflow {
	const workflow = {} as TestWorkflow;
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
		workflow.control = workflow.bank.control;
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

/**
 * Calls `test` with a bank of another account, which belongs to no credential yet. Ends the trigger
 * before that bank, which it may be using.
 */
export async function withOtherBank(
	workflow: TestWorkflow,
	test: (other: TestWorkflow) => Promise<void>,
	transactions = 10,
) {
	const bank = await startBank({ transactions, seed: 2, historyDays: 2 });
	try {
		await test({ ...workflow, bank, control: bank.control, credential: toCredentialData(bank) });
	} finally {
		await workflow.trigger.close();
		await bank.close();
	}
}

/** The IDs that reached the workflow's last node, in order of arrival. */
export function passedIds(trigger: LiveTrigger): number[] {
	return trigger.executions.flat().map(({ json }) => Number(json.id));
}
