/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import packageJson from '../../package.json';
import packageLock from '../../package-lock.json';
import { chosenRelease, readVersion } from '../support/n8n/release';
import { repositoryFolder } from '../support/folders';

const read = (file: string) => readFileSync(path.join(repositoryFolder, file), 'utf8');

const workflows = readdirSync(path.join(repositoryFolder, '.github/workflows')).map(
	(file): [string, string] => [file, read(`.github/workflows/${file}`)],
);

describe.each(workflows)('the workflow %s', (_name, text) => {
	it('pins each action to a commit, with the version next to it', () => {
		const uses = text.match(/uses:.*/g) ?? [];
		expect(uses.length).toBeGreaterThan(1);
		for (const use of uses) {
			expect(use).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
		}
	});

	it('runs only scripts that the package has', () => {
		const scripts = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, script]) => script);
		expect(scripts.length).toBeGreaterThan(0);
		for (const script of scripts) expect(packageJson.scripts).toHaveProperty([script]);
	});

	it('has no write permission, and an identity only if it publishes', () => {
		expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m);
		const granted = text.match(/[\w-]+: write/g) ?? [];
		expect(granted).toEqual(text.includes('npm publish') ? ['id-token: write'] : []);
	});

	it('names pinned releases of n8n', () => {
		for (const [, wish] of text.matchAll(/n8n: (\d[\d.x]*)/g)) {
			expect(readVersion(chosenRelease(wish))).toMatch(wish.replace('.x', '.'));
		}
	});
});

it('has the same version in the package and its lock file', () => {
	expect([packageLock.version, packageLock.packages[''].version]).toEqual([
		packageJson.version,
		packageJson.version,
	]);
	// Between two releases, the package may already have the version of the next one.
	const headings = [`## [${packageJson.version}] - `, '## [Unreleased]'];
	expect(headings.some((heading) => read('CHANGELOG.md').includes(heading))).toBe(true);
});

describe('n8n release for the tests', () => {
	it('is the first pinned one by default', () => {
		expect(chosenRelease('').folder).toBe('n8n-2.41');
	});

	it('is found by its whole version or the beginning', () => {
		const first = chosenRelease('1.123.x');
		expect(readVersion(first)).toMatch(/^1\.123\.\d+$/);
		expect(chosenRelease('1.123')).toBe(first);
		expect(chosenRelease(readVersion(first))).toBe(first);
	});

	it('is refused if it is not pinned, with a list of those that are', () => {
		expect(() => chosenRelease('1.12')).toThrow(
			/"1\.12", but only 2\.41\.\d+, 2\.39\.\d+ and 1\.123\.\d+ are pinned/,
		);
	});
});
