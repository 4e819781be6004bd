import type { INode } from 'n8n-workflow';
import { importedExample } from '../exampleFiles';
import type { TestInstance } from './testInstance';

/** Returns a node of an example after the user has selected its data table. */
export type SelectTable = (node: INode) => INode;

interface TableParameters {
	tableName: string;
	columns: { column: Array<{ name: string; type: string }> };
}

/**
 * Creates the data table of an example as the notes say for n8n 1, which can neither create nor find a
 * table by its name in a workflow.
 */
export async function createTableByHand(
	{ editor, credential }: Pick<TestInstance, 'editor' | 'credential'>,
	exampleName: string,
): Promise<SelectTable> {
	const { nodes } = await importedExample(exampleName, credential);
	const create = nodes.find(({ name }) => name === 'Create Table') as INode;
	const { tableName, columns } = create.parameters as unknown as TableParameters;
	const value = await editor.createDataTable(tableName, columns.column);
	return (node) => {
		if (node.name === create.name) return { ...node, disabled: true };
		if (node.parameters.dataTableId === undefined) return node;
		const dataTableId = { __rl: true, mode: 'list', value };
		return { ...node, parameters: { ...node.parameters, dataTableId } };
	};
}

/** Creates the data table of an example with its **Set Up** or, in n8n 1, by hand. */
export async function createDataTable(
	instance: TestInstance,
	exampleName: string,
): Promise<SelectTable> {
	const { editor, installation, credential } = instance;
	if (installation.version.startsWith('1.')) return await createTableByHand(instance, exampleName);
	const workflow = await editor.createWorkflow(await importedExample(exampleName, credential));
	const id = await editor.runOnce(workflow.id, 'Set Up');
	await editor.waitForExecution(
		workflow.id,
		(execution) => execution.id === id && execution.status === 'success',
	);
	await editor.deleteWorkflow(workflow);
	return (node) => node;
}
