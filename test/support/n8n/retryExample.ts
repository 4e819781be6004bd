import { readExample } from '../exampleFiles';
import type { Workflow } from './editor';
import type { TestInstance } from './testInstance';

/** Activates the example with its credential selected and its disabled nodes enabled. */
export async function activateRetryExample({ editor, n8n }: TestInstance): Promise<Workflow> {
	const scopes = ['workflow:list', 'execution:list', 'execution:retry'];
	const { id, name, type } = await editor.createCredential({
		name: 'This n8n',
		type: 'n8nApi',
		data: { apiKey: await editor.createApiKey('Retry', scopes), baseUrl: `${n8n.url}/api/v1` },
	});
	const example = await readExample('retry-crashed-executions');
	const nodes = example.nodes.map((node) =>
		node.parameters.nodeCredentialType === type
			? { ...node, disabled: false, credentials: { [type]: { id, name } } }
			: node,
	);
	return await editor.activate(await editor.createWorkflow({ ...example, nodes }));
}
