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
	const { version } = packageJson;
	expect(packageLock).toMatchObject({ version, packages: { '': { version } } });
	// Between two releases, the package may already have the version of the next one.
	const headings = [`## [${version}] - `, '## [Unreleased]'];
	expect(headings.some((heading) => read('CHANGELOG.md').includes(heading))).toBe(true);
});

it('refuses a release of n8n that is not pinned, with a list of those that are', () => {
	expect(() => chosenRelease('1.12')).toThrow(
		/"1\.12", but only 2\.41\.\d+, 2\.39\.\d+ and 1\.123\.\d+ are pinned/,
	);
});
