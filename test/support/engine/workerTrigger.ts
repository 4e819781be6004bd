import * as n8nWorkflow from 'n8n-workflow';
import type { INodeType } from 'n8n-workflow';

import * as timing from '../../../nodes/BankTransactionsTrigger/timing';
import * as task from '../../../nodes/BankTransactionsTrigger/ledger/task';

type TriggerModule =
	typeof import('../../../nodes/BankTransactionsTrigger/BankTransactionsTrigger.node');

let workerTrigger: INodeType | undefined;

/**
 * Returns the trigger as a worker of queue mode loads it: it shares n8n's database with the main
 * process, and no memory.
 */
export function getWorkerTrigger(): INodeType {
	workerTrigger ??= loadTriggerInNewProcess();
	return workerTrigger;
}

/** The worker restarts, and remembers nothing. */
export function restartWorker() {
	workerTrigger = undefined;
}

/** Returns the trigger as another process of n8n loads it: with memory of its own. */
export function loadTriggerInNewProcess(): INodeType {
	let trigger: INodeType | undefined;
	jest.isolateModules(() => {
		// The engine recognizes errors by their classes.
		jest.doMock('n8n-workflow', () => n8nWorkflow);
		// The delays and limits of a test are those of all processes.
		jest.doMock('../../../nodes/BankTransactionsTrigger/timing', () => timing);
		jest.doMock('../../../nodes/BankTransactionsTrigger/ledger/task', () => task);
		const { BankTransactionsTrigger } = jest.requireActual<TriggerModule>(
			'../../../nodes/BankTransactionsTrigger/BankTransactionsTrigger.node.ts',
		);
		trigger = new BankTransactionsTrigger();
	});
	jest.dontMock('n8n-workflow');
	jest.dontMock('../../../nodes/BankTransactionsTrigger/timing');
	jest.dontMock('../../../nodes/BankTransactionsTrigger/ledger/task');
	return trigger as unknown as INodeType;
}
