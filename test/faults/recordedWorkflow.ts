/* eslint-disable @n8n/community-nodes/no-restricted-globals -- prints figures, never inside a node */
import axios from 'axios';
import type { INodeParameters } from 'n8n-workflow';
import { startPractice, type Practice } from '../support/n8n/testInstance';
import type { Workflow } from '../support/n8n/editor';
import type { ListRecord } from '../bank/types';
import { Database } from './database';
import { startRecorder, type Recorder } from '../support/recorder';
import { recordingWorkflow } from '../support/n8n/recordingWorkflow';
import { waitUntil } from '../support/waitFor';

/** A practice bank, a real n8n on SQLite with one workflow, and what reaches its last node. */
export interface Scene extends Practice {
	recorder: Recorder;
	database: Database;
	/** Saved, and not active until a test activates it. */
	workflow: Workflow;
}

/** Prints one line of figures. */
export function print(line: string): void {
	process.stdout.write(`${line}\n`);
}

/** Starts everything afresh. `parameters` are those of the trigger. */
export async function startScene(
	parameters: INodeParameters,
	environment: Record<string, string> = {},
): Promise<Scene> {
	const practice = await startPractice({ transactions: 30, environment });
	const { editor, credential, installation, userFolder, end: endPractice } = practice;
	const recorder = await startRecorder();
	const workflow = recordingWorkflow(parameters, credential, recorder.url);
	return Object.assign(practice, {
		recorder,
		database: new Database(installation, userFolder),
		workflow: await editor.createWorkflow(workflow),
		end: async () => {
			await endPractice();
			await recorder.close();
		},
	});
}

/** The address of the trigger's webhook, under the address that n8n has for webhooks. */
export function hookUrl({ n8n, workflow }: Scene, base = n8n.url): string {
	return `${base}/webhook/${workflow.nodes[0].webhookId}/webhook`;
}

/** Everything that the service lists, oldest first, as a client reads it. */
export async function listed({ bank }: Scene): Promise<ListRecord[]> {
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

/** Resolves when catch-up has looked so many times more, to the end of the list. */
export async function looks({ control }: Scene, times: number): Promise<void> {
	const count = async () => {
		const firstPages = (await control.requests()).filter(
			({ path: asked, query, status }) =>
				asked === '/v2/transactions' && query.page === '1' && status === 200,
		);
		// The bank's own clients ask for what is years old; n8n asks for some days.
		return firstPages.filter(({ query }) => query.fromDate !== '2020-01-01').length;
	};
	const before = await count();
	await waitUntil(`${times} looks of catch-up`, count, (now) => now >= before + times);
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
