/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startGroup } from './processGroup';

const linesInAnError = 20;
const fetchedBetweenReports = 100;

export interface NpmRun {
	folder: string;
	/** What this run does, for the error: "Downloading n8n". */
	purpose: string;
	/** What the user can do if it fails. */
	remedy: string;
	environment?: NodeJS.ProcessEnv;
	report: (line: string) => void;
}

/**
 * Runs npm in a folder and reports how many packages it has fetched.
 * Throws an Error that holds the purpose, the last lines that npm wrote, and the remedy.
 */
export async function runNpm(npmArguments: string[], run: NpmRun): Promise<void> {
	const { folder, purpose, remedy, environment, report } = run;
	// Within an npm script, npm passes its own settings and folder on; --prefix overrides them.
	const npm = startGroup(
		'npm',
		[...npmArguments, '--prefix', folder, '--loglevel=http', '--no-audit', '--no-fund'],
		{
			cwd: folder,
			env: { ...process.env, ...environment },
			stdio: ['ignore', 'pipe', 'pipe'],
		},
	);
	const lastLines: string[] = [];
	let fetched = 0;
	const read = (line: string) => {
		if (line.startsWith('npm http')) {
			if (!line.includes('.tgz')) return;
			fetched += 1;
			if (fetched % fetchedBetweenReports === 0) report(`${fetched} packages fetched`);
			return;
		}
		lastLines.push(line);
		if (lastLines.length > linesInAnError) lastLines.shift();
	};
	for (const stream of [npm.stdout, npm.stderr]) {
		if (stream) createInterface({ input: stream }).on('line', read);
	}
	const failure = (reason: string) =>
		new Error(`${purpose} failed: ${reason}\n\n${lastLines.join('\n')}\n\n${remedy}`);
	const [status] = await once(npm, 'close').catch((error: Error) => {
		throw failure(error.message);
	});
	if (status !== 0) throw failure(`npm ended with status ${status}`);
}
