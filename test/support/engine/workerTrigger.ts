import * as n8nWorkflow from 'n8n-workflow';
import type { INodeType } from 'n8n-workflow';

import * as timing from '../../../nodes/BankTransactionsTrigger/timing';
import * as task from '../../../nodes/BankTransactionsTrigger/ledger/task';

type TriggerModule =
	typeof import('../../../nodes/BankTransactionsTrigger/BankTransactionsTrigger.node');

/** What all processes have in common. */
const shared = {
	// The engine recognizes errors by their classes.
	'n8n-workflow': n8nWorkflow,
	// The delays and limits of a test.
	'../../../nodes/BankTransactionsTrigger/timing': timing,
	'../../../nodes/BankTransactionsTrigger/ledger/task': task,
};

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
		for (const [name, module] of Object.entries(shared)) jest.doMock(name, () => module);
		const { BankTransactionsTrigger } = jest.requireActual<TriggerModule>(
			'../../../nodes/BankTransactionsTrigger/BankTransactionsTrigger.node.ts',
		);
		trigger = new BankTransactionsTrigger();
	});
	for (const name of Object.keys(shared)) jest.dontMock(name);
	return trigger as unknown as INodeType;
}
