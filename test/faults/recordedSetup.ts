/* eslint-disable @n8n/community-nodes/no-restricted-globals -- prints figures, never inside a node */
import axios from 'axios';
import type { INode, INodeParameters } from 'n8n-workflow';
import { startTestInstance, type TestInstance } from '../support/n8n/testInstance';
import type { Workflow } from '../support/n8n/editor';
import type { ListRecord } from '../bank/types';
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
 * Starts a new bank, n8n and recorder. `parameters` are those of the trigger, `steps` come between it
 * and the last node.
 */
export async function startRecordedSetup(
	parameters: INodeParameters,
	{ environment = {} as Record<string, string>, steps = [] as INode[] } = {},
): Promise<RecordedSetup> {
	const instance = await startTestInstance({ transactions: 30, environment });
	const { editor, credential, installation, userFolder, end: stopInstance } = instance;
	const recorder = await startRecorder();
	const workflow = recordingWorkflow(parameters, credential, recorder.url, steps);
	return Object.assign(instance, {
		recorder,
		database: new Database(installation, userFolder),
		workflow: await editor.createWorkflow(workflow),
		end: async () => {
			await stopInstance();
			await recorder.close();
		},
	});
}

/** The address of the trigger's webhook, under the address that n8n has for webhooks. */
export function webhookUrl({ n8n, workflow }: RecordedSetup, base = n8n.url): string {
	return `${base}/webhook/${workflow.nodes[0].webhookId}/webhook`;
}

/** Everything that the service lists, oldest first, as a client reads it. */
export async function listed({ bank }: RecordedSetup): Promise<ListRecord[]> {
	const records: ListRecord[] = [];
	for (let page = 1, totalPages = 1; page <= totalPages; page++) {
		const { data } = await axios.get(`${bank.url}/v2/transactions`, {
			headers: { Authorization: `Apikey ${bank.apiKey}` },
			params: { fromDate: '2020-01-01', pageSize: 100, page },
			proxy: false,
		});
		totalPages = data.data.totalPages;
		records.push(...data.data.records);
	}
	return records;
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
