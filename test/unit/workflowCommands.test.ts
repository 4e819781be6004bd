/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { repositoryFolder } from '../support/folders';

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'bank-transactions-workflows-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command of `test/support/commands/`. */
function runCommand(name: string, args: string[], environment: NodeJS.ProcessEnv = {}) {
	const script = path.join(repositoryFolder, 'test/support/commands', `${name}.ts`);
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		['--import', 'tsx', script, ...args],
		{ cwd: repositoryFolder, encoding: 'utf8', env: { ...process.env, ...environment } },
	);
	return { status, output: `${stdout}${stderr}` };
}

describe('npm run lint:workflows', () => {
	const original = readFileSync(
		path.join(repositoryFolder, '.github/workflows/publish.yml'),
		'utf8',
	);
	/** A file, a text of the original, the mistake in its place, and what is found. */
	const mistakes: Array<[string, string, string, string]> = [
		[
			'action.yml',
			'actions/checkout@',
			'actions/checkout/',
			'20: Expected format {owner}/{repo}[/path]@{ref}.',
		],
		['event.yml', "tags: ['*.*.*']", "tag: ['*.*.*']", "5: Unexpected value 'tag'"],
		[
			'expression.yml',
			'environment: npm',
			'environment: ${{ github.reff }}',
			'14: Context access might be invalid: reff',
		],
		[
			'indent.yml',
			'    steps:',
			'   steps:',
			'19: All mapping items must start at the same column',
		],
		['input.yml', 'node-version:', 'node-versoin:', "27: Invalid action input 'node-versoin'"],
		['key.yml', 'timeout-minutes:', 'timeout-minute:', "13: Unexpected value 'timeout-minute'"],
		['right.yml', 'contents: read', 'contents: reed', "8: Unexpected value 'reed'"],
		[
			'syntax.yml',
			'environment: npm',
			'environment: ${{ github.ref',
			'14: The expression is not closed.',
		],
	];

	it('finds nothing in the workflows of the repository', () => {
		expect(runCommand('lintWorkflows', [])).toEqual({
			status: 0,
			output: '3 workflows, 0 findings\n',
		});
	}, 60_000);

	it('names the file and the line of each mistake', () => {
		for (const [file, text, mistake] of mistakes) {
			expect(original).toContain(text);
			writeFileSync(path.join(folder, file), original.replace(text, mistake));
		}
		const { status, output } = runCommand('lintWorkflows', [folder]);
		expect(status).toBe(1);
		const lines = output.trimEnd().split('\n');
		expect(lines).toEqual([
			...mistakes.map(([file, , , finding]) => expect.stringContaining(`${file}:${finding}`)),
			'8 workflows, 8 findings',
		]);
	}, 60_000);
});

describe('npm run test:workflows', () => {
	const [nodeRelease] = process.versions.node.split('.');
	const setUp = `
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: '${nodeRelease}'`;
	const log = () => readFileSync(path.join(folder, 'log'), 'utf8').trimEnd().split('\n');

	/** Commits a package of version 1.2.3 with these workflows, and runs them. */
	function runWorkflows(workflows: Record<string, string>, args: string[] = []) {
		const repository = path.join(folder, 'repository');
		const workflowFolder = path.join(repository, '.github/workflows');
		mkdirSync(workflowFolder, { recursive: true });
		writeFileSync(path.join(repository, 'package.json'), '{ "version": "1.2.3" }');
		for (const [file, text] of Object.entries(workflows)) {
			writeFileSync(path.join(workflowFolder, file), text);
		}
		const git = (...gitArguments: string[]) =>
			execFileSync(
				'git',
				['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...gitArguments],
				{
					cwd: repository,
				},
			);
		git('init', '--quiet');
		git('add', '.');
		git('commit', '--quiet', '--message=Start');
		writeFileSync(path.join(repository, 'uncommitted'), '');
		return runCommand('runWorkflows', ['--repository', repository, ...args], {
			LOG: path.join(folder, 'log'),
		});
	}

	it('runs the steps of each combination in order, in a clone of the last commit', () => {
		const { status, output } = runWorkflows({
			'ci.yml': `
on:
  push:
    branches: [main]
jobs:
  checks:
    runs-on: ubuntu-latest
    strategy:
      matrix:
        word: ['one', 'two']
    steps:${setUp}
      - run: |
          ls >> "$LOG"
          echo "\${{ matrix.word }} $WORD $GITHUB_REF_NAME" >> "$LOG"
          touch made
        env:
          WORD: \${{ matrix.word || 'none' }}
      - name: What the first step made
        run: ls >> "$LOG"
`,
		});
		expect(output.replace(/, \d+ s$/gm, '')).toBe(
			[
				'Changes that are not committed are left out.',
				'ci.yml, checks (word one)',
				'  passed   Run ls >> "$LOG"',
				'  passed   What the first step made',
				'ci.yml, checks (word two)',
				'  passed   Run ls >> "$LOG"',
				'  passed   What the first step made',
				'2 jobs, 0 failed',
				'',
			].join('\n'),
		);
		expect(status).toBe(0);
		const steps = (word: string) => [
			'package.json',
			`${word} ${word} main`,
			'made',
			'package.json',
		];
		expect(log()).toEqual([...steps('one'), ...steps('two')]);
	}, 60_000);

	it('ends a job at the first step that fails, and runs the other jobs', () => {
		const { status, output } = runWorkflows({
			'ci.yml': `
on:
  push:
    branches: [main]
jobs:
  broken:
    runs-on: ubuntu-latest
    steps:${setUp}
      - name: Broken
        run: |
          echo "the reason"
          false
          echo "after the failure" >> "$LOG"
      - run: echo "the next step" >> "$LOG"
  sound:
    runs-on: ubuntu-latest
    steps:${setUp}
      - run: echo "the other job" >> "$LOG"
`,
		});
		expect(output).toContain('failed   "Broken" ended with status 1. The end of its log:');
		expect(output).toContain('the reason');
		expect(output).toContain('2 jobs, 1 failed');
		expect(status).toBe(1);
		expect(log()).toEqual(['the other job']);
	}, 60_000);

	it('publishes as a dry run of the tag, and skips what needs the published version', () => {
		const { status, output } = runWorkflows(
			{
				'publish.yml': `
on:
  push:
    tags: ['*.*.*']
jobs:
  publish:
    runs-on: ubuntu-latest
    steps:${setUp}
      - run: echo "slow suite" >> "$LOG"
      - run: echo "before with $npm_config_dry_run" >> "$LOG"
      - run: echo "npm publish $GITHUB_REF_NAME with $npm_config_dry_run" >> "$LOG"
      - run: echo "after" >> "$LOG"
`,
			},
			['--skip', 'slow suite'],
		);
		expect(status).toBe(0);
		expect(log()).toEqual(['before with ', 'npm publish 1.2.3 with true']);
		expect(output).toContain('(by --skip)');
		expect(output).toContain('(needs the published version)');
	}, 60_000);

	it.each([
		['a condition', "if: github.ref == 'main'", '"if" does not run here'],
		['another shell', 'shell: python', '"shell" does not run here'],
	])(
		'refuses a step with %s, which it could not run as GitHub does',
		(_name, line, message) => {
			const { status, output } = runWorkflows({
				'ci.yml': `
on:
  push:
    branches: [main]
jobs:
  checks:
    runs-on: ubuntu-latest
    steps:${setUp}
      - run: echo "ran" >> "$LOG"
        ${line}
`,
			});
			expect(status).toBe(1);
			expect(output).toContain(`ci.yml, checks: ${message}`);
		},
		60_000,
	);

	it('lists the steps of this repository and refuses none of them', () => {
		const { status, output } = runCommand('runWorkflows', ['--list']);
		expect(status).toBe(0);
		expect(output).toContain('publish.yml, publish\n');
		expect(output).toContain('  Publish the file that was tried\n');
	}, 60_000);
});
