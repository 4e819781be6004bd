import type { INode } from 'n8n-workflow';

import { exampleNames, readExample } from '../support/exampleFiles';
import type { WorkflowInput } from '../support/n8n/editor';

const stickyNote = 'n8n-nodes-base.stickyNote';

/** What runs in any n8n, without an account at another service. */
const ownMeans = [
	/^n8n-nodes-base\.(manual|schedule|n8n|error|form)Trigger$/,
	/^n8n-nodes-base\.(code|set|splitOut|splitInBatches|merge|if|switch|filter|wait|aggregate)$/,
	/^n8n-nodes-base\.(form|dataTable|convertToFile|extractFromFile|stopAndError|stickyNote)$/,
	/^@n8n\/n8n-nodes-langchain\.(agent|chatTrigger|mcpTrigger|memoryBufferWindow)$/,
	/^n8n-nodes-bank-transactions\./,
];

/** A trigger whose items can be pinned; the one of MCP has none. */
const isTrigger = ({ type }: INode) => /trigger$/i.test(type) && !type.endsWith('.mcpTrigger');

/** Nodes that n8n can call from outside, also if the example does not use it. */
const hasWebhook =
	/\.(bankTransactionsTrigger|chatTrigger|mcpTrigger|formTrigger|form|wait|emailSend|slack)$/;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The examples by name. */
const examples = new Map<string, WorkflowInput>();

beforeAll(async () => {
	for (const name of await exampleNames()) examples.set(name, await readExample(name));
});

/** A request to a waiting execution of the same n8n. */
const resumesExecution = ({ parameters }: INode) => parameters.url === '={{ $json.resumeUrl }}';

describe('every example', () => {
	it('explains itself in notes, and names only nodes that it contains', () => {
		const labels = ['Active', 'Error Workflow', 'Execute workflow', 'Production URL', 'Timezone'];
		const operations = ['Get Many', 'Check payments for orders'];
		/** Bold text of up to four words that is no payment code, such as `DH1042`, and no sentence. */
		const boldName = /\*\*([A-Z]\w*[a-z?](?: [\w-]+){0,3}\??)\*\*(?!,)/g;
		for (const { nodes } of examples.values()) {
			const notes = nodes.filter(({ type }) => type === stickyNote);
			expect(notes.length).toBeGreaterThan(1);
			for (const { parameters } of notes) expect(String(parameters.content)).toMatch(/\w{3}/);
			const bold = notes.flatMap(({ parameters }) =>
				[...String(parameters.content).matchAll(boldName)].map(([, text]) => text),
			);
			expect(bold.length).toBeGreaterThan(0);
			const known = [...nodes.map((node) => node.name), ...labels, ...operations];
			expect(known).toEqual(expect.arrayContaining(bold));
		}
	});

	it('has pinned data on each of its triggers and nowhere else', () => {
		for (const { nodes, pinData } of examples.values()) {
			const triggers = nodes.filter(isTrigger).map((trigger) => trigger.name);
			expect(Object.keys(pinData ?? {})).toEqual(triggers);
			expect(nodes.some(({ type }) => /trigger$/i.test(type))).toBe(true);
		}
	});

	it('deactivates nodes that need another service, so that it runs at once', () => {
		const known = /^(n8n-nodes-base|@n8n\/n8n-nodes-langchain)\./;
		for (const { nodes } of examples.values()) {
			const foreign = nodes.filter(
				(node) => !ownMeans.some((means) => means.test(node.type)) && !resumesExecution(node),
			);
			expect(foreign.filter(({ disabled, type }) => !disabled || !known.test(type))).toEqual([]);
		}
	});

	it('contains no credential', () => {
		for (const { nodes } of examples.values()) {
			for (const node of nodes) expect(Object.keys(node)).not.toContain('credentials');
		}
	});

	it('has a webhook ID of its own on each node that has one in an export of n8n', () => {
		const nodes = [...examples.values()].flatMap((example) => example.nodes);
		const withId = nodes.filter(({ webhookId }) => webhookId !== undefined);
		expect(withId).toEqual(nodes.filter(({ type }) => hasWebhook.test(type)));
		expect(new Set(withId.map(({ webhookId }) => webhookId)).size).toBe(withId.length);
		for (const { webhookId } of withId) expect(webhookId).toMatch(UUID);
	});

	it('deletes nothing unless the user activates the node', () => {
		const removing = [...examples.values()]
			.flatMap(({ nodes }) => nodes)
			.filter(({ parameters }) => String(parameters.operation).startsWith('delete'));
		expect(removing).toMatchObject([{ name: 'Delete Webhook', disabled: true }]);
	});
});

it('creates the same data table in both examples that use one', () => {
	const [requested, confirmed] = ['request-payment', 'confirm-payment'].map(
		(name) => examples.get(name)?.nodes.find((node) => node.name === 'Create Table')?.parameters,
	);
	expect(requested).toMatchObject({ operation: 'create', options: { createIfNotExists: true } });
	expect(confirmed).toEqual(requested);
});
