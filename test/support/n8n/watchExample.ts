import { randomUUID } from 'node:crypto';
import axios from 'axios';
import type { INode } from 'n8n-workflow';
import { importedExample } from '../exampleFiles';
import type { MailServer } from '../mailServer';
import { createDataTable } from './dataTables';
import type { Execution, Workflow } from './editor';
import { createMailCredential } from './mailCredential';
import { replaceInParameters } from './paymentExamples';
import type { TestInstance } from './testInstance';

const startName = 'Start Now';

/** The example `watch-accounts`, set up and published as its notes say. */
export class WatchExample {
	private constructor(
		private readonly instance: TestInstance,
		readonly workflow: Workflow,
		private readonly path: string,
	) {}

	/** A call of a URL starts it too, so that a test need not wait for the next hour. */
	static async publish(
		instance: TestInstance,
		mailServer: MailServer,
		hoursWithoutEvent: number,
	): Promise<WatchExample> {
		const { editor } = instance;
		const selectTable = await createDataTable(instance, 'watch-accounts');
		const mail = await createMailCredential(editor, mailServer);
		const scopes = ['workflow:list', 'execution:list', 'execution:read'];
		const api = await editor.createApiCredential(scopes);
		const example = await importedExample('watch-accounts', instance.credential);
		const nodes = example.nodes.map((node) => {
			if (node.name === 'Settings') {
				return replaceInParameters(node, '"value":2', `"value":${hoursWithoutEvent}`);
			}
			if (!node.disabled) return selectTable(node);
			const { type, id, name } = node.type.endsWith('.emailSend') ? mail : api;
			return { ...node, disabled: false, credentials: { [type]: { id, name } } };
		});
		const path = randomUUID();
		const start: INode = {
			id: startName,
			name: startName,
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			position: [0, 340],
			webhookId: path,
			parameters: { path },
		};
		const workflow = await editor.createWorkflow({
			...example,
			nodes: [...nodes, start],
			connections: { ...example.connections, [startName]: example.connections['Every Hour'] },
		});
		return new WatchExample(instance, await editor.activate(workflow), path);
	}

	/** Runs it as published, and waits until it has ended. */
	async run(): Promise<Execution> {
		const { editor, n8n } = this.instance;
		const before = new Set((await editor.executions(this.workflow.id)).map(({ id }) => id));
		await axios.get(`${n8n.url}/webhook/${this.path}`, { proxy: false });
		const execution = await editor.waitForExecution(this.workflow.id, ({ id }) => !before.has(id));
		if (execution.status !== 'success') {
			throw new Error(`The example failed: ${execution.data.resultData.error?.message}`);
		}
		return execution;
	}

	/** Runs it in the editor with its pinned data. */
	async testRun(): Promise<Execution> {
		return await this.instance.editor.runToEnd(this.workflow.id, 'Every Hour');
	}
}
