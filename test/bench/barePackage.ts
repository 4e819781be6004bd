/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs in Node beside n8n, never inside a node */
import path from 'node:path';
import { laySingleNodePackage } from '../support/n8n/singleNodePackage';

const packageName = 'n8n-nodes-bare-trigger';

/** The name by which a workflow calls the bare trigger. */
export const bareTriggerType = `${packageName}.bareTrigger`;

/** Builds the package of the bare trigger and lays it where n8n puts one that a user installs. */
export async function installBarePackage(userFolder: string): Promise<void> {
	const source = path.join(__dirname, 'bareTrigger/BareTrigger.node.ts');
	await laySingleNodePackage(packageName, source, path.join(userFolder, '.n8n/nodes'));
}
