/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import path from 'node:path';
import type { INode } from 'n8n-workflow';
import { installSingleNodePackage } from '../../support/n8n/singleNodePackage';

const packageName = 'n8n-nodes-reconnecting-trigger';

/** Installs the package of the reconnecting trigger. */
export async function installReconnectingTrigger(nodesFolder: string): Promise<void> {
	const source = path.join(__dirname, 'ReconnectingTrigger.node.ts');
	await installSingleNodePackage(packageName, source, nodesFolder);
}

/** The trigger as a node of a workflow; it loses its connection when `lostFile` appears. */
export function reconnectingTrigger(files: { lostFile: string; connectedFile: string }): INode {
	const name = 'Reconnecting Trigger';
	return {
		id: name,
		name,
		type: `${packageName}.reconnectingTrigger`,
		typeVersion: 1,
		position: [0, 200],
		parameters: files,
	};
}
