import { timing } from '../../../nodes/BankTransactionsTrigger/catchUp/timing';
import { limits } from '../../../nodes/service/retry';
import { startBank, type Bank } from '../../bank/bank';
import type { BankControl } from '../../bank/control';
import { toCredentialData } from './credentialData';
import type { CredentialData } from './engine';
import { LiveTrigger } from './liveTrigger';
import { clearLog } from './n8nInstance';
import { deduplicationTable } from './deduplicationTable';

/** A practice bank with a trigger beside it, new for each test. */
export interface TestWorkflow {
	bank: Bank;
	control: BankControl;
	credential: CredentialData;
	trigger: LiveTrigger;
}

/** Sets up a bank and a trigger around the tests of a file; they exist while a test runs. */
export function createTestWorkflow(): TestWorkflow {
	const workflow = {} as TestWorkflow;
	beforeAll(async () => {
		workflow.bank = await startBank({ transactions: 20 });
		workflow.control = workflow.bank.control;
		workflow.credential = toCredentialData(workflow.bank);
	});
	afterAll(async () => await workflow.bank.close());
	beforeEach(async () => {
		jest.replaceProperty(limits, 'firstWaitMilliseconds', 1);
		jest.replaceProperty(timing, 'emitDelayMs', 1);
		deduplicationTable.clear();
		clearLog();
		await workflow.control.reset();
		workflow.trigger = await new LiveTrigger({ ...workflow.credential }).listen();
	});
	afterEach(async () => {
		await workflow.trigger.close();
		jest.restoreAllMocks();
	});
	return workflow;
}

/** The ids that reached the workflow's last node, in the order in which they did. */
export function passedIds(trigger: LiveTrigger): number[] {
	return trigger.executions.flat().map(({ json }) => Number(json.id));
}
