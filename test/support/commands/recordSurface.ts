/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a command for developers; it never runs inside n8n */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { format, resolveConfig } from 'prettier';

import packageJson from '../../../package.json';
import { getRecordFile, getWorkflowFile, listRecordedVersions } from '../../compatibility/records';
import { readSurface } from '../../compatibility/surface';
import { repositoryFolder } from '../folders';
import { compareVersions } from '../versions';

const run = promisify(execFile);

/**
 * Writes the current surface as that of the version in package.json, and copies the saved workflow
 * of the release before unless there is one. Throws an Error if the version has a tag: workflows
 * may have been saved with it.
 */
async function recordSurface(): Promise<void> {
	const { version } = packageJson;
	const { stdout } = await run('git', ['tag', '--list', version], { cwd: repositoryFolder });
	if (stdout.trim()) {
		throw new Error(
			`${version} has been released: its record stays as it is. Raise the version in package.json first.`,
		);
	}
	const file = getRecordFile(version);
	const workflow = getWorkflowFile(version);
	const recorded = await listRecordedVersions();
	const previous = recorded.find((one) => compareVersions(one, version) < 0);
	const style = { ...(await resolveConfig(file)), parser: 'json', objectWrap: 'collapse' } as const;
	await mkdir(path.dirname(file), { recursive: true });
	await writeFile(file, await format(JSON.stringify(await readSurface()), style));
	if (previous && !existsSync(workflow)) await copyFile(getWorkflowFile(previous), workflow);
	process.stdout.write(`${path.relative(repositoryFolder, file)}\n`);
}

recordSurface().catch((error: Error) => {
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
});
