/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import path from 'node:path';
import { installSingleNodePackage } from '../support/n8n/singleNodePackage';

const packages = { bareListing: 'n8n-nodes-bare-listing', bareTrigger: 'n8n-nodes-bare-trigger' };

/** The names by which a workflow calls the bare nodes. */
export const bareListingType = `${packages.bareListing}.bareListing`;
export const bareTriggerType = `${packages.bareTrigger}.bareTrigger`;

/** Builds the package of a bare node and installs it in n8n's folder of community nodes. */
export async function installBareNode(
	name: keyof typeof packages,
	nodesFolder: string,
): Promise<void> {
	const file = `${name[0].toUpperCase()}${name.slice(1)}.node.ts`;
	const source = path.join(__dirname, 'bareNodes', file);
	await installSingleNodePackage(packages[name], source, nodesFolder);
}
