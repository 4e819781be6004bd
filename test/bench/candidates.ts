import { randomUUID } from 'node:crypto';
import type { INode, IWorkflowSettings } from 'n8n-workflow';
import type { Credential, N8nEditor, Workflow } from '../support/n8n/editor';
import { connectInOrder } from '../support/n8n/workflows';
import type { BankControl } from '../bank/control';
import { bareTriggerType } from './barePackages';

/** A workflow that is active, and how to call it. */
export interface Candidate {
	workflow: Workflow;
	url: string;
	headers: Record<string, string>;
}

interface CandidateContext {
	editor: N8nEditor;
	control: BankControl;
	credential: Credential;
	n8nUrl: string;
}

/** A node of a workflow that a benchmark makes. */
export function node(
	name: string,
	type: string,
	typeVersion: number,
	more: Partial<INode> = {},
): INode {
	const parameters = {};
	return { id: randomUUID(), name, type, typeVersion, position: [0, 0], parameters, ...more };
}

/** Activates a workflow of these nodes in a row. */
export async function activateInOrder(
	editor: N8nEditor,
	name: string,
	nodes: INode[],
	settings?: IWorkflowSettings,
): Promise<Workflow> {
	const connections = connectInOrder(nodes);
	return await editor.activate(await editor.createWorkflow({ name, nodes, connections, settings }));
}

/** Activates a workflow of this trigger and a node that does nothing. */
async function activate(editor: N8nEditor, trigger: INode): Promise<Workflow> {
	const last = node('No Operation', 'n8n-nodes-base.noOp', 1);
	return await activateInOrder(editor, trigger.name, [trigger, last]);
}

/** The credentials of a node that has only this one. */
export const useCredential = ({ type, id, name }: Credential): INode['credentials'] => ({
	[type]: { id, name },
});

/**
 * Our trigger, without any claims yet, once it has recorded its start: the first check follows a second
 * after the publication, and would otherwise run beside the events.
 */
export async function ourTrigger(context: CandidateContext): Promise<Candidate> {
	const { editor, control } = context;
	const webhookId = randomUUID();
	const type = 'n8n-nodes-bank-transactions.bankTransactionsTrigger';
	const trigger = node('Bank Transactions Trigger', type, 2, {
		webhookId,
		credentials: useCredential(context.credential),
		parameters: { triggerOn: 'all' },
	});
	const workflow = await activate(editor, trigger);
	const webhook = (await control.webhooks()).find(({ url }) => url.includes(`/${webhookId}/`));
	if (!webhook) throw new Error('The bank holds no webhook of the trigger');
	await editor.waitForExecution(workflow.id, ({ status }) => status === 'success');
	return { workflow, url: webhook.url, headers: { 'secure-token': webhook.secureToken } };
}

/** The bare trigger: no authentication, no deduplication. */
export async function bareTrigger(context: CandidateContext): Promise<Candidate> {
	const { editor, n8nUrl } = context;
	const webhookId = randomUUID();
	const credentials = useCredential(context.credential);
	const trigger = node('Bare Trigger', bareTriggerType, 1, { webhookId, credentials });
	const workflow = await activate(editor, trigger);
	return { workflow, url: `${n8nUrl}/webhook/${webhookId}/webhook`, headers: {} };
}

/** n8n's own Webhook node, which answers at once. */
export async function webhookNode({ editor, n8nUrl }: CandidateContext): Promise<Candidate> {
	const webhookId = randomUUID();
	const trigger = node('Webhook', 'n8n-nodes-base.webhook', 2, {
		webhookId,
		parameters: {
			httpMethod: 'POST',
			path: webhookId,
			responseMode: 'onReceived',
			options: {},
		},
	});
	const workflow = await activate(editor, trigger);
	return { workflow, url: `${n8nUrl}/webhook/${webhookId}`, headers: {} };
}
