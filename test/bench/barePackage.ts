/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs in Node beside n8n, never inside a node */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';

const packageName = 'n8n-nodes-bare-trigger';
const source = path.join(__dirname, 'bareTrigger/BareTrigger.node.ts');

/** The name by which a workflow calls the bare trigger. */
export const bareTriggerType = `${packageName}.bareTrigger`;

/** Builds the package of the bare trigger and lays it where n8n puts one that a user installs. */
export async function installBarePackage(userFolder: string): Promise<void> {
	const folder = path.join(userFolder, '.n8n/nodes/node_modules', packageName);
	const { outputText } = transpileModule(await readFile(source, 'utf8'), {
		compilerOptions: { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 },
	});
	const manifest = {
		name: packageName,
		version: '1.0.0',
		n8n: { n8nNodesApiVersion: 1, credentials: [], nodes: ['dist/BareTrigger.node.js'] },
	};
	await mkdir(path.join(folder, 'dist'), { recursive: true });
	await writeFile(path.join(folder, 'dist/BareTrigger.node.js'), outputText);
	await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
}
