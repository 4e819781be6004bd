/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { installNodeRelease } from '../n8n/install';
import { startGroup } from '../processes/processGroup';
import type { Job, Step } from './workflow';

const run = promisify(execFile);
const LOG_LINES_IN_AN_ERROR = 40;

export interface RunOptions {
	/** The repository whose last commit is checked out. */
	repository: string;
	/** The name of the pushed branch or tag. */
	refName: string;
	isTag: boolean;
	/** A folder with installed releases of n8n, which the clone gets a copy of. */
	n8nFolder?: string;
	/** Steps whose commands contain one of these texts are skipped. */
	skip?: string[];
	report: (line: string) => void;
}

/**
 * Runs the steps of a job in order, in a clean clone of the repository's last commit, in bash and
 * with the variables that GitHub sets. `npm publish` is a dry run, and later steps, which need what
 * it publishes, are skipped. Throws an Error with the end of the log if a step fails.
 */
export async function runJob(job: Job, options: RunOptions): Promise<void> {
	const { report } = options;
	const folder = await mkdtemp(path.join(tmpdir(), 'bank-transactions-job-'));
	try {
		const clone = path.join(folder, 'clone');
		// As the checkout action does: one commit, without history.
		const source = pathToFileURL(options.repository).href;
		await run('git', ['clone', '--quiet', '--depth=1', source, clone]);
		if (options.n8nFolder && existsSync(options.n8nFolder)) {
			await linkFolder(options.n8nFolder, path.join(clone, '.n8n-host'));
			// The databases of "npm start" are not part of the installation.
			await rm(path.join(clone, '.n8n-host/data'), { recursive: true, force: true });
		}
		const environment = await createEnvironment(job, folder, clone, options);
		let isPublished = false;
		for (const step of job.steps) {
			const reason = getSkipReason(step, isPublished, options.skip);
			if (reason) {
				report(`skipped  ${step.title} (${reason})`);
				continue;
			}
			const isPublishing = /\bnpm publish\b/.test(step.run);
			isPublished ||= isPublishing;
			const start = Date.now();
			await runStep(step, folder, clone, {
				...environment,
				...step.env,
				...(isPublishing ? { npm_config_dry_run: 'true' } : {}),
			});
			const seconds = Math.round((Date.now() - start) / 1000);
			report(`passed   ${step.title}${isPublishing ? ' (dry run)' : ''}, ${seconds} s`);
		}
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

function getSkipReason(step: Step, isPublished: boolean, skip: string[] = []): string | undefined {
	if (isPublished) return 'needs the published version';
	return skip.some((text) => step.run.includes(text)) ? 'by --skip' : undefined;
}

/** GitHub's own variables, and of this process only what is not about its own npm run. */
async function createEnvironment(
	{ nodeRelease }: Job,
	folder: string,
	clone: string,
	{ refName, isTag, report }: RunOptions,
): Promise<NodeJS.ProcessEnv> {
	const inherited = Object.entries(process.env).filter(
		([name]) => !/^(npm_|INIT_CWD$)/i.test(name),
	);
	const temporary = path.join(folder, 'temp');
	await mkdir(temporary);
	const programs = await mkdtemp(path.join(folder, 'bin-'));
	const node = await installNodeRelease(nodeRelease, path.join(folder, 'node'), report);
	await symlink(node, path.join(programs, 'node'));
	// "npm run" adds the programs of this repository, which a clean clone does not have.
	const systemFolders = (process.env.PATH ?? '')
		.split(path.delimiter)
		.filter((one) => !one.endsWith('node_modules/.bin'));
	return {
		...Object.fromEntries(inherited),
		PATH: [programs, ...systemFolders].join(path.delimiter),
		CI: 'true',
		GITHUB_ACTIONS: 'true',
		GITHUB_REF: `refs/${isTag ? 'tags' : 'heads'}/${refName}`,
		GITHUB_REF_NAME: refName,
		GITHUB_WORKSPACE: clone,
		RUNNER_TEMP: temporary,
	};
}

async function runStep(
	step: Step,
	folder: string,
	clone: string,
	environment: NodeJS.ProcessEnv,
): Promise<void> {
	const script = path.join(folder, 'step.sh');
	await writeFile(script, step.run);
	const logFile = path.join(folder, 'step.log');
	const log = createWriteStream(logFile);
	await once(log, 'open');
	// GitHub's default shell on Linux.
	const shell = startGroup('bash', ['-e', script], {
		cwd: clone,
		env: environment,
		stdio: ['ignore', log, log],
	});
	const [status] = (await once(shell, 'close')) as [number | null];
	log.close();
	if (status === 0) return;
	const lines = (await readFile(logFile, 'utf8')).trimEnd().split('\n');
	const end = lines.slice(-LOG_LINES_IN_AN_ERROR).join('\n');
	throw new Error(`"${step.title}" ended with status ${status}. The end of its log:\n\n${end}`);
}

/** Copies a folder without its contents taking space twice, if the file system allows it. */
async function linkFolder(from: string, to: string): Promise<void> {
	await run('cp', ['-al', from, to]).catch(async () => await cp(from, to, { recursive: true }));
}
