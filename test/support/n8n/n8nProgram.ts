/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import path from 'node:path';
import type { N8nInstallation } from './install';

/** What n8n logs when it is ready, with all workflows activated. */
const readyLines = {
	start: 'Editor is now accessible',
	webhook: 'Webhook listener waiting for requests',
	worker: 'n8n worker is now ready',
};

/** One of the programs of n8n, which ends with this process, however this process ends. */
export function n8nProgram(installation: N8nInstallation, command: keyof typeof readyLines) {
	const guard = path.join(__dirname, '../processes/exitWithParent.ts');
	return {
		name: `n8n ${command}`,
		command: installation.node,
		args: ['--require', guard, installation.n8n, command],
		readyLine: readyLines[command],
	};
}
