/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import packageJson from '../../package.json';
import { repositoryFolder } from '../support/folders';
import { listPinnedVersions } from '../support/n8n/release';
import { mutationSuite, runSuites, suites } from '../support/suites';

const scripts: Record<string, string> = packageJson.scripts;
const commands = [...suites, mutationSuite].map(({ command }) => command);
const findScripts = (text: string) => [...text.matchAll(/npm run ([\w:]+)/g)].map(([, one]) => one);
const read = (file: string) => readFileSync(path.join(repositoryFolder, file), 'utf8');

describe('npm run test:all', () => {
	it('runs each part of npm test, and npm start', () => {
		for (const script of findScripts(scripts.test)) expect(commands).toContain(`npm run ${script}`);
		expect(commands).toContain('npm start -- --once');
	});

	it('runs the tests of each folder', () => {
		const folders = readdirSync(path.join(repositoryFolder, 'test'), { recursive: true })
			.filter((file) => String(file).endsWith('.test.ts'))
			.map((file) => path.dirname(`test/${file}`));
		const called = commands.flatMap(findScripts).map((script) => scripts[script]);
		const run = [...called, ...called.flatMap(findScripts).map((script) => scripts[script])];
		for (const folder of new Set(folders)) {
			expect(run.join('\n')).toMatch(new RegExp(`jest .*\\b${folder}\\b`));
		}
	});

	it('runs the end-to-end tests on each pinned release of n8n', () => {
		for (const version of listPinnedVersions()) {
			expect(commands).toContain(`N8N_VERSION=${version} npm run record:versions`);
		}
	});
});

it('each test of the gate is a file', () => {
	const [, pattern] = /"(test.*)"/.exec(scripts['test:gate']) ?? [];
	const names = /\(([^()]+)\)/.exec(pattern)?.[1].split('|') ?? [];
	for (const name of [...names.map((one) => `test/e2e/${one}`), 'test/faults/kills']) {
		expect(`${name}.test.ts`).toMatch(new RegExp(pattern));
		expect(existsSync(path.join(repositoryFolder, `${name}.test.ts`))).toBe(true);
	}
});

it('CONTRIBUTING.md names the command of each suite, and of the gate', () => {
	const text = read('CONTRIBUTING.md');
	const named = [...commands.flatMap(findScripts), 'test:all', ...findScripts(read('.ci/run'))];
	for (const script of named) expect(text).toContain(`npm run ${script}`);
});

describe('a run of suites', () => {
	let folder: string;
	let output: string;

	beforeEach(() => {
		folder = mkdtempSync(path.join(tmpdir(), 'bank-transactions-suites-'));
		output = '';
		jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
			output += String(text);
			return true;
		});
	});

	afterEach(() => {
		jest.restoreAllMocks();
		rmSync(folder, { recursive: true, force: true });
	});

	it('continues after one that failed, and prints one line for each', async () => {
		const failures = await runSuites(
			[
				{ name: 'sound', command: 'echo "all is well"' },
				{ name: 'broken', command: 'echo "the reason"; exit 3' },
				{ name: 'killed', command: 'kill -9 $$' },
				{ name: 'last', command: 'true' },
			],
			folder,
		);
		expect(failures).toBe(2);
		const inFolder = (file: string) => path.relative(repositoryFolder, path.join(folder, file));
		expect(output.replace(/, \d+ s/g, '')).toBe(
			[
				'✔ echo "all is well"',
				`✖ echo "the reason"; exit 3 [FAILED: status 3, see ${inFolder('broken.log')}]`,
				`✖ kill -9 $$ [FAILED: status SIGKILL, see ${inFolder('killed.log')}]`,
				'✔ true\n',
			].join('\n'),
		);
		expect(readFileSync(path.join(folder, 'broken.log'), 'utf8')).toBe('the reason\n');
	});
});
