/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test code, which never runs inside a node */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryFolder } from '../folders';
import { compareVersions } from '../versions';

/** A run of all end-to-end tests in which every test passed. */
export interface TestedVersion {
	n8n: string;
	/** The Node.js that n8n ran under. */
	node: string;
	tests: number;
	/** The day of the run, such as `2026-11-22`. */
	date: string;
}

/** What jest writes with `--json`. */
export interface JestResult {
	numTotalTests: number;
	numPassedTests: number;
	numTotalTestSuites: number;
	numPassedTestSuites: number;
}

export const recordFile = path.join(repositoryFolder, 'test/e2e/testedVersions.json');
/** The document with the table, and the row that begins it. */
export const tableFile = path.join(repositoryFolder, 'docs/promises.md');
const head = '| n8n | Node.js | Tests passed | Last run |';

/** Reads the recorded runs, one for each version of n8n, newest version first. */
export function readTestedVersions(): TestedVersion[] {
	return JSON.parse(readFileSync(recordFile, 'utf8')) as TestedVersion[];
}

/**
 * Returns the number of tests that passed.
 * Throws an Error that says what is missing if one did not pass, or if a file was left out.
 */
export function countPassed(result: JestResult, testFiles: number): number {
	const { numTotalTests, numPassedTests, numTotalTestSuites, numPassedTestSuites } = result;
	if (numTotalTestSuites !== testFiles || numPassedTestSuites !== testFiles) {
		throw new Error(`${numPassedTestSuites} of ${testFiles} test files passed: nothing recorded.`);
	}
	if (numTotalTests === 0 || numPassedTests !== numTotalTests) {
		throw new Error(`${numPassedTests} of ${numTotalTests} tests passed: nothing recorded.`);
	}
	return numPassedTests;
}

/** Returns the records with this run in place of the former one with the same version of n8n. */
export function addRun(records: TestedVersion[], run: TestedVersion): TestedVersion[] {
	const others = records.filter(({ n8n }) => n8n !== run.n8n);
	return [...others, run].sort((a, b) => compareVersions(b.n8n, a.n8n));
}

/** Returns the table of the tested versions. */
export function renderTable(records: TestedVersion[]): string {
	const rows = records.map(
		({ n8n, node, tests, date }) => `| ${n8n} | ${node} | ${tests} | ${date} |`,
	);
	return [head, '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** Returns the table of tested versions in a document. Throws an Error if it has none. */
export function findTable(text: string): string {
	const table = text.split('\n\n').find((part) => part.startsWith(head));
	if (table === undefined) throw new Error(`The document has no table that begins "${head}".`);
	return table.trimEnd();
}
