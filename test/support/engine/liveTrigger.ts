/* eslint-disable @n8n/community-nodes/require-node-api-error -- stands for n8n's server in a test process, never inside a node */
import type { FastifyReply, FastifyRequest } from 'fastify';
import pRetry from 'p-retry';
import type {
	IDataObject,
	INodeParameters,
	INodeType,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import './deduplicationTable';
import { clone } from './executionStore';
import { forgetProcess } from './forgetProcess';
import { inInstance } from './n8nInstance';
import {
	callHook,
	callWebhook,
	logError,
	startTrigger,
	type Emit,
	type OpenedTrigger,
} from './triggerContexts';
import { TriggerWorkflow, type TriggerIdentity, type WorkflowVersion } from './triggerWorkflow';
import { respond, WebhookServer, type WebhookMode } from './webhookServer';
import { loadTriggerInNewProcess } from './workerTrigger';

/** What n8n loads of a workflow to activate it; a queued activation uses the same object again. */
interface LoadedWorkflow {
	versions: WorkflowVersion[];
	staticData?: IDataObject;
}

/** One of the triggers of a workflow, in the copy of the workflow that n8n has opened. */
interface OpenedSibling {
	trigger: LiveTrigger;
	opened: OpenedTrigger;
	version: WorkflowVersion;
}

/** What n8n does first, and whether that has ended before it does the other. */
export type BackgroundOrder = 'webhook' | 'trigger' | 'webhookEarlier' | 'triggerEarlier';

/** Another node of the workflow, in the order in which n8n starts them. */
type OtherNode = 'webhook' | 'earlierTrigger' | 'laterTrigger';

/**
 * A workflow with our trigger, driven through the engine's own contexts in the order in which n8n
 * 2.39.10 calls them (`active-workflow-manager.js`, `trigger-execution-context.factory.js`,
 * `webhooks/*.js`), behind a real HTTP server that receives the events.
 */
export class LiveTrigger extends TriggerWorkflow {
	private readonly server = new WebhookServer(
		async (...call) => await inInstance(this.instanceId, async () => await this.receive(...call)),
	);

	/** The trigger in the process that receives events, if that is not the main process. */
	receiver?: INodeType;

	/** The other node of the workflow that cannot start. */
	failingNode?: OtherNode;

	onFailure?: () => void;

	private published?: WorkflowVersion;

	private loaded?: LoadedWorkflow;

	private testStaticData: IDataObject = {};

	/** What n8n activates and deactivates together with this trigger. */
	private readonly siblings: LiveTrigger[] = [];

	private closeTrigger?: () => Promise<void>;

	get url() {
		return `${this.baseUrl}/webhook/${this.path}`;
	}

	get testUrl() {
		return `${this.baseUrl}/webhook-test/${this.path}`;
	}

	private get all(): LiveTrigger[] {
		return [this, ...this.siblings];
	}

	/** Listens for events on a free port. */
	async listen(): Promise<this> {
		this.baseUrl = await this.server.listen();
		return this;
	}

	async close() {
		await this.stop();
		for (const trigger of this.all) trigger.runs.kill();
		await Promise.all(this.all.map(async (trigger) => await trigger.server.close()));
	}

	/** Resolves when every execution that began has ended. */
	async settled() {
		await Promise.all(this.all.map(async (trigger) => await trigger.runs.settled()));
	}

	/** n8n gets another address, as with a changed WEBHOOK_URL; it answers under the old one too. */
	moveTo(host: string) {
		this.baseUrl = this.baseUrl.replace(/\/\/[^:]+/, `//${host}`);
	}

	/** The same workflow with its static data, imported into another n8n, where it keeps its ID. */
	copyToOtherN8n(): LiveTrigger {
		const copy = this.copy({ instanceId: 'another n8n', workflowId: this.workflowId });
		copy.nodeType = loadTriggerInNewProcess();
		return copy;
	}

	/** A new workflow that was imported into the same n8n, with the static data of this one. */
	copy(identity: Pick<TriggerIdentity, 'instanceId' | 'workflowId'> = {}): LiveTrigger {
		const { nodeId, webhookId, credential, parameters } = this;
		const same = { ...identity, nodeId, webhookId };
		const copy = new LiveTrigger({ ...credential }, clone(parameters), same);
		copy.staticData = clone(this.staticData);
		copy.nodeName = this.nodeName;
		copy.workflowName = this.workflowName;
		return copy;
	}

	/** Adds another trigger to the workflow. It follows what happens to this one. */
	async addTrigger(parameters: INodeParameters): Promise<LiveTrigger> {
		const sibling = new LiveTrigger(this.credential, parameters, { sibling: this });
		sibling.nodeName = `${this.nodeName} ${this.siblings.length + 2}`;
		this.siblings.push(await sibling.listen());
		return sibling;
	}

	/** What n8n does when a workflow is activated, and at each of its starts. */
	async activate(mode: WorkflowActivateMode = 'activate') {
		await this.stop();
		const staticData = Object.keys(this.staticData).length > 0 ? this.staticData : undefined;
		this.loaded = { versions: this.publishAll(), staticData: staticData && clone(staticData) };
		try {
			await this.add(mode, this.loaded);
		} catch (error) {
			// At a start n8n retries by itself; for a user it takes everything back.
			if (!['init', 'leadershipChange'].includes(mode)) await this.deactivate();
			throw error;
		}
	}

	/** n8n retries an activation that failed at its start, with what it loaded then. */
	async retryActivation(mode: WorkflowActivateMode = 'init') {
		if (!this.loaded) throw new Error('No activation failed');
		await this.add(mode, this.loaded);
	}

	/**
	 * What n8n does when a workflow is deactivated. A main process that does not lead calls "delete", and the
	 * leader ends the trigger.
	 */
	async deactivate(mainProcess = this.nodeType) {
		const leader = this.nodeType;
		this.nodeType = mainProcess;
		await this.clearWebhooks();
		this.nodeType = leader;
		await this.stop();
		this.unpublishAll();
	}

	/** A user publishes a changed workflow over the active one. */
	async publish(changes: Partial<WorkflowVersion> = {}) {
		const isActive = this.published !== undefined;
		if (isActive) await this.deactivate();
		Object.assign(this, changes);
		await this.activate(isActive ? 'update' : 'activate');
	}

	/** n8n stops, or gives the lead away: the trigger ends, the webhook stays. */
	async stop() {
		for (const trigger of this.all) {
			const close = trigger.closeTrigger;
			trigger.closeTrigger = undefined;
			await close?.();
		}
	}

	/** n8n stops, when its executions have ended, and starts: its processes remember nothing. */
	async restart(mode: WorkflowActivateMode = 'init') {
		await this.stop();
		await this.settled();
		forgetProcess();
		await this.activate(mode);
	}

	/**
	 * Another main process of n8n takes the lead, and activates the workflow. Each keeps its memory.
	 * Resolves with the former one.
	 */
	async changeLeader(
		leader: INodeType,
		mode: WorkflowActivateMode = 'leadershipChange',
	): Promise<INodeType> {
		await this.stop();
		const former = this.nodeType;
		this.nodeType = leader;
		await this.activate(mode);
		return former;
	}

	/** n8n is killed: nothing that it did comes to an end, and it remembers nothing. */
	async kill() {
		this.runs.kill();
		await this.stop();
		forgetProcess();
	}

	/** Another trigger of the workflow lost its connection, so n8n starts all of them again. */
	async reconnect(mode: WorkflowActivateMode = 'activate') {
		if (!this.loaded) throw new Error('The workflow is not active');
		await this.stop();
		await this.add(mode, this.loaded);
	}

	/**
	 * What n8n does from 2.40 on when it publishes a workflow, and at each of its starts: it registers
	 * the webhook and starts the trigger at the same time, repeats what fails, and saves the static data
	 * at the end (`workflow-trigger-activator.js`). One may begin a moment earlier, or have ended before
	 * the other begins.
	 */
	async activateInBackground(
		mode: WorkflowActivateMode,
		order: BackgroundOrder = 'triggerEarlier',
	) {
		const opened = this.openAll(this.publishAll(), clone(this.staticData));
		const forEach = async (action: (sibling: OpenedSibling) => Promise<void>) =>
			await Promise.all(
				opened.map(async (sibling) => await repeat(async () => await action(sibling))),
			);
		const registering = async () =>
			await forEach(async (sibling) => await sibling.trigger.registerWebhook(sibling, mode));
		const starting = async () =>
			await forEach(async (sibling) => await sibling.trigger.startTrigger(sibling, mode));
		const isTriggerFirst = order === 'trigger' || order === 'triggerEarlier';
		const [first, second] = isTriggerFirst ? [starting, registering] : [registering, starting];
		// A failure of one does not stop the other.
		const begun = Promise.allSettled([first()]);
		if (order === 'webhook' || order === 'trigger') await begun;
		const ended = [...(await Promise.allSettled([second()])), ...(await begun)];
		for (const result of ended) if (result.status === 'rejected') throw result.reason;
		this.saveStaticData(opened[0].opened.workflow);
	}

	/** What n8n does from 2.40 on when it unpublishes a workflow: "delete" and the end at the same time. */
	async deactivateInBackground() {
		await Promise.all([this.stop(), this.clearWebhooks()]);
		this.unpublishAll();
	}

	/** What n8n does when a user listens for a test event in the editor (`test-webhooks.js`). */
	async startTestRun() {
		this.testStaticData = {};
		const opened = this.open(this.currentVersion(), {}, 'manual', true);
		try {
			await this.createWebhook(opened, 'manual', 'manual');
		} catch (error) {
			await this.stopTestRun();
			throw error;
		}
		this.testStaticData = opened.workflow.staticData;
	}

	/**
	 * What n8n does after the first event of a test run, when it could not be started, or when the user
	 * stops listening. Static data is empty until the webhook is registered.
	 */
	async stopTestRun() {
		const opened = this.open(this.currentVersion(), {}, 'manual', true);
		opened.workflow.staticData = this.testStaticData;
		await this.callHook('delete', opened, 'internal', 'update');
	}

	private publishAll(): WorkflowVersion[] {
		return this.all.map((trigger) => (trigger.published = trigger.currentVersion()));
	}

	private unpublishAll() {
		for (const trigger of this.all) trigger.published = undefined;
	}

	/** Opens the workflow for all of its triggers, which share one copy of its static data. */
	private openAll(
		versions: WorkflowVersion[],
		staticData: IDataObject | undefined,
		mode: WorkflowExecuteMode = 'trigger',
	): OpenedSibling[] {
		const siblings = this.all.map((trigger, index) => {
			const version = versions[index];
			return { trigger, version, opened: trigger.open(version, staticData, mode, false) };
		});
		const [{ opened: first }, ...others] = siblings;
		for (const { opened } of others) opened.workflow.staticData = first.workflow.staticData;
		return siblings;
	}

	private async add(mode: WorkflowActivateMode, { versions, staticData }: LoadedWorkflow) {
		const siblings = this.openAll(versions, staticData);
		const [{ opened }] = siblings;
		try {
			for (const sibling of siblings) {
				await sibling.trigger.createWebhook(sibling.opened, 'trigger', mode);
			}
			this.startOtherNode('webhook');
		} catch (error) {
			await this.clearWebhooks();
			throw error;
		}
		this.saveStaticData(opened.workflow);
		this.startOtherNode('earlierTrigger');
		for (const sibling of siblings) await sibling.trigger.startTrigger(sibling, mode);
		try {
			this.startOtherNode('laterTrigger');
		} catch (error) {
			await this.stop();
			throw error;
		}
		this.saveStaticData(opened.workflow);
	}

	private startOtherNode(node: OtherNode) {
		if (this.failingNode !== node) return;
		this.onFailure?.();
		throw new Error('Another node of the workflow cannot start');
	}

	private async startTrigger({ opened, version }: OpenedSibling, mode: WorkflowActivateMode) {
		const emit: Emit = (data, _response, donePromise) => {
			this.saveStaticData(opened.workflow);
			this.runs.startEmitted(data, this.createOpener(version, 'trigger'), donePromise);
		};
		const response = await inInstance(
			this.instanceId,
			async () => await startTrigger(opened, mode, emit),
		);
		this.closeTrigger = response?.closeFunction;
	}

	/** Removes what a failed registration may have left, as n8n does from 2.40 on before it tries again. */
	private async registerWebhook({ opened }: OpenedSibling, mode: WorkflowActivateMode) {
		try {
			await this.createWebhook(opened, 'trigger', mode);
		} catch (error) {
			await this.callHook('delete', opened, 'internal', 'update');
			this.saveStaticData(opened.workflow);
			throw error;
		}
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

	/** Like n8n's server, continues whatever happens, and saves if nothing was thrown. */
	private async clearWebhooks() {
		const versions = this.all.flatMap(({ published }) => published ?? []);
		if (versions.length === 0) return;
		const siblings = this.openAll(versions, clone(this.staticData), 'internal');
		const [{ opened: first }] = siblings;
		try {
			for (const { opened } of siblings) {
				await this.callHook('delete', opened, 'internal', 'update');
			}
			this.saveStaticData(first.workflow);
		} catch (error) {
			const { message } = error as Error;
			logError(first, `Could not remove webhooks of workflow "${this.workflowId}": "${message}"`);
		}
	}

	private async callHook(...call: Parameters<typeof callHook>): Promise<boolean> {
		return await inInstance(this.instanceId, async () => await callHook(...call));
	}

	private async receive(request: FastifyRequest, reply: FastifyReply, mode: WebhookMode) {
		const isTest = mode === 'manual';
		const version = isTest ? this.currentVersion() : this.published;
		const path = (request.params as { '*': string })['*'];
		// n8n looks for the decoded path that arrives.
		if (!version || path !== this.path) {
			const message = `The requested webhook "POST ${path}" is not registered.`;
			return respond(reply, 404, { code: 404, message });
		}
		const opened = this.open(version, clone(this.staticData), mode, isTest);
		opened.nodeType = this.receiver ?? opened.nodeType;
		try {
			if (isTest) opened.workflow.setTestStaticData(this.testStaticData);
			const result = await callWebhook(opened, mode, request, reply);
			if (result.workflowData !== undefined) {
				const opener = this.createOpener(version, mode);
				const { done } = await this.runs.start(mode, result.workflowData, opener);
				this.runs.track(done);
			}
			if (!isTest) this.saveStaticData(opened.workflow);
			if (result.noWebhookResponse !== true) respond(reply, 200, result.webhookResponse);
		} catch (error) {
			const { message } = error as Error;
			const { method, url } = request;
			logError(opened, `Error in handling webhook request ${method} ${url}: ${message}`);
			// The node may have responded itself.
			if (!reply.raw.headersSent) respond(reply, 500, { code: 0, message });
		}
	}
}

/** Tries five times, as n8n does; the delay is shorter. */
async function repeat(action: () => Promise<void>): Promise<void> {
	await pRetry(action, { retries: 4, factor: 1, minTimeout: 20 });
}
