/* eslint-disable @n8n/community-nodes/require-node-api-error -- test code, which never runs inside a node */
import { randomBytes, randomUUID } from 'node:crypto';
import axios, { isAxiosError, type AxiosInstance, type Method } from 'axios';
import { parse } from 'flatted';
import type {
	ExecutionStatus,
	IConnections,
	IDataObject,
	INode,
	IPinData,
	IRunExecutionData,
	IWorkflowSettings,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type { Bank } from '../../bank/bank';
import { compareVersions } from '../versions';
import { waitFor, waitUntil } from '../waitFor';

export interface SignIn {
	email: string;
	password: string;
}

export interface Credential {
	id: string;
	name: string;
	type: string;
}

export interface WorkflowInput {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	/** What a test run takes in place of a node's own output, by the name of the node. */
	pinData?: IPinData;
}

export interface Workflow extends WorkflowInput {
	id: string;
	/** Changes with every save; what runs is the version that was activated last. */
	versionId: string;
	active: boolean;
}

export interface ExecutionSummary {
	id: string;
	mode: WorkflowExecuteMode;
	status: ExecutionStatus;
	startedAt: string;
	stoppedAt: string | null;
	/** The execution that this one repeats. */
	retryOf?: string | null;
}

export interface Execution extends ExecutionSummary {
	data: IRunExecutionData;
}

interface PublicationStatus {
	status: 'in_progress' | 'published' | 'partial' | 'failed' | 'not_published';
	triggers: Array<{ errorMessage: string | null }>;
}

/**
 * Does what a user does in n8n's editor, through the same REST calls.
 * Every method throws an Error with n8n's own message when n8n refuses.
 */
export class N8nEditor {
	private readonly http: AxiosInstance;
	readonly isFirstGeneration: boolean;
	/** Responds first, and activates or deactivates the triggers afterwards. */
	readonly publishesInBackground: boolean;
	private cookie = '';

	/** `url` is the address of n8n, such as `http://127.0.0.1:5678`, and `version` its version. */
	constructor(
		private readonly url: string,
		version: string,
	) {
		this.isFirstGeneration = version.startsWith('1.');
		this.publishesInBackground = compareVersions(version, '2.40.0') >= 0;
		this.http = axios.create({
			baseURL: `${url}/rest`,
			proxy: false,
			timeout: 60_000,
			headers: { 'browser-id': randomUUID() },
		});
	}

	/** Makes the first user of a fresh n8n and signs in as that user. */
	async setUpOwner(): Promise<SignIn> {
		// n8n requires a digit and a capital letter.
		const password = `A1${randomBytes(12).toString('base64url')}`;
		const signIn = { email: 'owner@example.com', password };
		await this.call('POST', '/owner/setup', { ...signIn, firstName: 'Olivia', lastName: 'Owner' });
		await this.login(signIn);
		return signIn;
	}

	async login({ email, password }: SignIn): Promise<void> {
		await this.call('POST', '/login', { emailOrLdapLoginId: email, password });
	}

	/** Reads a static file that n8n serves to its editor, such as `/types/nodes.json`. */
	async served<T>(path: string): Promise<T> {
		const headers = { cookie: this.cookie };
		return (await this.http.get<T>(path, { baseURL: this.url, headers })).data;
	}

	async createCredential(input: {
		name: string;
		type: string;
		data: IDataObject;
	}): Promise<Credential> {
		return await this.call('POST', '/credentials', input);
	}

	/** Stores a credential of this package for a practice bank. */
	async createBankCredential(
		{ url, apiKey }: Pick<Bank, 'url' | 'apiKey'>,
		name = 'Practice bank',
	): Promise<Credential> {
		const data = { baseUrl: url, apiKey };
		return await this.createCredential({ name, type: 'bankTransactionsApi', data });
	}

	/** Saves other data in a stored credential; what is not given stays. */
	async updateCredential({ id, name, type }: Credential, data: IDataObject): Promise<void> {
		await this.call('PATCH', `/credentials/${id}`, { name, type, data });
	}

	/** The IDs of the workflows that are not archived. */
	async workflowIds(): Promise<string[]> {
		const all = await this.call<Array<{ id: string; isArchived?: boolean }>>('GET', '/workflows');
		return all.filter(({ isArchived }) => !isArchived).map(({ id }) => id);
	}

	async workflow(id: string): Promise<Workflow> {
		return await this.call('GET', `/workflows/${id}`);
	}

	/** Stores a credential for the public API of this n8n, with a key that does not expire. */
	async createApiCredential(scopes: string[]): Promise<Credential> {
		const name = 'This n8n';
		const input = { label: name, scopes, expiresAt: null };
		const { rawApiKey } = await this.call<{ rawApiKey: string }>('POST', '/api-keys', input);
		const data = { apiKey: rawApiKey, baseUrl: `${this.url}/api/v1` };
		return await this.createCredential({ name, type: 'n8nApi', data });
	}

	/** Tests a stored credential as the editor does: with its data, secrets blanked, sent back. */
	async testCredential({ id }: Credential): Promise<{ status: 'OK' | 'Error'; message: string }> {
		const stored = await this.call('GET', `/credentials/${id}?includeData=true`);
		return await this.call('POST', '/credentials/test', { credentials: stored });
	}

	/** Creates a data table in the user's own project, and returns its ID. */
	async createDataTable(
		name: string,
		columns: Array<{ name: string; type: string }>,
	): Promise<string> {
		const project = await this.call<{ id: string }>('GET', '/projects/personal');
		const path = `/projects/${project.id}/data-tables`;
		return (await this.call<{ id: string }>('POST', path, { name, columns })).id;
	}

	async createWorkflow(input: WorkflowInput): Promise<Workflow> {
		// n8n 1 requires the state.
		const state = this.isFirstGeneration ? { active: false } : {};
		return await this.call('POST', '/workflows', { ...input, ...state });
	}

	/** Saves. An active workflow remains unchanged until it is activated again. */
	async updateWorkflow(id: string, changes: Partial<WorkflowInput>): Promise<Workflow> {
		return await this.call('PATCH', `/workflows/${id}`, changes);
	}

	/** Activates this version of the workflow, also in place of another one. */
	async activate({ id, versionId }: Workflow): Promise<Workflow> {
		// n8n 1 has no versions to choose from: what was saved last is what runs.
		if (this.isFirstGeneration) {
			return await this.call('PATCH', `/workflows/${id}`, { active: true });
		}
		const path = `/workflows/${id}/activate`;
		const workflow = await this.call<Workflow>('POST', path, { versionId });
		await this.waitForPublication(id);
		return workflow;
	}

	/**
	 * Saves the changes and has them run, whether another version was running or none: n8n 2 saves,
	 * then publishes; in n8n 1 the saving of an active workflow is all.
	 */
	async publish(workflow: Workflow, changes: Partial<WorkflowInput>): Promise<Workflow> {
		if (this.isFirstGeneration && workflow.active) {
			return await this.call('PATCH', `/workflows/${workflow.id}`, { ...changes, active: true });
		}
		return await this.activate(await this.updateWorkflow(workflow.id, changes));
	}

	async deactivate({ id }: Workflow): Promise<Workflow> {
		if (this.isFirstGeneration) {
			return await this.call('PATCH', `/workflows/${id}`, { active: false });
		}
		const workflow = await this.call<Workflow>('POST', `/workflows/${id}/deactivate`, {});
		await this.waitForPublication(id);
		return workflow;
	}

	async deleteWorkflow({ id }: Workflow): Promise<void> {
		await this.call('POST', `/workflows/${id}/archive`, {});
		await this.waitForPublication(id);
		await this.call('DELETE', `/workflows/${id}`);
	}

	/**
	 * Runs the saved workflow once, from this trigger node, with changes that are not published. Resolves
	 * with the id of the execution, or with nothing if the trigger now waits for a call of its test URL.
	 */
	async runOnce(
		workflowId: string,
		startNode: string,
		draft: Partial<WorkflowInput> = {},
	): Promise<string | undefined> {
		// n8n 1 runs what it is sent, as its editor does with what is not saved yet.
		const workflowData = this.isFirstGeneration
			? { ...(await this.call<Workflow>('GET', `/workflows/${workflowId}`)), ...draft }
			: undefined;
		if (!this.isFirstGeneration && draft.nodes) await this.updateWorkflow(workflowId, draft);
		const input = { workflowData, triggerToStartFrom: { name: startNode } };
		const path = `/workflows/${workflowId}/run`;
		return (await this.call<{ executionId?: string }>('POST', path, input)).executionId;
	}

	/** Runs the saved workflow once, and resolves with the execution when it has ended. */
	async runToEnd(workflowId: string, startNode: string): Promise<Execution> {
		const runId = await this.runOnce(workflowId, startNode);
		return await this.waitForExecution(workflowId, ({ id }) => id === runId);
	}

	/** Ends the wait for a call of a test URL; n8n closes it a moment after this resolves. */
	async stopListening(workflowId: string): Promise<void> {
		await this.call('DELETE', `/test-webhook/${workflowId}`);
	}

	/** Runs an execution that did not succeed once more, to its end. */
	async retry({ id }: ExecutionSummary): Promise<void> {
		await this.call('POST', `/executions/${id}/retry`, { loadWorkflow: false });
	}

	/** The latest hundred, newest first. */
	async executions(workflowId: string): Promise<ExecutionSummary[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const path = `/executions?limit=100&filter=${filter}`;
		return (await this.call<{ results: ExecutionSummary[] }>('GET', path)).results;
	}

	async execution(id: string): Promise<Execution> {
		const stored = await this.call<ExecutionSummary & { data: string }>('GET', `/executions/${id}`);
		return { ...stored, data: parse(stored.data) as IRunExecutionData };
	}

	/**
	 * Resolves with the newest execution of the workflow that has ended and that `isIt` accepts.
	 * Throws an Error that lists the executions seen if there is none before the timeout.
	 */
	async waitForExecution(
		workflowId: string,
		isIt: (execution: Execution) => boolean,
		timeoutMs = 30_000,
	): Promise<Execution> {
		const find = async () => {
			const seen = await this.executions(workflowId);
			for (const { id } of seen.filter(({ stoppedAt }) => stoppedAt !== null)) {
				const execution = await this.execution(id);
				if (isIt(execution)) return execution;
			}
			const list = seen.map(({ id, mode, status }) => `${id} ${mode} ${status}`).join(', ');
			throw new Error(
				`No such execution of workflow ${workflowId} in ${timeoutMs / 1000} seconds; seen: ${list || 'none'}`,
			);
		};
		return await waitFor(find, { timeoutMs, intervalMs: 250 });
	}

	/** Throws an Error with the messages of the triggers that n8n could not activate. */
	private async waitForPublication(id: string): Promise<void> {
		if (!this.publishesInBackground) return;
		const { status, triggers } = await waitUntil(
			`n8n publishes or unpublishes workflow ${id}`,
			async () => await this.call<PublicationStatus>('GET', `/workflows/${id}/publication-status`),
			(current) => current.status !== 'in_progress',
			{ timeoutMs: 60_000, intervalMs: 50 },
		);
		if (status !== 'failed' && status !== 'partial') return;
		const messages = triggers.flatMap(({ errorMessage }) => errorMessage ?? []);
		throw new Error(`n8n did not activate workflow ${id}: ${messages.join(', ')}`);
	}

	private async call<T>(method: Method, url: string, data?: unknown): Promise<T> {
		try {
			const headers = { cookie: this.cookie };
			const response = await this.http.request<{ data: T }>({ method, url, data, headers });
			const cookies = response.headers['set-cookie'];
			if (cookies) this.cookie = cookies.map((cookie) => cookie.split(';')[0]).join('; ');
			return response.data.data;
		} catch (error) {
			const reason = isAxiosError(error) ? (error.response?.data?.message ?? error.message) : error;
			// The cause would carry the cookie and what was sent.
			throw new Error(`n8n refused ${method} ${url}: ${reason}`);
		}
	}
}

/** Returns the JSON of the items at a node's first output in its last run. */
export function getItems(execution: Execution, nodeName: string): IDataObject[] {
	const lastRun = execution.data.resultData.runData[nodeName]?.at(-1);
	return (lastRun?.data?.main?.[0] ?? []).map((item) => item.json);
}
