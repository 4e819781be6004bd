import { randomUUID } from 'node:crypto';
import { NodeConnectionTypes, type INode } from 'n8n-workflow';
import type { Credential, N8nEditor, Workflow } from '../support/n8n/editor';
import type { BankControl } from '../bank/control';
import { bareTriggerType } from './barePackages';

const lastName = 'No Operation';

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

/** Activates a workflow of this trigger and a node that does nothing. */
async function activate(editor: N8nEditor, trigger: INode): Promise<Workflow> {
	const last = node(lastName, 'n8n-nodes-base.noOp', 1);
	const workflow = await editor.createWorkflow({
		name: trigger.name,
		nodes: [trigger, last],
		connections: {
			[trigger.name]: { main: [[{ node: lastName, type: NodeConnectionTypes.Main, index: 0 }]] },
		},
	});
	return await editor.activate(workflow);
}

function useCredential({ credential: { type, id, name } }: CandidateContext): INode['credentials'] {
	return { [type]: { id, name } };
}

/** Our trigger, without any claims yet. */
export async function ourTrigger(context: CandidateContext): Promise<Candidate> {
	const { editor, control } = context;
	const webhookId = randomUUID();
	const type = 'n8n-nodes-bank-transactions.bankTransactionsTrigger';
	const trigger = node('Bank Transactions Trigger', type, 1, {
		webhookId,
		credentials: useCredential(context),
		parameters: { triggerOn: 'all' },
	});
	const workflow = await activate(editor, trigger);
	const webhook = (await control.webhooks()).find(({ url }) => url.includes(`/${webhookId}/`));
	if (!webhook) throw new Error('The bank holds no webhook of the trigger');
	return { workflow, url: webhook.url, headers: { 'secure-token': webhook.secureToken } };
}

/** The bare trigger: no authentication, no deduplication. */
export async function bareTrigger(context: CandidateContext): Promise<Candidate> {
	const { editor, n8nUrl } = context;
	const webhookId = randomUUID();
	const credentials = useCredential(context);
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
