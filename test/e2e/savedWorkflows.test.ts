import type { INode } from 'n8n-workflow';

import { listRecordedVersions, readRecord, readSavedWorkflow } from '../compatibility/records';
import { getOperation, type Surface } from '../compatibility/surface';
import { selectCredential } from '../support/exampleFiles';
import { getItems, type Execution, type Workflow } from '../support/n8n/editor';
import { useTestInstance } from '../support/n8n/testInstance';
import { hasPassed } from '../support/n8n/workflows';

const instance = useTestInstance();
const imported: Workflow[] = [];

/** Imports the workflow that was saved with a version, as a user does. */
async function importSaved(version: string): Promise<Workflow> {
	const { editor, credential } = instance;
	const saved = selectCredential(await readSavedWorkflow(version), credential);
	const workflow = await editor.createWorkflow(saved);
	imported.push(workflow);
	return workflow;
}

/** Expects the items of a node to have every key that its recorded output has. */
function expectRecordedKeys(surface: Surface, node: INode, execution: Execution): void {
	const { resource, operation } = node.parameters;
	const { output = {} } = getOperation(
		surface.nodes[node.type],
		resource as string | undefined,
		operation as string | undefined,
	);
	const keys = Object.keys(output).filter((key) => !/[.[]/.test(key));
	expect(keys).not.toEqual([]);
	const items = getItems(execution, node.name);
	expect({ node: node.name, count: items.length }).not.toEqual({ node: node.name, count: 0 });
	for (const item of items) expect(Object.keys(item)).toEqual(expect.arrayContaining(keys));
}

afterEach(async () => {
	for (const workflow of imported.splice(0)) {
		await instance.editor.deactivate(workflow);
		await instance.editor.deleteWorkflow(workflow);
	}
});

it('runs the operations of a workflow that was saved with an earlier version', async () => {
	const { editor, control } = instance;
	await control.transfer({ amount: 250_500, description: 'CKDH1042' });
	for (const version of await listRecordedVersions()) {
		const surface = await readRecord(version);
		const workflow = await importSaved(version);
		const execution = await editor.runToEnd(workflow.id, 'Start');
		expect(execution.data.resultData.error).toBeUndefined();
		const action = /\.bankTransactions$/;
		for (const node of workflow.nodes.filter(({ type }) => action.test(type))) {
			expectRecordedKeys(surface, node, execution);
		}
		expect(getItems(execution, 'Get Many')).toHaveLength(5);
		expect(getItems(execution, 'Match Payments')).toEqual([
			expect.objectContaining({ status: 'paid', receivedAmount: 250_500, difference: 500 }),
		]);
		expect(await control.webhooks()).toEqual([]);
	}
}, 120_000);

it('starts a workflow that was saved with an earlier version for each transaction', async () => {
	const { editor, control } = instance;
	for (const version of await listRecordedVersions()) {
		const surface = await readRecord(version);
		const workflow = await editor.activate(await importSaved(version));
		const { transaction } = await control.transfer({ amount: 120_000, description: 'ck dh 2077' });
		const isStarted = hasPassed(transaction.id, 'Money In');
		const execution = await editor.waitForExecution(workflow.id, isStarted);
		const trigger = workflow.nodes.find(({ name }) => name === 'Money In') as INode;
		expectRecordedKeys(surface, trigger, execution);
		expect(getItems(execution, 'Line')).toEqual([{ line: `${transaction.id}: 120000 for DH2077` }]);
		await editor.deactivate(workflow);
	}
}, 120_000);
