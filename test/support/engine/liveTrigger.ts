/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- stands for n8n's server in a test process, never inside a node */
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';

import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { HookContext, TriggerContext, WebhookContext, type ExecuteContext } from 'n8n-core';
import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	INodeTypes,
	IWebhookData,
	IWebhookResponseData,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { forgetProcessState } from '../../../nodes/BankTransactionsTrigger/processState';
import {
	createAdditionalData,
	LAST,
	createNode,
	nodeTypes,
	TRIGGER,
	createWorkflow,
	type CredentialData,
} from './engine';
import { ExecutionStore, type DonePromise, type StoredExecution } from './executionStore';
import { inInstance, ownInstanceId } from './n8nInstance';
import './deduplicationTable';

/** What a person may change in the editor. It counts for the active workflow once it is published. */
interface WorkflowVersion {
	workflowName: string;
	nodeName: string;
	parameters: INodeParameters;
	credential: CredentialData;
}

/** What n8n loads of a workflow to activate it; a queued activation uses the same object again. */
interface LoadedWorkflow {
	version: WorkflowVersion;
	staticData?: IDataObject;
}

interface OpenedTrigger {
	workflow: Workflow;
	additionalData: IWorkflowExecuteAdditionalData;
	webhookData: IWebhookData;
}

/** Where a trigger lives; a copy of it in another n8n shares some of this. */
export interface TriggerIdentity {
	instanceId?: string;
	nodeId?: string;
	webhookId?: string;
}

/** A later node of the workflow, run with what the trigger passed. */
type LaterNode = (this: ExecuteContext, items: INodeExecutionData[]) => void | Promise<void>;

/**
 * A workflow with our trigger, driven through the engine's own contexts in the order in which n8n
 * 2.39.10 calls them (`active-workflow-manager.js`, `trigger-execution-context.factory.js`,
 * `webhooks/*.js`), behind a real HTTP server that receives the events.
 */
export class LiveTrigger implements WorkflowVersion {
	/** What the workflow's last node got, one entry for each execution that passed something. */
	readonly executions: INodeExecutionData[][] = [];

	/** Every execution, and what may happen to it. */
	readonly runs = new ExecutionStore();

	/** The workflow's static data, as n8n keeps it in its database between calls. */
	staticData: IDataObject = {};

	/** Executions start on empty static data, as those that waited for long. */
	startsOnEmptyStaticData = false;

	/** What a later node does with the items it gets; it may throw, or never end. */
	laterNode?: LaterNode;

	workflowName = 'Test';

	nodeName = 'Bank Transactions Trigger';

	/** Every trigger is a workflow of its own: what is remembered of one says nothing of another. */
	readonly workflowId = randomUUID();

	readonly instanceId: string;

	readonly nodeId: string;

	private readonly webhookId: string;

	private published?: WorkflowVersion;

	private loaded?: LoadedWorkflow;

	private testStaticData: IDataObject = {};

	private server?: FastifyInstance;

	private closeTrigger?: () => Promise<void>;

	private baseUrl = '';

	private readonly credentialIds = new Map<CredentialData, string>();

	private readonly nodeTypes: INodeTypes;

	constructor(
		public credential: CredentialData,
		public parameters: INodeParameters = {},
		{ instanceId, nodeId, webhookId }: TriggerIdentity = {},
	) {
		this.instanceId = instanceId ?? ownInstanceId;
		this.nodeId = nodeId ?? randomUUID();
		this.webhookId = webhookId ?? randomUUID();
		this.nodeTypes = this.nodeTypesWithRecorder();
	}

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
		this.runs.kill();
		await this.server?.close();
	}

	/** Resolves when every execution that began has ended. */
	async settled() {
		await this.runs.settled();
	}

	/** n8n gets another address, as with a changed WEBHOOK_URL; it answers under the old one too. */
	moveTo(host: string) {
		this.baseUrl = this.baseUrl.replace(/\/\/[^:]+/, `//${host}`);
	}

	/** The same workflow, exported with its static data and imported into another n8n. */
	copyTo(instanceId: string): LiveTrigger {
		const { nodeId, webhookId, credential, parameters } = this;
		const copy = new LiveTrigger({ ...credential }, clone(parameters), {
			instanceId,
			nodeId,
			webhookId,
		});
		copy.staticData = clone(this.staticData);
		copy.nodeName = this.nodeName;
		copy.workflowName = this.workflowName;
		return copy;
	}

	/** What n8n does when a workflow is activated, and at each of its starts. */
	async activate(mode: WorkflowActivateMode = 'activate') {
		await this.stop();
		this.published = this.version();
		const staticData = Object.keys(this.staticData).length > 0 ? this.staticData : undefined;
		this.loaded = { version: this.published, staticData: staticData && clone(staticData) };
		try {
			await this.add(mode, this.loaded);
		} catch (error) {
			// At a start n8n tries again by itself; for a person it takes everything back.
			if (!['init', 'leadershipChange'].includes(mode)) await this.deactivate();
			throw error;
		}
	}

	/** n8n tries an activation again that failed at its start, with what it loaded then. */
	async retryActivation(mode: WorkflowActivateMode = 'init') {
		if (!this.loaded) throw new Error('No activation failed');
		await this.add(mode, this.loaded);
	}

	/** What n8n does when a workflow is deactivated. */
	async deactivate() {
		await this.clearWebhooks();
		await this.stop();
		this.published = undefined;
	}

	/** A person publishes a changed workflow over the one that is active. */
	async publish(changes: Partial<WorkflowVersion> = {}) {
		const isActive = this.published !== undefined;
		if (isActive) await this.deactivate();
		Object.assign(this, changes);
		await this.activate(isActive ? 'update' : 'activate');
	}

	/** n8n stops, or gives the lead away: the trigger ends, the hook stays. */
	async stop() {
		const close = this.closeTrigger;
		this.closeTrigger = undefined;
		await close?.();
	}

	/** n8n stops and starts: its processes remember nothing. */
	async restart(mode: WorkflowActivateMode = 'init') {
		await this.stop();
		forgetProcessState();
		await this.activate(mode);
	}

	/** n8n is killed: nothing that it did comes to an end, and it remembers nothing. */
	async kill() {
		this.runs.kill();
		await this.stop();
		forgetProcessState();
	}

	/** Another trigger of the workflow lost its connection, so n8n starts all of them again. */
	async reconnect(mode: WorkflowActivateMode = 'activate') {
		if (!this.loaded) throw new Error('The workflow is not active');
		await this.stop();
		await this.add(mode, this.loaded);
	}

	/** What n8n does when a person listens for a test event in the editor. */
	async startTestRun() {
		const opened = this.open(this.version(), {}, 'manual', true);
		try {
			await this.createWebhook(opened, 'manual', 'manual');
		} finally {
			this.testStaticData = opened.workflow.staticData;
		}
	}

	/** What n8n does after the first event of a test run, or when the person stops listening. */
	async stopTestRun() {
		const opened = this.open(this.version(), {}, 'manual', true);
		opened.workflow.staticData = this.testStaticData;
		await this.callHook('delete', opened, 'internal', 'update');
	}

	/** The credential under another id; one that is edited keeps its id. */
	private credentialId(credential: CredentialData): string {
		const id = this.credentialIds.get(credential) ?? String(this.credentialIds.size + 1);
		this.credentialIds.set(credential, id);
		return id;
	}

	private version(): WorkflowVersion {
		const { workflowName, nodeName, parameters, credential } = this;
		return { workflowName, nodeName, parameters: clone(parameters), credential };
	}

	private async add(mode: WorkflowActivateMode, { version, staticData }: LoadedWorkflow) {
		const opened = this.open(version, staticData, 'trigger', false);
		const { workflow, additionalData } = opened;
		try {
			await this.createWebhook(opened, 'trigger', mode);
		} catch (error) {
			await this.clearWebhooks();
			throw error;
		}
		this.saveChanged(workflow);
		await this.startTrigger(version, workflow, additionalData, mode);
		this.saveChanged(workflow);
	}

	private async startTrigger(
		version: WorkflowVersion,
		workflow: Workflow,
		additionalData: IWorkflowExecuteAdditionalData,
		activation: WorkflowActivateMode,
	) {
		const emit = (data: INodeExecutionData[][], _response?: unknown, donePromise?: DonePromise) => {
			this.saveChanged(workflow);
			this.runs.startEmitted(data, this.opener(version, 'trigger'), donePromise);
		};
		const node = workflow.nodes[version.nodeName];
		const context = new TriggerContext(workflow, node, additionalData, 'trigger', activation, emit);
		const { trigger } = nodeTypes.getByNameAndVersion(TRIGGER);
		const response = await inInstance(this.instanceId, async () => await trigger?.call(context));
		this.closeTrigger = response?.closeFunction;
	}

	private async createWebhook(
		opened: OpenedTrigger,
		mode: WorkflowExecuteMode,
		activation: WorkflowActivateMode,
	) {
		if (!(await this.callHook('checkExists', opened, mode, activation))) {
			await this.callHook('create', opened, mode, activation);
		}
	}

	/** As n8n's server does: whatever happens, it goes on, and saves if nothing was thrown. */
	private async clearWebhooks() {
		if (!this.published) return;
		const opened = this.open(this.published, clone(this.staticData), 'internal', false);
		try {
			await this.callHook('delete', opened, 'internal', 'update');
			this.saveChanged(opened.workflow);
		} catch (error) {
			const { logger } = new HookContext(...this.hookArguments(opened, 'internal', 'update'));
			const reason = (error as Error).message;
			logger.error(`Could not remove webhooks of workflow "${this.workflowId}": "${reason}"`);
		}
	}

	private async callHook(
		method: 'checkExists' | 'create' | 'delete',
		opened: OpenedTrigger,
		mode: WorkflowExecuteMode,
		activation: WorkflowActivateMode,
	): Promise<boolean> {
		const context = new HookContext(...this.hookArguments(opened, mode, activation));
		const { webhookMethods } = nodeTypes.getByNameAndVersion(TRIGGER);
		return await inInstance(
			this.instanceId,
			async () => (await webhookMethods?.default?.[method]?.call(context)) ?? false,
		);
	}

	private hookArguments(
		{ workflow, additionalData, webhookData }: OpenedTrigger,
		mode: WorkflowExecuteMode,
		activation: WorkflowActivateMode,
	): ConstructorParameters<typeof HookContext> {
		const node = workflow.nodes[webhookData.node];
		return [workflow, node, additionalData, mode, activation, webhookData];
	}

	private async receive(
		request: FastifyRequest,
		reply: FastifyReply,
		mode: Extract<WorkflowExecuteMode, 'webhook' | 'manual'>,
	) {
		reply.hijack();
		const isTest = mode === 'manual';
		const version = isTest ? this.version() : this.published;
		if (!version)
			return answer(reply, 404, { code: 404, message: 'The webhook is not registered' });
		const opened = this.open(version, clone(this.staticData), mode, isTest);
		try {
			if (isTest) opened.workflow.setTestStaticData(this.testStaticData);
			const result = await inInstance(
				this.instanceId,
				async () => await this.callWebhook(request, reply, opened, mode),
			);
			if (result.workflowData !== undefined) {
				const { done } = await this.runs.start(
					mode,
					result.workflowData,
					this.opener(version, mode),
				);
				this.runs.track(done);
			}
			if (!isTest) this.saveChanged(opened.workflow);
			if (result.noWebhookResponse !== true) answer(reply, 200, result.webhookResponse);
		} catch (error) {
			answer(reply, 500, { code: 0, message: (error as Error).message });
		}
	}

	private async callWebhook(
		request: FastifyRequest,
		reply: FastifyReply,
		{ workflow, additionalData, webhookData }: OpenedTrigger,
		mode: WorkflowExecuteMode,
	): Promise<IWebhookResponseData> {
		const httpRequest = Object.assign(request.raw, {
			rawBody: request.body,
			body: this.parse(request),
			query: request.query,
			params: {},
		});
		additionalData.httpRequest = httpRequest as never;
		additionalData.httpResponse = reply.raw as never;
		const node = workflow.nodes[webhookData.node];
		const context = new WebhookContext(workflow, node, additionalData, mode, webhookData, [], null);
		return (await nodeTypes.getByNameAndVersion(TRIGGER).webhook?.call(context)) ?? {};
	}

	/** As n8n's server does: JSON is read where the content type says so, all else is left. */
	private parse(request: FastifyRequest): unknown {
		const isJson = request.headers['content-type']?.startsWith('application/json') ?? false;
		return isJson ? JSON.parse((request.body as Buffer).toString('utf8')) : {};
	}

	/** Opens the workflow for one execution, on a fresh copy of its static data; a retry has none. */
	private opener(version: WorkflowVersion, mode: WorkflowExecuteMode) {
		return (execution: StoredExecution) => {
			const isEmpty = this.startsOnEmptyStaticData || execution.mode === 'retry';
			const staticData = isEmpty ? {} : clone(this.staticData);
			const { workflow, additionalData } = this.open(version, staticData, execution.mode, false);
			additionalData.executionId = execution.id;
			if (mode !== 'manual') {
				additionalData.hooks?.addHandler('workflowExecuteAfter', (_run, changed) => {
					if (changed && execution.status !== 'crashed') this.staticData = clone(changed);
				});
			}
			return { workflow, additionalData, startNode: workflow.nodes[version.nodeName] };
		};
	}

	private saveChanged({ staticData }: Workflow) {
		if (!staticData.__dataChanged) return;
		this.staticData = clone(staticData);
		staticData.__dataChanged = false;
	}

	private open(
		version: WorkflowVersion,
		staticData: IDataObject | undefined,
		mode: WorkflowExecuteMode,
		isTest: boolean,
	): OpenedTrigger {
		const { workflowName, nodeName, parameters, credential } = version;
		const trigger = {
			...createNode(TRIGGER, nodeName, clone(parameters)),
			id: this.nodeId,
			webhookId: this.webhookId,
			credentials: { bankTransactionsApi: { id: this.credentialId(credential), name: 'Bank' } },
		};
		const workflow = createWorkflow([trigger, createNode(LAST, 'Last', {})], {
			id: this.workflowId,
			active: !isTest && mode !== 'manual' && mode !== 'retry',
			name: workflowName,
			nodeTypes: this.nodeTypes,
			staticData,
		});
		const additionalData = createAdditionalData(credential, mode, `${this.baseUrl}/webhook`);
		const [webhookDescription] = nodeTypes.getByNameAndVersion(TRIGGER).description.webhooks ?? [];
		const webhookData: IWebhookData = {
			httpMethod: 'POST',
			node: nodeName,
			path: 'webhook',
			webhookDescription,
			workflowId: this.workflowId,
			workflowExecuteAdditionalData: additionalData,
			webhookId: this.webhookId,
			isTest,
		};
		return { workflow, additionalData, webhookData };
	}

	/** The types of the workflow, with a last node that records what it gets. */
	private nodeTypesWithRecorder(): INodeTypes {
		const record = (context: ExecuteContext, items: INodeExecutionData[]) => {
			const id = context.getExecutionId();
			const execution = this.runs.stored.find((stored) => stored.id === id);
			if (execution) execution.passedItems = true;
			this.executions.push(items);
			return this.laterNode;
		};
		const recorder = Object.assign(Object.create(nodeTypes.getByNameAndVersion(LAST)), {
			async execute(this: ExecuteContext) {
				const items = this.getInputData();
				await record(this, items)?.call(this, items);
				return [items];
			},
		});
		const find = (name: string) => (name === LAST ? recorder : nodeTypes.getByNameAndVersion(name));
		return { ...nodeTypes, getByName: find, getByNameAndVersion: find };
	}
}

function clone<T extends object>(value: T): T {
	return JSON.parse(JSON.stringify(value)) as T;
}

function answer(reply: FastifyReply, status: number, body: unknown) {
	reply.raw.writeHead(status, { 'Content-Type': 'application/json' });
	reply.raw.end(JSON.stringify(body));
}
