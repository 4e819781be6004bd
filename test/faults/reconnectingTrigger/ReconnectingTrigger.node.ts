/* eslint-disable @n8n/community-nodes/icon-validation, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-description-fields -- a node of the tests alone: nobody installs it */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type ITriggerFunctions,
	type ITriggerResponse,
} from 'n8n-workflow';

const checkMs = 100;

/**
 * Starts nothing, and loses its connection each time a file appears, as triggers of queues and mail
 * boxes do: n8n then starts it again, and before 2.40 the whole workflow. Makes another file as soon as
 * it is connected.
 */
export class ReconnectingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Reconnecting Trigger',
		name: 'reconnectingTrigger',
		group: ['trigger'],
		version: 1,
		description: 'Loses its connection when a file appears',
		defaults: { name: 'Reconnecting Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [
			{ displayName: 'Lost File', name: 'lostFile', type: 'string', default: '' },
			{ displayName: 'Connected File', name: 'connectedFile', type: 'string', default: '' },
		],
	};

	async trigger(this: ITriggerFunctions): Promise<ITriggerResponse> {
		const lostFile = this.getNodeParameter('lostFile') as string;
		writeFileSync(this.getNodeParameter('connectedFile') as string, '');
		const checks = setInterval(() => {
			if (!existsSync(lostFile)) return;
			rmSync(lostFile);
			clearInterval(checks);
			this.emitError(new Error('The connection was lost'));
		}, checkMs);
		return { closeFunction: async () => clearInterval(checks) };
	}
}
