import { WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	UnexpectedError,
	type INode,
	type INodeExecutionData,
	type IRun,
	type IWorkflowExecuteAdditionalData,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

/** What `emit` takes as its third argument. */
export interface DonePromise {
	resolve: (run: IRun) => void;
	reject: (error: Error) => void;
}

/** Opens the workflow for an execution; called when it begins to run, as n8n's runner does. */
type OpenWorkflow = (execution: StoredExecution) => {
	workflow: Workflow;
	startNode: INode;
	additionalData: IWorkflowExecuteAdditionalData;
};

/** An execution as n8n's database holds it. */
export interface StoredExecution {
	id: string;
	mode: WorkflowExecuteMode;
	/** The items from the trigger. */
	input: INodeExecutionData[][];
	status: 'new' | 'running' | IRun['status'];
	/** True if the workflow's later nodes got items. */
	passedItems: boolean;
	open: OpenWorkflow;
	/** Settles as n8n's post-execute promise does. */
	done: Promise<IRun>;
}

/**
 * Stands in for n8n's execution store and its runner: keeps the executions of one workflow in memory
 * and runs them in n8n's engine, in the order in which n8n 2.39.10 does it (`workflow-runner.js`,
 * `active-executions.js`).
 */
export class ExecutionStore {
	/** Every execution that n8n stored, oldest first. */
	readonly stored: StoredExecution[] = [];

	/** How many of the next executions n8n cannot store. */
	storageFailures = 0;

	/** Queue mode: executions run in a worker, and what the main process receives has no run data. */
	isQueueMode = false;

	/** What happens to the next executions before their first node runs. */
	nextFailures: Array<'workerIsKilled' | 'isRefused'> = [];

	/**
	 * What keeps executions from running. With a concurrency limit `start` does not resolve either;
	 * without a worker it does.
	 */
	waitsFor?: 'capacity' | 'worker';

	private nextId = 1;

	private releases: Array<() => void> = [];

	private pending: Array<Promise<unknown>> = [];

	/** Those that ended and passed nothing on. */
	get withoutItems(): StoredExecution[] {
		return this.stored.filter(({ status, passedItems }) => status === 'success' && !passedItems);
	}

	/** Resolves when n8n has stored the execution and may run it. */
	async start(
		mode: WorkflowExecuteMode,
		input: INodeExecutionData[][],
		open: OpenWorkflow,
	): Promise<StoredExecution> {
		await Promise.resolve();
		if (this.storageFailures > 0) {
			this.storageFailures--;
			throw new UnexpectedError('n8n could not store the execution');
		}
		const execution = {
			id: String(this.nextId++),
			mode,
			input: clone(input),
			status: 'new',
			passedItems: false,
			open,
		} as StoredExecution;
		this.stored.push(execution);
		const failure = this.nextFailures.shift();
		if (failure !== undefined) {
			execution.status = 'error';
			execution.done = Promise.resolve(toRunThatFailed(failure));
		} else if (this.waitsFor === 'capacity') {
			await this.untilReleased();
			execution.done = this.run(execution, input);
		} else if (this.waitsFor === 'worker') {
			execution.done = this.untilReleased().then(async () => await this.run(execution, input));
		} else {
			execution.done = this.run(execution, input);
		}
		return execution;
	}

	/** Starts an execution for `emit`, and settles its third argument as n8n does. */
	startEmitted(input: INodeExecutionData[][], open: OpenWorkflow, donePromise?: DonePromise): void {
		const executed = this.start('trigger', input, open).then(async ({ done }) => await done);
		if (donePromise) executed.then(donePromise.resolve, donePromise.reject);
		this.track(executed);
	}

	/** A user retries an execution: it runs again with the same items from the trigger. */
	async retry({ input, open }: StoredExecution): Promise<StoredExecution> {
		const execution = await this.start('retry', input, open);
		await execution.done;
		return execution;
	}

	/** n8n runs an execution that was enqueued when it started (docs/n8n-engine.md#crashed-executions). */
	async runEnqueued(execution: StoredExecution): Promise<void> {
		await this.run(execution, clone(execution.input));
	}

	/** Executions that waited begin to run; later ones do not wait. */
	release(order: 'oldestFirst' | 'newestFirst' = 'oldestFirst'): void {
		this.waitsFor = undefined;
		const releases = this.releases.splice(0);
		if (order === 'newestFirst') releases.reverse();
		for (const release of releases) release();
	}

	/** The process is killed: what did not end never will, and n8n finds it crashed when it starts. */
	kill(): void {
		this.releases = [];
		this.pending = [];
		this.waitsFor = undefined;
		for (const execution of this.stored) {
			if (['new', 'running'].includes(execution.status)) execution.status = 'crashed';
		}
	}

	/** Resolves when every execution that began has ended. */
	async settled(): Promise<void> {
		for (let count = -1; count !== this.pending.length; ) {
			count = this.pending.length;
			if (this.waitsFor === undefined) await Promise.allSettled(this.pending);
		}
	}

	/** Has `settled` wait for this too. */
	track(promise: Promise<unknown>): void {
		this.pending.push(promise.catch(() => undefined));
	}

	private async untilReleased(): Promise<void> {
		await new Promise<void>((resolve) => this.releases.push(resolve));
	}

	private async run(execution: StoredExecution, input: INodeExecutionData[][]): Promise<IRun> {
		const run = this.runInProcess(execution, input);
		this.track(run);
		return await run;
	}

	private async runInProcess(
		execution: StoredExecution,
		input: INodeExecutionData[][],
	): Promise<IRun> {
		execution.status = 'running';
		const { workflow, startNode, additionalData } = execution.open(execution);
		const isStoredInput = this.isQueueMode || execution.mode === 'retry';
		const main = isStoredInput ? clone(execution.input) : input;
		const runData = createRunExecutionData({
			executionData: { nodeExecutionStack: [{ node: startNode, data: { main }, source: null }] },
		});
		const engine = new WorkflowExecute(additionalData, execution.mode, runData);
		const run = await engine.processRunExecutionData(workflow);
		// A killed process neither stores the end of an execution nor hears of it.
		if ((execution.status as string) === 'crashed') return await new Promise(() => {});
		execution.status = run.status;
		return this.isQueueMode ? withoutRunData(run) : run;
	}
}

/** What arrives of a value that n8n stores as JSON. */
export function clone<T extends object>(value: T): T {
	return JSON.parse(JSON.stringify(value)) as T;
}

/** What n8n reports of an execution that ran no node (docs/n8n-engine.md#emit). */
function toRunThatFailed(failure: 'workerIsKilled' | 'isRefused'): IRun {
	if (failure === 'isRefused') return undefined as unknown as IRun;
	return { status: 'error', data: createRunExecutionData({}) } as IRun;
}

/** What the main process gets from a worker. */
function withoutRunData(run: IRun): IRun {
	const { lastNodeExecuted, error, metadata } = run.data.resultData;
	const resultData = { runData: {}, lastNodeExecuted, error, metadata };
	return { ...run, data: createRunExecutionData({ resultData }) };
}
