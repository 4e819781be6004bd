/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { setTimeout as wait } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import type { INode, INodeParameters } from 'n8n-workflow';
import type { Credential, N8nEditor, Workflow, WorkflowInput } from '../support/n8n/editor';
import { recorderNode } from '../support/n8n/recordingWorkflow';
import { connectInOrder, triggerWorkflow } from '../support/n8n/workflows';
import type { TransferInput } from '../bank/types';
import type { Customer } from './customer';
import { startRecorder, type Recorder } from '../support/recorder';
import { waitUntil } from '../support/waitFor';

/** Minutes between two checks of catch-up; short, so that many fit into a test. */
export const catchUpInterval = 0.05;
const arrivalTimeoutMs = 45_000;
/** Leaves time for an execution that a check has just started. */
const stragglerMs = 2_000;
const MAX_REFERENCES = 4;

export interface LiveTrigger {
	name: string;
	parameters: INodeParameters;
	credential: Credential;
}

/** What can be changed in a workflow that runs. */
export interface LiveParts {
	/** Absent: the workflow has no such node. */
	trigger?: LiveTrigger;
	/** Other triggers, which are connected to nothing. */
	siblings: INode[];
	/** Between the trigger and the last node. */
	steps: INode[];
}

/**
 * A workflow that is changed while it runs. Its last node tells a recorder what started it, with one
 * request per execution.
 */
export class LiveWorkflow {
	/** References of the transactions that must start it, each once. */
	readonly expected = new Set<string>();

	/** What was wrong at the last check, by the kind of problem. */
	private readonly reported = new Map<string, string[]>();

	private constructor(
		readonly editor: N8nEditor,
		readonly recorder: Recorder,
		private parts: LiveParts,
		private readonly webhookId: string,
		public saved: Workflow,
	) {}

	/** Saves the workflow; it is not published yet. */
	static async create(editor: N8nEditor, parts: Partial<LiveParts>): Promise<LiveWorkflow> {
		const recorder = await startRecorder();
		const allParts = { siblings: [], steps: [], ...parts };
		const webhookId = randomUUID();
		const input = build(allParts, webhookId, recorder.url);
		const saved = await editor.createWorkflow(input);
		return new LiveWorkflow(editor, recorder, allParts, webhookId, saved);
	}

	/** Where the service sends events, under the address of n8n. */
	webhookUrl(n8nUrl: string): string {
		return `${n8nUrl}/webhook/${this.webhookId}/webhook`;
	}

	/** Publishes the workflow with these changes. */
	async publish(changes: Partial<LiveParts> = {}): Promise<void> {
		this.parts = { ...this.parts, ...changes };
		const { nodes, connections } = build(this.parts, this.webhookId, this.recorder.url);
		this.saved = await this.editor.publish(this.saved, { nodes, connections });
	}

	/** Publishes it with another name, credential, or parameters of the trigger. */
	async change(changes: Partial<LiveTrigger>): Promise<void> {
		const { trigger } = this.parts;
		if (trigger) await this.publish({ trigger: { ...trigger, ...changes } });
	}

	/** The references of all that started it so far. */
	started(): string[] {
		return this.recorder.arrivals.map(({ reference }) => reference);
	}

	/** These must start it; resolves when they have. */
	async expectStarts(...references: string[]): Promise<void> {
		for (const reference of references) this.expected.add(reference);
		await waitUntil(
			`${summary(references)} start the workflow`,
			() => ({
				missing: summary(missing(references, this.started())),
				unexpected: summary(this.unexpected()),
			}),
			(seen) => seen.missing === none,
			{ timeoutMs: arrivalTimeoutMs },
		);
	}

	/**
	 * All that must start it has, each once, and nothing else. To know that catch-up is done, one more
	 * transaction is made whose event is lost: older ones are passed before it.
	 */
	async expectExactStarts(
		customer: Customer,
		lastTransaction: Partial<TransferInput> = {},
	): Promise<void> {
		const last = await customer.loseEvent(lastTransaction);
		this.expected.add(last);
		await waitUntil(
			`${last} is caught up`,
			() => this.started(),
			(started) => started.includes(last),
			{ timeoutMs: arrivalTimeoutMs },
		).catch(() => undefined);
		await customer.waitForChecks(3);
		await wait(stragglerMs);
		this.assertStarts();
	}

	/** Only expected transactions started it, each once. A new problem is reported once. */
	assertStarts(): void {
		expect({
			unexpected: this.filterNew('unexpected', this.unexpected()),
			missing: this.filterNew('missing', this.missing()),
			twice: this.filterNew('twice', this.twice()),
		}).toEqual({ unexpected: none, missing: none, twice: none });
	}

	unexpected(): string[] {
		return missing([...new Set(this.started())], [...this.expected]);
	}

	missing(): string[] {
		return missing([...this.expected], this.started());
	}

	twice(): string[] {
		const seen = new Set<string>();
		const again = this.started().filter((reference) => seen.size === seen.add(reference).size);
		return [...new Set(again)];
	}

	private filterNew(problem: string, references: string[]): string {
		const reported = new Set(this.reported.get(problem));
		this.reported.set(problem, references);
		return summary(references.filter((reference) => !reported.has(reference)));
	}

	/** Deactivates it and stops listening to it. */
	async end(): Promise<void> {
		await this.editor.deactivate(this.saved);
		await this.recorder.close();
	}
}

export const none = 'none';

/** Returns the number and the first references: `21, …`. */
export function summary(references: string[]): string {
	if (references.length === 0) return none;
	const first = references.slice(0, MAX_REFERENCES).join(', ');
	return `${references.length}: ${first}${references.length > MAX_REFERENCES ? ', …' : ''}`;
}

function missing(wanted: string[], from: string[]): string[] {
	const there = new Set(from);
	return wanted.filter((reference) => !there.has(reference));
}

function build(
	{ trigger, siblings, steps }: LiveParts,
	webhookId: string,
	recorderUrl: string,
): WorkflowInput {
	const triggers = trigger
		? triggerWorkflow(trigger.parameters, trigger.credential).nodes.map((node) => ({
				...node,
				name: trigger.name,
				webhookId,
			}))
		: [];
	const recorder = recorderNode(recorderUrl);
	const last: INode = {
		...recorder,
		executeOnce: true,
		parameters: {
			...recorder.parameters,
			jsonBody: `={{ JSON.stringify($('${trigger?.name}').all().map(({ json }) => ({ id: json.id, reference: json.reference, execution: $execution.id }))) }}`,
		},
	};
	return {
		name: 'Live changes',
		nodes: [...triggers, ...siblings, ...steps, last],
		connections: connectInOrder([...triggers, ...steps, last]),
	};
}
