import type { INode } from 'n8n-workflow';
import { importedExample } from '../exampleFiles';
import type { TestInstance } from './testInstance';

/** Returns a data table node after the user has selected the table of the example. */
export type SelectTable = (node: INode) => INode;

/**
 * Creates the data table of an example as its notes say: with its node **Create Table** or, in n8n 1,
 * which can neither create nor find a table by its name in a workflow, by hand.
 */
export async function createDataTable(
	instance: TestInstance,
	exampleName: string,
): Promise<SelectTable> {
	const { editor, installation, credential } = instance;
	const example = await importedExample(exampleName, credential);
	if (installation.version.startsWith('1.')) {
		const create = example.nodes.find(({ name }) => name === 'Create Table') as INode;
		const { tableName, columns } = create.parameters as unknown as TableParameters;
		const value = await editor.createDataTable(tableName, columns.column);
		return selectFromList(value);
	}
	const workflow = await editor.createWorkflow(example);
	const id = await editor.runOnce(workflow.id, 'Set Up');
	await editor.waitForExecution(
		workflow.id,
		(execution) => execution.id === id && execution.status === 'success',
	);
	await editor.deleteWorkflow(workflow);
	return (node) => node;
}

interface TableParameters {
	tableName: string;
	columns: { column: Array<{ name: string; type: string }> };
}

function selectFromList(value: string): SelectTable {
	return (node) => {
		if (node.parameters.dataTableId === undefined) return node;
		const dataTableId = { __rl: true, mode: 'list', value };
		return { ...node, parameters: { ...node.parameters, dataTableId } };
	};
}
