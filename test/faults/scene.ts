/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs in Node beside n8n, never inside a node */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import axios from 'axios';
import type { INodeParameters } from 'n8n-workflow';
import { N8nEditor, type Workflow } from '../host/editor';
import { installN8n } from '../host/install';
import { startN8n, type N8n } from '../host/n8n';
import { startBank, type Bank } from '../service/bank';
import { BankControl } from '../service/control';
import type { ListRecord } from '../service/types';
import { Database } from './database';
import { startRecorder, type Recorder } from './recorder';
import { recordingWorkflow } from './recordingWorkflow';
import { until } from './waiting';

export interface RestartOptions {
	/** Done while n8n is down. */
	whileDown?: () => Promise<void>;
	/** Address that webhooks get from now on. */
	webhookUrl?: string;
}

/** A practice bank, a real n8n on SQLite with one workflow, and what reaches its last node. */
export interface Scene {
	bank: Bank;
	control: BankControl;
	recorder: Recorder;
	database: Database;
	editor: N8nEditor;
	n8n: N8n;
	/** Saved, and not active until a test activates it. */
	workflow: Workflow;
	restart(how: 'stop' | 'kill', options?: RestartOptions): Promise<void>;
	end(): Promise<void>;
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
	const installation = await installN8n(print);
	const userFolder = await mkdtemp(path.join(tmpdir(), 'bank-transactions-faults-'));
	const bank = await startBank({ transactions: 30 });
	const recorder = await startRecorder();
	const n8n = await startN8n({ installation, userFolder, environment });
	const editor = new N8nEditor(n8n.url, installation.version);
	await editor.setUpOwner();
	const credential = await editor.createCredential({
		name: 'Practice bank',
		type: 'bankTransactionsApi',
		data: { baseUrl: bank.url, apiKey: bank.apiKey },
	});
	const port = Number(new URL(n8n.url).port);
	let { webhookUrl }: RestartOptions = {};
	const scene: Scene = {
		bank,
		control: new BankControl(bank.url),
		recorder,
		database: new Database(installation, userFolder),
		editor,
		n8n,
		workflow: await editor.createWorkflow(recordingWorkflow(parameters, credential, recorder.url)),
		restart: async (how, options = {}) => {
			webhookUrl = options.webhookUrl ?? webhookUrl;
			await scene.n8n[how]();
			await options.whileDown?.();
			scene.n8n = await startN8n({ installation, userFolder, environment, port, webhookUrl });
		},
		end: async () => {
			await scene.n8n.stop();
			await Promise.all([bank.close(), recorder.close()]);
			await rm(userFolder, { recursive: true, force: true });
		},
	};
	return scene;
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
	await until(`${times} looks of catch-up`, count, (now) => now >= before + times);
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
