/* eslint-disable @n8n/community-nodes/no-restricted-imports -- serves HTTP in a test process, never inside a node */
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';

import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { HookContext, TriggerContext, WebhookContext } from 'n8n-core';
import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	IWebhookData,
	IWebhookResponseData,
	Workflow,
	IWorkflowExecuteAdditionalData,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import {
	additionalDataFor,
	LAST,
	nodeOf,
	nodeTypes,
	run,
	TRIGGER,
	workflowOf,
	type CredentialData,
} from './engine';
import './processedData';

const NAME = 'Bank Transactions Trigger';

/**
 * A workflow with our trigger, driven through the engine's own contexts in the order in which n8n's
 * server calls them, behind a real HTTP server that receives the events.
 */
export class LiveTrigger {
	/** What the workflow's last node got, one entry an execution. */
	readonly executions: INodeExecutionData[][] = [];

	/** The workflow's static data, as n8n keeps it in its database between calls. */
	staticData: IDataObject = {};

	private testStaticData: IDataObject = {};

	private readonly pending: Array<Promise<void>> = [];

	private server?: FastifyInstance;

	private closeTrigger?: () => Promise<void>;

	private baseUrl = '';

	private readonly webhookId = randomUUID();

	/** Every trigger is a workflow of its own: what is remembered of one says nothing of another. */
	readonly workflowId = randomUUID();

	constructor(
		public credential: CredentialData,
		public parameters: INodeParameters = {},
	) {}

	get url() {
		return `${this.baseUrl}/webhook/${this.webhookId}/webhook`;
	}

	get testUrl() {
		return `${this.baseUrl}/webhook-test/${this.webhookId}/webhook`;
	}

	/** Listens for events on a free port. */
	async listen(): Promise<this> {
		const server = fastify({ bodyLimit: 16 * 1024 * 1024 });
		server.removeAllContentTypeParsers();
		server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
			done(null, body),
		);
		server.post(
			'/webhook/*',
			async (request, reply) => await this.receive(request, reply, 'webhook'),
		);
		server.post(
			'/webhook-test/*',
			async (request, reply) => await this.receive(request, reply, 'manual'),
		);
		await server.listen({ host: '127.0.0.1', port: 0 });
		this.server = server;
		this.baseUrl = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
		return this;
	}

	async close() {
		await this.stop();
		await this.server?.close();
	}

	/** Resolves when every execution that an answered event started is finished. */
	async settled() {
		for (let count = -1; count !== this.pending.length; ) {
			count = this.pending.length;
			await Promise.all(this.pending);
		}
	}

	/** n8n gets another address, as with a changed WEBHOOK_URL; it answers under the old one too. */
	moveTo(host: string) {
		this.baseUrl = this.baseUrl.replace(/\/\/[^:]+/, `//${host}`);
	}

	/** What n8n does when a workflow is activated, and at each of its starts. */
	async activate(activation: WorkflowActivateMode = 'activate') {
		if (!(await this.lifecycle('checkExists', activation, false))) {
			await this.lifecycle('create', activation, false);
		}
		await this.startTrigger(activation);
	}

	/** What n8n does when a workflow is deactivated. */
	async deactivate() {
		await this.stop();
		await this.lifecycle('delete', 'deactivate' as WorkflowActivateMode, false);
	}

	/** n8n stops, or gives the lead away: the trigger ends, the hook stays. */
	async stop() {
		await this.closeTrigger?.();
		this.closeTrigger = undefined;
	}

	/** What n8n does when a person listens for a test event in the editor. */
	async startTestRun() {
		this.testStaticData = {};
		if (!(await this.lifecycle('checkExists', 'manual', true))) {
			await this.lifecycle('create', 'manual', true);
		}
	}

	/** What n8n does after the first event of a test run, or when the person stops listening. */
	async stopTestRun() {
		await this.lifecycle('delete', 'update', true);
	}

	/** One of the lifecycle methods alone. */
	async lifecycle(
		method: 'checkExists' | 'create' | 'delete',
		activation: WorkflowActivateMode,
		isTest: boolean,
	): Promise<boolean> {
		const workflow = this.workflow(isTest ? this.testStaticData : this.staticData);
		const mode: WorkflowExecuteMode = isTest ? 'manual' : 'trigger';
		const additionalData = additionalDataFor(this.credential, mode, `${this.baseUrl}/webhook`);
		const node = workflow.nodes[NAME];
		const webhookData = this.webhookData(additionalData, isTest);
		const context = new HookContext(workflow, node, additionalData, mode, activation, webhookData);
		const { webhookMethods } = nodeTypes.getByNameAndVersion(TRIGGER);
		try {
			return (await webhookMethods?.default?.[method]?.call(context)) ?? false;
		} finally {
			const saved = JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;
			if (isTest) this.testStaticData = saved;
			else this.staticData = saved;
		}
	}

	private async startTrigger(activation: WorkflowActivateMode) {
		await this.stop();
		const workflow = this.workflow(this.staticData);
		const additionalData = additionalDataFor(this.credential, 'trigger', `${this.baseUrl}/webhook`);
		const emit = (data: INodeExecutionData[][]) => {
			this.pending.push(
				this.execute(this.workflow(this.staticData), 'trigger', { workflowData: data }),
			);
		};
		const node = workflow.nodes[NAME];
		const context = new TriggerContext(workflow, node, additionalData, 'trigger', activation, emit);
		const type = nodeTypes.getByNameAndVersion(TRIGGER);
		const response = await type.trigger?.call(context);
		this.closeTrigger = response?.closeFunction;
		this.staticData = JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;
	}

	private async receive(
		request: FastifyRequest,
		reply: FastifyReply,
		mode: Extract<WorkflowExecuteMode, 'webhook' | 'manual'>,
	) {
		reply.hijack();
		const isTest = mode === 'manual';
		const workflow = this.workflow(this.staticData);
		if (isTest) workflow.setTestStaticData(this.testStaticData);
		const additionalData = additionalDataFor(this.credential, mode, `${this.baseUrl}/webhook`);
		const httpRequest = Object.assign(request.raw, {
			rawBody: request.body,
			body: this.parse(request),
			query: request.query,
			params: {},
		});
		additionalData.httpRequest = httpRequest as never;
		additionalData.httpResponse = reply.raw as never;
		const node = workflow.nodes[NAME];
		const webhookData = this.webhookData(additionalData, isTest);
		const context = new WebhookContext(workflow, node, additionalData, mode, webhookData, [], null);
		const type = nodeTypes.getByNameAndVersion(TRIGGER);
		const result = await type.webhook?.call(context);
		const execution = this.execute(workflow, mode, result);
		this.pending.push(execution);
		if (result?.noWebhookResponse !== true) {
			reply.raw.writeHead(200, { 'Content-Type': 'application/json' });
			reply.raw.end(JSON.stringify(result?.webhookResponse));
		}
		await execution;
	}

	private async execute(
		workflow: Workflow,
		mode: WorkflowExecuteMode,
		result?: IWebhookResponseData,
	) {
		if (result?.workflowData === undefined) return;
		const done = await run(workflow, NAME, result.workflowData[0], this.credential, mode);
		this.executions.push(done.data.resultData.runData.Last?.[0].data?.main[0] ?? []);
	}

	/** As n8n's server does: JSON is read where the content type says so, all else is left. */
	private parse(request: FastifyRequest): unknown {
		const isJson = request.headers['content-type']?.startsWith('application/json') ?? false;
		return isJson ? JSON.parse((request.body as Buffer).toString('utf8')) : {};
	}

	private workflow(staticData: IDataObject) {
		const trigger = { ...nodeOf(TRIGGER, NAME, this.parameters), webhookId: this.webhookId };
		const last = nodeOf(LAST, 'Last', {});
		return workflowOf([trigger, last], {
			id: this.workflowId,
			staticData: JSON.parse(JSON.stringify(staticData)) as IDataObject,
		});
	}

	private webhookData(
		workflowExecuteAdditionalData: IWorkflowExecuteAdditionalData,
		isTest: boolean,
	): IWebhookData {
		const [webhookDescription] = nodeTypes.getByNameAndVersion(TRIGGER).description.webhooks ?? [];
		return {
			httpMethod: 'POST',
			node: NAME,
			path: 'webhook',
			webhookDescription,
			workflowId: this.workflowId,
			workflowExecuteAdditionalData,
			webhookId: this.webhookId,
			isTest,
		};
	}
}
