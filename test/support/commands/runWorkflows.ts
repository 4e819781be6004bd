/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a command for developers; it never runs inside n8n */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';

import { repositoryFolder } from '../folders';
import { runJob } from '../github/runJob';
import { readWorkflow } from '../github/workflow';

const run = promisify(execFile);
const help = `Runs the steps of the GitHub workflows on this machine, each job in a clean clone of the last commit.

  --job <text>       only jobs whose title contains this text
  --skip <text>      skip steps whose commands contain this text; may be repeated
  --list             print the jobs and steps, and run none
  --reuse-n8n        use the n8n that is installed here instead of a fresh download
  --repository <dir> another repository (this one)
`;

function print(text: string): void {
	process.stdout.write(`${text}\n`);
}

async function main(): Promise<number> {
	const { values } = parseArgs({
		options: {
			job: { type: 'string', default: '' },
			skip: { type: 'string', multiple: true },
			list: { type: 'boolean', default: false },
			'reuse-n8n': { type: 'boolean', default: false },
			repository: { type: 'string', default: repositoryFolder },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		print(help);
		return 0;
	}
	// A regular exit also ends the step that is running.
	process.once('SIGINT', () => process.exit(130));
	process.once('SIGTERM', () => process.exit(143));
	const { repository, skip } = values;
	const { stdout: changes } = await run('git', ['status', '--porcelain'], { cwd: repository });
	if (changes && !values.list) print('Changes that are not committed are left out.');
	const folder = path.join(repository, '.github/workflows');
	const text = await readFile(path.join(repository, 'package.json'), 'utf8');
	const { version } = JSON.parse(text) as { version: string };

	let jobCount = 0;
	let failures = 0;
	for (const file of await readdir(folder)) {
		const { isForTags, jobs } = await readWorkflow(folder, file);
		for (const job of jobs.filter(({ title }) => title.includes(values.job))) {
			jobCount++;
			print(job.title);
			const report = (line: string) => print(`  ${line}`);
			if (values.list) {
				for (const { title } of job.steps) report(title);
				continue;
			}
			await runJob(job, {
				repository,
				refName: isForTags ? version : 'main',
				isTag: isForTags,
				n8nFolder: values['reuse-n8n'] ? path.join(repository, '.n8n-host') : undefined,
				skip,
				report,
			}).catch((error: Error) => {
				failures++;
				report(`failed   ${error.message}`);
			});
		}
	}
	if (jobCount === 0) throw new Error(`No job contains "${values.job}" in its title.`);
	if (!values.list) print(`${jobCount} jobs, ${failures} failed`);
	return failures === 0 ? 0 : 1;
}

main().then(
	(exitCode) => (process.exitCode = exitCode),
	(error: Error) => {
		process.stderr.write(`${error.message}\n`);
		process.exitCode = 1;
	},
);
