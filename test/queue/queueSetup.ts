/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { setTimeout as wait } from 'node:timers/promises';
import axios from 'axios';
import type { ExecutionStatus, INode, WorkflowExecuteMode } from 'n8n-workflow';
import { createClaimCheck } from '../support/n8n/claimCheck';
import { startRecorder, type Recorder } from '../support/recorder';
import { recordingWorkflow } from '../support/n8n/recordingWorkflow';
import { SETUP_TIMEOUT_MS } from '../support/n8n/testInstance';
import { connectInOrder } from '../support/n8n/workflows';
import { waitUntil } from '../support/waitFor';
import { N8nEditor, type Credential, type Workflow } from '../support/n8n/editor';
import { startBank, type Bank } from '../bank/bank';
import type { BankControl } from '../bank/control';
import { QueueModeN8n } from './queueModeN8n';

const settleTimeoutMs = 600_000;
/** Short, so that checks and events often coincide. */
const defaultCatchUpMinutes = 0.1;
const quietMs = 2_000;
/** Several checks, including the delay for events and a loaded machine. */
const patientMs = 60_000;

export interface ActiveTrigger {
	workflow: Workflow;
	url: string;
	secureToken: string;
}

export interface ActivateOptions {
	/** Follows the recorder. */
	step?: INode;
	catchUpMinutes?: number;
}

export interface StoredExecution {
	id: string;
	mode: WorkflowExecuteMode;
	status: ExecutionStatus;
}

/** A practice bank, n8n in queue mode and a recorder of what reaches the last node. */
export class QueueSetup {
	bank!: Bank;

	control!: BankControl;

	n8n!: QueueModeN8n;

	editor!: N8nEditor;

	recorder!: Recorder;

	private credential!: Credential;

	/** Starts them; see `QueueModeN8n.start`. */
	async start(recoveryMinutes?: number): Promise<void> {
		this.n8n = await QueueModeN8n.start(recoveryMinutes);
		this.bank = await startBank();
		this.control = this.bank.control;
		this.recorder = await startRecorder();
		this.editor = new N8nEditor(this.n8n.url, this.n8n.installation.version);
		await this.editor.setUpOwner();
		this.credential = await this.editor.createBankCredential(this.bank);
		// A slow answer should be measured, not cut off and retried.
		await this.control.settings({ deliveryTimeoutMs: 60_000 });
	}

	async end(): Promise<void> {
		await this.n8n?.end();
		await this.bank?.close();
		await this.recorder?.close();
	}

	/** Activates a workflow of its own; resolves when the bank holds its webhook. */
	async activate(
		name: string,
		{ step, catchUpMinutes = defaultCatchUpMinutes }: ActivateOptions = {},
	): Promise<ActiveTrigger> {
		const { editor, control } = this;
		const parameters = { triggerOn: 'all', options: { catchUpInterval: catchUpMinutes } };
		const input = recordingWorkflow(parameters, this.credential, this.recorder.url);
		const nodes = [...input.nodes, ...(step ? [step] : [])];
		const connections = connectInOrder(nodes);
		const saved = await editor.createWorkflow({ ...input, name, nodes, connections });
		const workflow = await editor.activate(saved);
		const { webhookId } = workflow.nodes[0];
		const webhook = (await control.webhooks()).find(({ url }) => url.includes(`/${webhookId}/`));
		if (!webhook) throw new Error(`The bank holds no webhook of the workflow ${name}`);
		return { workflow, url: webhook.url, secureToken: webhook.secureToken };
	}

	/**
	 * Books transfers, eight at a time, and sends the event of each as often as told at the same moment;
	 * resolves with their IDs. They are listed, because n8n itself may lose an event
	 * (docs/n8n-engine.md#crashed-executions).
	 */
	async sendTransfers(
		trigger: ActiveTrigger,
		{ count, copies }: { count: number; copies: number },
	): Promise<number[]> {
		const ids: number[] = [];
		const send = async () => {
			const { transaction } = await this.control.transfer({ amount: 1000, deliver: false });
			ids.push(transaction.id);
			const events = Array.from({ length: copies }, () => this.send(trigger, transaction.id));
			await Promise.all(events);
		};
		await runTogether(
			Array.from({ length: count }, () => send),
			8,
		);
		return ids;
	}

	/** Sends the event of a transaction as the service does. */
	private async send({ url, secureToken }: ActiveTrigger, id: number): Promise<void> {
		const data = [{ id, tid: `T${id}`, amount: 1000, description: 'DH1' }];
		const headers = { 'secure-token': secureToken };
		await axios.post(url, { error: 0, data }, { headers, proxy: false, timeout: 60_000 });
	}

	/** Those of these IDs that this trigger has claimed in n8n's own store. */
	async claimed({ workflow }: ActiveTrigger, ids: number[]): Promise<Set<number>> {
		const { postgres } = this.n8n;
		const rows = await postgres.query(
			`SELECT value FROM processed_data WHERE "workflowId" = '${workflow.id}'`,
		);
		const [staticData] = await postgres.query(
			`SELECT "staticData" FROM workflow_entity WHERE id = '${workflow.id}'`,
		);
		return new Set(ids.filter(createClaimCheck(rows, staticData ?? null)));
	}

	/**
	 * Resolves when every id was recorded, or else when nothing has run and nothing has arrived for
	 * longer than catching up takes. Throws an Error if n8n never becomes idle.
	 */
	async waitUntilIdle(ids: number[]): Promise<void> {
		const { arrivals } = this.recorder;
		let seen = -1;
		let since = Date.now();
		await waitUntil(
			'n8n comes to rest',
			async () => {
				const running = await this.countRunning();
				if (seen !== arrivals.length || running > 0) {
					seen = arrivals.length;
					since = Date.now();
				}
				const recorded = new Set(arrivals.map(({ id }) => id));
				const absent = ids.filter((id) => !recorded.has(id)).length;
				return { running, absent, quiet: Date.now() - since };
			},
			({ absent, quiet }) => quiet >= (absent === 0 ? quietMs : patientMs),
			{ timeoutMs: settleTimeoutMs },
		);
	}

	/** All executions of the trigger's workflow, oldest first. */
	async executions({ workflow }: ActiveTrigger): Promise<StoredExecution[]> {
		const rows = await this.n8n.postgres.query(
			`SELECT id, mode, status FROM execution_entity WHERE "workflowId" = '${workflow.id}' ORDER BY id`,
		);
		return rows.map((row) => {
			const [id, mode, status] = row.split('|');
			return { id, mode, status } as StoredExecution;
		});
	}

	private async countRunning(): Promise<number> {
		const [count] = await this.n8n.postgres.query(
			"SELECT count(*) FROM execution_entity WHERE status IN ('new', 'running')",
		);
		return Number(count);
	}
}

/** Starts them for the tests of a file, each of which begins without arrivals. */
export function useQueueSetup(recoveryMinutes?: number): QueueSetup {
	const setup = new QueueSetup();
	beforeAll(async () => await setup.start(recoveryMinutes), SETUP_TIMEOUT_MS);
	afterAll(async () => await setup.end(), 2 * 60_000);
	beforeEach(() => {
		setup.recorder.arrivals.length = 0;
	});
	return setup;
}

/** Runs these tasks with limited concurrency. */
export async function runTogether(tasks: Array<() => Promise<unknown>>, concurrency: number) {
	const waiting = tasks.values();
	const work = async () => {
		for (const task of waiting) await task();
	};
	await Promise.all(Array.from({ length: concurrency }, work));
}

/** Waits a random time between `least` and `most` milliseconds. */
export async function waitAtRandom(least: number, most: number): Promise<void> {
	await wait(least + Math.random() * (most - least));
}
