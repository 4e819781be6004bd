/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Listr, ListrLogger, ListrLogLevels } from 'listr2';

import { findBrowser } from '../editor/browser';
import { assertServices } from '../queue/services';
import { repositoryFolder } from './folders';
import { listPinnedVersions } from './n8n/release';
import { startGroup } from './processes/processGroup';

export interface Suite {
	name: string;
	/** For bash. */
	command: string;
	/** Throws an Error that says what to install, if the suite cannot run on this machine. */
	assertInstalled?: () => unknown;
}

const [defaultVersion, ...otherVersions] = listPinnedVersions();

function e2e(version: string): Suite {
	return { name: `e2e-${version}`, command: `N8N_VERSION=${version} npm run record:versions` };
}

/** Enough to notice what is broken. The full sizes take hours. */
const faultSizes = 'FAULT_ROUNDS=3 BURST_EVENTS=400 FORGERIES=500 BUSY_TRANSACTIONS=3000';

/** Everything that a version of the package must pass, the fastest first. */
export const suites: Suite[] = [
	{ name: 'lint', command: 'npm run lint' },
	{ name: 'typecheck', command: 'npm run typecheck' },
	{ name: 'scan', command: 'npm run scan' },
	{ name: 'unit', command: 'npm run test:unit' },
	{ name: 'engine', command: 'npm run test:engine' },
	{ name: 'start', command: 'npm start -- --once' },
	e2e(defaultVersion),
	{ name: 'editor', command: 'npm run test:editor', assertInstalled: findBrowser },
	...otherVersions.map(e2e),
	{ name: 'queue', command: 'npm run test:queue', assertInstalled: assertServices },
	{ name: 'faults', command: `${faultSizes} npm run test:faults` },
];

/** Takes hours, and finds what tests miss instead of what is broken: it runs only if it is asked for. */
export const mutationSuite: Suite = { name: 'mutation', command: 'npm run test:mutation' };

/** Throws an Error that says what to install, if one of the suites cannot run on this machine. */
export async function assertInstalled(selected: Suite[]): Promise<void> {
	const problems: string[] = [];
	for (const suite of selected) {
		try {
			await suite.assertInstalled?.();
		} catch (error) {
			problems.push(`${suite.name}: ${(error as Error).message}`);
		}
	}
	if (problems.length > 0) throw new Error(problems.join('\n'));
}

/** Without a terminal, a suite is one line, written when it has ended. */
class ResultLogger extends ListrLogger {
	log(...[level, message, options]: Parameters<ListrLogger['log']>) {
		if (level !== ListrLogLevels.STARTED) super.log(level, message, options);
	}
}

/**
 * Runs one suite after the other, also after one that failed, and prints one line for each. What a suite
 * prints goes to `<name>.log` in the folder. Returns how many failed.
 */
export async function runSuites(selected: Suite[], folder: string): Promise<number> {
	await mkdir(folder, { recursive: true });
	const list = new Listr(
		selected.map(({ name, command }) => ({
			title: command,
			task: async (_context, task) => {
				const start = Date.now();
				const logFile = path.join(folder, `${name}.log`);
				const status = await runCommand(command, logFile);
				task.title = `${command}, ${formatDuration(Date.now() - start)}`;
				const log = path.relative(repositoryFolder, logFile);
				if (status !== 0) throw new Error(`status ${status}, see ${log}`);
			},
		})),
		{
			exitOnError: false,
			collectErrors: 'minimal',
			fallbackRenderer: 'simple',
			fallbackRendererOptions: { logger: new ResultLogger({ useIcons: true, toStderr: [] }) },
		},
	);
	await list.run();
	return list.errors.length;
}

async function runCommand(command: string, logFile: string): Promise<number | string> {
	const log = createWriteStream(logFile);
	await once(log, 'open');
	const child = startGroup('bash', ['-c', command], {
		cwd: repositoryFolder,
		stdio: ['ignore', log, log],
	});
	const [status, signal] = (await once(child, 'close')) as [number | null, string | null];
	log.close();
	return status ?? signal ?? 'unknown';
}

function formatDuration(ms: number): string {
	const seconds = Math.round(ms / 1000);
	const minutes = Math.floor(seconds / 60);
	return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}
