/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import path from 'node:path';
import { installSingleNodePackage } from '../support/n8n/singleNodePackage';

const packageName = 'n8n-nodes-bare-trigger';

/** The name by which a workflow calls the bare trigger. */
export const bareTriggerType = `${packageName}.bareTrigger`;

/** Builds the package of the bare trigger and installs it as a community package. */
export async function installBarePackage(userFolder: string): Promise<void> {
	const source = path.join(__dirname, 'bareTrigger/BareTrigger.node.ts');
	await installSingleNodePackage(packageName, source, path.join(userFolder, '.n8n/nodes'));
}
