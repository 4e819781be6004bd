import { readExample } from '../exampleFiles';
import type { Workflow } from './editor';
import type { TestInstance } from './testInstance';

/** Activates the example with its credential selected and its disabled nodes enabled. */
export async function activateRetryExample({ editor }: TestInstance): Promise<Workflow> {
	const scopes = ['workflow:list', 'execution:list', 'execution:retry'];
	const { id, name, type } = await editor.createApiCredential(scopes);
	const example = await readExample('retry-crashed-executions');
	const nodes = example.nodes.map((node) =>
		node.parameters.nodeCredentialType === type
			? { ...node, disabled: false, credentials: { [type]: { id, name } } }
			: node,
	);
	return await editor.activate(await editor.createWorkflow({ ...example, nodes }));
}
