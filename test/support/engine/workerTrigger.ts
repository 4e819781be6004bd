import * as n8nWorkflow from 'n8n-workflow';
import type { INodeType } from 'n8n-workflow';

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

/** Returns the trigger as another process of n8n loads it: with memory, and delays, of its own. */
export function loadTriggerInNewProcess(): INodeType {
	let trigger: INodeType | undefined;
	jest.isolateModules(() => {
		// The engine recognizes errors by their classes.
		jest.doMock('n8n-workflow', () => n8nWorkflow);
		const { BankTransactionsTrigger } = jest.requireActual<TriggerModule>(
			'../../../nodes/BankTransactionsTrigger/BankTransactionsTrigger.node.ts',
		);
		trigger = new BankTransactionsTrigger();
	});
	jest.dontMock('n8n-workflow');
	return trigger as unknown as INodeType;
}
