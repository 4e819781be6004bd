/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';

/**
 * Builds a package of one node from its source file, such as `BareTrigger.node.ts`, and installs it in
 * n8n's folder of community nodes.
 */
export async function installSingleNodePackage(
	packageName: string,
	source: string,
	nodesFolder: string,
): Promise<void> {
	const folder = path.join(nodesFolder, 'node_modules', packageName);
	const built = `dist/${path.basename(source, '.ts')}.js`;
	const { outputText } = transpileModule(await readFile(source, 'utf8'), {
		compilerOptions: { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 },
	});
	const manifest = {
		name: packageName,
		version: '1.0.0',
		n8n: { n8nNodesApiVersion: 1, credentials: [], nodes: [built] },
	};
	await mkdir(path.join(folder, 'dist'), { recursive: true });
	await writeFile(path.join(folder, built), outputText);
	await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
}
