/* eslint-disable @n8n/community-nodes/no-restricted-globals -- prints figures, never inside a node */
import type { INode, INodeParameters } from 'n8n-workflow';
import { useTestInstance, type TestInstance } from '../support/n8n/testInstance';
import type { Workflow } from '../support/n8n/editor';
import { Database } from './database';
import { startRecorder, type Recorder } from '../support/recorder';
import { recordingWorkflow } from '../support/n8n/recordingWorkflow';

/** A practice bank, a real n8n on SQLite with one workflow, and what reaches its last node. */
export interface RecordedSetup extends TestInstance {
	recorder: Recorder;
	database: Database;
	/** Saved, and not active until a test activates it. */
	workflow: Workflow;
}

/** Prints one line of figures. */
export function print(line: string): void {
	process.stdout.write(`${line}\n`);
}

/**
 * Starts them for the tests of a file. `parameters` are those of the trigger, `steps` come between it and
 * the last node.
 */
export function useRecordedSetup(
	parameters: INodeParameters,
	{ environment = {} as Record<string, string>, steps = [] as INode[] } = {},
): RecordedSetup {
	const setup = useTestInstance({ transactions: 30, environment }) as RecordedSetup;
	beforeAll(async () => {
		const { editor, credential, installation, userFolder } = setup;
		setup.recorder = await startRecorder();
		setup.database = new Database(installation, userFolder);
		const input = recordingWorkflow(parameters, credential, setup.recorder.url, steps);
		setup.workflow = await editor.createWorkflow(input);
	});
	afterAll(async () => await setup.recorder?.close());
	return setup;
}

/** The address of the trigger's webhook, under the address that n8n has for webhooks. */
export function webhookUrl({ n8n, workflow }: RecordedSetup, base = n8n.url): string {
	return `${base}/webhook/${workflow.nodes[0].webhookId}/webhook`;
}

/** The values in a random order. */
export function shuffled<T>(values: readonly T[]): T[] {
	return values
		.map((value) => ({ value, place: Math.random() }))
		.sort((one, other) => one.place - other.place)
		.map(({ value }) => value);
}

/** Those of `ids` that are not among `others`. */
export function without(ids: number[], others: Iterable<number>): number[] {
	const left = new Set(others);
	return ids.filter((id) => !left.has(id));
}

/** The ids that occur more than once. */
export function repeated(ids: number[]): number[] {
	const seen = new Set<number>();
	const twice = new Set(ids.filter((id) => seen.size === seen.add(id).size));
	return [...twice];
}
