import { randomUUID } from 'node:crypto';

import type { ExecuteContext } from 'n8n-core';
import {
	NodeHelpers,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IWebhookData,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import {
	createAdditionalData,
	createNode,
	createWorkflow,
	LAST,
	nodeTypes,
	TRIGGER,
	type CredentialData,
} from './engine';
import { clone, ExecutionStore, type StoredExecution } from './executionStore';
import { ownInstanceId } from './n8nInstance';
import type { OpenedTrigger } from './triggerContexts';
import { getWorkerTrigger } from './workerTrigger';

/** What a user may change in the editor. It counts for the active workflow once it is published. */
export interface WorkflowVersion {
	workflowName: string;
	nodeName: string;
	parameters: INodeParameters;
	credential: CredentialData;
}

/** Where a trigger lives; a copy of it in another n8n shares some of this. */
export interface TriggerIdentity {
	instanceId?: string;
	workflowId?: string;
	nodeId?: string;
	webhookId?: string;
	sibling?: TriggerWorkflow;
}

/** A workflow of our trigger and a last node, as n8n stores it and opens it for each use. */
export class TriggerWorkflow implements WorkflowVersion {
	/** What the workflow's last node got, one entry for each execution that passed something. */
	readonly executions: INodeExecutionData[][] = [];

	/** Every execution, and what may happen to it. */
	readonly runs = new ExecutionStore();

	/** Executions start on empty static data, as those that waited for long. */
	startsOnEmptyStaticData = false;

	/**
	 * n8n's own settings of the trigger, such as `executeOnce`. Those of executions change at once, as from
	 * n8n 2.40 on, where a change of settings alone calls no hook.
	 */
	nodeSettings: Partial<INode> = {};

	/** What follows the trigger. A disabled node passes on what it gets. */
	nextNode: 'enabled' | 'disabled' | 'none' = 'enabled';

	/** What a later node does with the items it gets; it may throw, or never end. */
	laterNode?: (this: ExecuteContext, items: INodeExecutionData[]) => void | Promise<void>;

	/** The trigger as the main process has loaded it. */
	protected nodeType: INodeType = nodeTypes.getByNameAndVersion(TRIGGER);

	workflowName = 'Test';

	nodeName = 'Bank Transactions Trigger';

	readonly instanceId: string;

	readonly nodeId: string;

	/** Missing in a workflow that was imported from a file without it. */
	webhookId?: string;

	/** Under this address n8n registers webhooks: WEBHOOK_URL without a slash at the end. */
	baseUrl = '';

	/** What n8n keeps of the workflow in its database, for all of its triggers. */
	private readonly storedWorkflow: { id: string; staticData: IDataObject };

	private readonly credentialIds = new Map<CredentialData, string>();

	private readonly nodeTypes: INodeTypes;

	constructor(
		public credential: CredentialData,
		public parameters: INodeParameters = {},
		{ instanceId, workflowId, nodeId, webhookId, sibling }: TriggerIdentity = {},
	) {
		const id = workflowId ?? randomUUID();
		this.storedWorkflow = sibling?.storedWorkflow ?? { id, staticData: {} };
		this.instanceId = instanceId ?? ownInstanceId;
		this.nodeId = nodeId ?? randomUUID();
		this.webhookId = webhookId ?? randomUUID();
		this.nodeTypes = this.createNodeTypesWithRecorder();
	}

	/** The IDs that reached the workflow's last node, in order of arrival. */
	get passedIds(): number[] {
		return this.executions.flat().map(({ json }) => Number(json.id));
	}

	get workflowId(): string {
		return this.storedWorkflow.id;
	}

	/** The workflow's static data, as n8n keeps it between calls. */
	get staticData(): IDataObject {
		return this.storedWorkflow.staticData;
	}

	set staticData(staticData: IDataObject) {
		this.storedWorkflow.staticData = staticData;
	}

	protected get path(): string {
		const { workflowId, nodeName, webhookId } = this;
		const node = { ...createNode(TRIGGER, nodeName, {}), webhookId };
		return NodeHelpers.getNodeWebhookPath(workflowId, node, 'webhook');
	}

	protected currentVersion(): WorkflowVersion {
		const { workflowName, nodeName, parameters, credential } = this;
		return { workflowName, nodeName, parameters: clone(parameters), credential };
	}

	protected open(
		version: WorkflowVersion,
		staticData: IDataObject | undefined,
		mode: WorkflowExecuteMode,
		isTest: boolean,
	): OpenedTrigger {
		const { workflowName, nodeName, parameters, credential } = version;
		const trigger = {
			...createNode(TRIGGER, nodeName, clone(parameters)),
			...this.nodeSettings,
			id: this.nodeId,
			webhookId: this.webhookId,
			credentials: { bankTransactionsApi: { id: this.getCredentialId(credential), name: 'Bank' } },
		};
		const last = { ...createNode(LAST, 'Last', {}), disabled: this.nextNode === 'disabled' };
		const nodes = this.nextNode === 'none' ? [trigger] : [trigger, last];
		const workflow = createWorkflow(nodes, {
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
		return { workflow, additionalData, webhookData, nodeType: this.nodeType };
	}

	/**
	 * Returns a function that opens the workflow for one execution, on a fresh copy of its static
	 * data. A retry starts on empty static data.
	 */
	protected createOpener(version: WorkflowVersion, mode: WorkflowExecuteMode) {
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

	protected saveStaticData({ staticData }: Workflow) {
		if (!staticData.__dataChanged) return;
		this.staticData = clone(staticData);
		staticData.__dataChanged = false;
	}

	/** The credential under another ID; one that is edited keeps its ID. */
	private getCredentialId(credential: CredentialData): string {
		const id = this.credentialIds.get(credential) ?? String(this.credentialIds.size + 1);
		this.credentialIds.set(credential, id);
		return id;
	}

	/** The types of the workflow, with a last node that records what it gets. */
	private createNodeTypesWithRecorder(): INodeTypes {
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
		const find = (name: string) => {
			if (name === LAST) return recorder;
			if (name !== TRIGGER) return nodeTypes.getByNameAndVersion(name);
			return this.runs.isQueueMode ? getWorkerTrigger() : this.nodeType;
		};
		return { ...nodeTypes, getByName: find, getByNameAndVersion: find };
	}
}
