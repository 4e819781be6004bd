import type { INode, INodeParameters } from 'n8n-workflow';
import type { Workflow } from '../support/n8n/editor';
import { runN8nCommand } from '../support/n8n/n8nCommand';
import { recordingWorkflow } from '../support/n8n/recordingWorkflow';
import { useTestInstance } from '../support/n8n/testInstance';
import { triggerName } from '../support/n8n/workflows';
import { startRecorder, type Recorder } from '../support/recorder';
import { waitUntil, waitUntilStable } from '../support/waitFor';

/** Short, so that the trigger checks the list all the time. */
const parameters = { triggerOn: 'all', options: { catchUpInterval: 0.05 } };

const allSettings: Partial<INode> = {
	executeOnce: true,
	alwaysOutputData: true,
	onError: 'continueRegularOutput',
};

const instance = useTestInstance();
let recorder: Recorder;

beforeAll(async () => {
	recorder = await startRecorder();
});

afterAll(async () => await recorder?.close());

beforeEach(() => {
	recorder.arrivals.length = 0;
});

function withSettings(nodes: INode[], settings: Partial<INode>): INode[] {
	return nodes.map((node) => (node.name === triggerName ? { ...node, ...settings } : node));
}

async function createWorkflow(
	settings: Partial<INode>,
	options: INodeParameters = {},
): Promise<Workflow> {
	const all = { ...parameters, options: { ...parameters.options, ...options } };
	const input = recordingWorkflow(all, instance.credential, recorder.url);
	const nodes = withSettings(input.nodes, settings);
	return await instance.editor.createWorkflow({ ...input, nodes });
}

/** Books three transfers in one event and four without one, and resolves with their IDs. */
async function transfer(): Promise<number[]> {
	const { control } = instance;
	const { transactions: sent } = await control.transfers(Array(3).fill({ amount: 1000 }));
	const missed = await control.transfers(Array(4).fill({ amount: 1000, deliver: false }));
	return [...sent, ...missed.transactions].map(({ id }) => id);
}

/** Expects each of these to start the workflow once, and nothing else. */
async function expectArrivals(ids: number[]): Promise<void> {
	const read = () => recorder.arrivals.map(({ id }) => id);
	await waitUntil('all have started the workflow', read, (seen) => seen.length >= ids.length, {
		timeoutMs: 60_000,
	});
	// Two more checks.
	await waitUntilStable(async () => read().length, 6_000);
	expect(read().sort()).toEqual([...ids].sort());
}

async function waitForFirstCheck({ id }: Workflow): Promise<void> {
	await instance.editor.waitForExecution(id, ({ mode }) => mode === 'trigger');
}

it.each<[string, INodeParameters]>([
	["'Minimum Amount'", { minimumAmount: '={{ 250000 }}' }],
	["'Account'", { accountNumber: { __rl: true, mode: 'number', value: '={{ 123456789 }}' } }],
])(
	'an expression for a parameter that selects transactions is refused: %s',
	async (name, options) => {
		const { control, editor } = instance;
		const workflow = await createWorkflow({}, options);
		const refusal = `${name} of "${triggerName}" takes no expression`;
		await expect(editor.activate(workflow)).rejects.toThrow(refusal);
		expect(await control.webhooks()).toEqual([]);
		await editor.deleteWorkflow(workflow);
	},
	120_000,
);

describe("n8n's own settings of the trigger", () => {
	it('are refused by their name at the publication', async () => {
		const { control, editor } = instance;
		const workflow = await createWorkflow({ onError: 'continueErrorOutput' });
		await expect(editor.activate(workflow)).rejects.toThrow(`'On Error' of "${triggerName}" must`);
		expect(await control.webhooks()).toEqual([]);
		expect(await editor.executions(workflow.id)).toEqual([]);
		await editor.deleteWorkflow(workflow);
	}, 120_000);

	it('lose and repeat nothing if a published workflow gets them', async () => {
		const { editor } = instance;
		const created = await createWorkflow({});
		const workflow = await editor.activate(created);
		await waitForFirstCheck(workflow);
		const nodes = withSettings(created.nodes, allSettings);
		const publication = editor.publish(workflow, { nodes });
		if (!editor.publishesInBackground) {
			await expect(publication).rejects.toThrow("'Execute Once'");
			await editor.deleteWorkflow(workflow);
			return;
		}
		const changed = await publication;
		const first = await transfer();
		await expectArrivals(first);
		await instance.restart('stop');
		const second = await transfer();
		await expectArrivals([...first, ...second]);
		await editor.publish(changed, { nodes: created.nodes });
		const third = await transfer();
		await expectArrivals([...first, ...second, ...third]);
		await editor.deleteWorkflow(workflow);
	}, 240_000);

	it('lose and repeat nothing if n8n starts with a workflow that nobody published', async () => {
		const { editor, installation, userFolder } = instance;
		const workflow = await createWorkflow(allSettings);
		const command = installation.version.startsWith('1.')
			? ['update:workflow', `--id=${workflow.id}`, '--active=true']
			: ['publish:workflow', `--id=${workflow.id}`];
		await instance.restart('stop', {
			whileDown: async () => await runN8nCommand(installation, userFolder, command),
		});
		await waitForFirstCheck(workflow);
		for (const name of ['Execute Once', 'Always Output Data', 'On Error']) {
			expect(instance.n8n.log()).toContain(`'${name}' of "${triggerName}" must`);
		}
		const ids = await transfer();
		await expectArrivals(ids);
		const statuses = (await editor.executions(workflow.id)).map(({ status }) => status);
		expect(new Set(statuses)).toEqual(new Set(['success']));
		await editor.deleteWorkflow(workflow);
	}, 240_000);
});
