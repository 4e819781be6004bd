/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { repositoryFolder } from '../support/folders';
import { listPinnedVersions } from '../support/n8n/release';
import {
	addRun,
	countPassed,
	findTable,
	readTestedVersions,
	renderTable,
	tableFile,
} from '../support/n8n/testedVersions';
import { compareVersions } from '../support/versions';

const records = readTestedVersions();
const green = {
	numTotalTests: 9,
	numPassedTests: 9,
	numTotalTestSuites: 2,
	numPassedTestSuites: 2,
};

describe('tested versions of n8n', () => {
	it('are those that the tests pin', () => {
		const recorded = records.map(({ n8n }) => n8n);
		expect(listPinnedVersions()).toEqual(expect.arrayContaining(recorded));
	});

	it('are shown in the documentation as recorded', () => {
		expect(findTable(readFileSync(tableFile, 'utf8'))).toBe(renderTable(records));
	});

	it.each(['README.md', 'README.vi.md'])('are listed in %s, newest first', (file) => {
		const text = readFileSync(path.join(repositoryFolder, file), 'utf8');
		const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d+) \|/gm)];
		const listed = rows.map(([, n8n, node]) => `${n8n} ${node}`);
		const expected = records.map(({ n8n, node }) => `${n8n} ${node.split('.')[0]}`);
		expect(listed).toEqual(expect.arrayContaining(expected));
		const versions = rows.map(([, n8n]) => n8n);
		expect(versions).toEqual([...versions].sort(compareVersions).reverse());
	});
});

describe('a run', () => {
	it.each([
		['a test failed', { ...green, numPassedTests: 8, numPassedTestSuites: 1 }],
		['a test was skipped', { ...green, numPassedTests: 8 }],
		['a file was left out', { ...green, numTotalTestSuites: 1, numPassedTestSuites: 1 }],
		['there were no tests', { ...green, numTotalTests: 0, numPassedTests: 0 }],
	])('counts if every test of every file passed, but not if %s', (_reason, result) => {
		expect(countPassed(green, 2)).toBe(9);
		expect(() => countPassed(result, 2)).toThrow(/nothing recorded/);
	});

	it('replaces the former one with the same version, newest version first', () => {
		const run = (n8n: string, tests: number) => ({
			n8n,
			tests,
			node: '24.1.0',
			date: '2026-11-22',
		});
		const former = [run('2.9.0', 1), run('1.123.81', 1)];
		const all = addRun(addRun(former, run('2.10.0', 2)), run('1.123.81', 3));
		expect(all).toEqual([run('2.10.0', 2), run('2.9.0', 1), run('1.123.81', 3)]);
	});
});
