/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- a command for developers; it never runs inside n8n */
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { MutantResult, PartialStrykerOptions } from '@stryker-mutator/api/core';

import { repositoryFolder } from '../folders';

const SHARED = 'nodes/shared';
const TRIGGER = 'nodes/BankTransactionsTrigger';

/** What is mutated, and the tests that have to notice. */
interface Module {
	file: string;
	tests: string[];
	/** Every test in n8n's engine takes seconds, and loads all of the node. */
	ignoreStatic: boolean;
}

/** Written by `npm run banks` (docs/payment-requests.md#the-list-of-banks). */
const GENERATED_DATA = 'nodes/shared/paymentRequests/bankList.ts';
const NOTICED = ['Killed', 'Timeout'];
const UNNOTICED = ['Survived', 'NoCoverage'];
const folder = 'coverage/mutation';

/**
 * Returns the modules whose path contains one of the texts, each with the tests that `testParts` names
 * by a part of their path. Without these, each gets its unit tests, and a module of the trigger that has
 * none gets the trigger's tests in n8n's engine.
 */
async function findModules(texts: string[], testParts: string[]): Promise<Module[]> {
	const allTests = (await listFiles('test')).filter((file) => file.endsWith('.test.ts'));
	const unitTests = allTests.filter((test) => test.startsWith('test/unit/'));
	const engineTests = allTests.filter((test) => test.startsWith('test/engine/'));
	const named = [...unitTests, ...engineTests].filter((test) =>
		testParts.some((part) => test.includes(part)),
	);
	const modules: Module[] = [];
	for (const file of [...(await listFiles(SHARED)), ...(await listFiles(TRIGGER))]) {
		if (file === GENERATED_DATA || !texts.some((text) => file.includes(text))) continue;
		const own = await filterOwnTests(file, unitTests);
		if (own.length === 0 && file.startsWith(TRIGGER)) {
			own.push(...engineTests.filter((test) => test.includes('/trigger.')));
		}
		const tests = testParts.length > 0 ? named : own;
		const ignoreStatic = tests.some((test) => engineTests.includes(test));
		if (tests.length > 0) modules.push({ file, tests, ignoreStatic });
	}
	return modules;
}

async function listFiles(parent: string): Promise<string[]> {
	const names = await readdir(path.join(repositoryFolder, parent), { recursive: true });
	return names
		.filter((name) => name.endsWith('.ts'))
		.sort()
		.map((name) => `${parent}/${name}`);
}

/**
 * Returns the tests that are named after the module, or else those that import it, or a module of its
 * folder that uses it.
 */
async function filterOwnTests(file: string, tests: string[]): Promise<string[]> {
	const name = path.basename(file, '.ts');
	const named = tests.filter((test) => path.basename(test).startsWith(`${name}.`));
	if (named.length > 0) return named;
	const neighbors = await listFiles(path.dirname(file));
	const users = new Set([file]);
	const importing = new Set<string>();
	// Users that are added meanwhile are visited too, each once.
	for (const user of users) {
		for (const test of await filterImporting(user, tests)) importing.add(test);
		for (const neighbor of await filterImporting(user, neighbors)) users.add(neighbor);
	}
	return [...importing].sort();
}

/** Returns the files that import the module, by its path from the repository or from its folder. */
async function filterImporting(file: string, candidates: string[]): Promise<string[]> {
	const specifiers = [`/${file.replace(/\.ts$/, '')}'`, `'./${path.basename(file, '.ts')}'`];
	const importing: string[] = [];
	for (const candidate of candidates) {
		const text = await readFile(path.join(repositoryFolder, candidate), 'utf8');
		if (specifiers.some((specifier) => text.includes(specifier))) importing.push(candidate);
	}
	return importing;
}

function createOptions(
	{ file, tests, ignoreStatic }: Module,
	{ force, concurrency }: { force: boolean; concurrency: number },
): PartialStrykerOptions {
	const name = file.replace(/\.ts$/, '').replaceAll('/', '.');
	return {
		mutate: [file],
		testRunner: 'jest',
		jest: {
			enableFindRelatedTests: false,
			config: {
				testMatch: tests.map((test) => `<rootDir>/${test}`),
				// StrykerJS only accepts a path that contains "jest-circus".
				testRunner: '<rootDir>/test/support/mutation/jest-circus.ts',
				setupFilesAfterEnv: [
					'<rootDir>/test/support/engine/releaseEngine.ts',
					'<rootDir>/test/support/mutation/endOnFailure.ts',
				],
			},
		},
		coverageAnalysis: 'perTest',
		dryRunTimeoutMinutes: 30,
		// On a busy machine, a change that only takes longer must not count as noticed.
		timeoutMS: 15_000,
		ignoreStatic,
		concurrency,
		incremental: true,
		force,
		incrementalFile: `${folder}/${name}.json`,
		reporters: ['html', 'progress-append-only'],
		htmlReporter: { fileName: `${folder}/${name}.html` },
		ignorePatterns: ['.n8n-host', 'docs/images'],
		// Not in the repository, where other commands would find the copies.
		tempDirName: path.join(tmpdir(), 'bank-transactions-mutation'),
		cleanTempDir: 'always',
		fileLogLevel: 'off',
		logLevel: 'error',
	} as PartialStrykerOptions;
}

/** Prints what nothing has noticed, and returns a row of the summary. */
async function report(file: string, results: MutantResult[]): Promise<string> {
	const unnoticed = results.filter(({ status }) => UNNOTICED.includes(status));
	const noticedCount = results.filter(({ status }) => NOTICED.includes(status)).length;
	const lines = (await readFile(path.join(repositoryFolder, file), 'utf8')).split('\n');
	for (const { location, replacement = '', status } of unnoticed) {
		const { start } = location;
		const original = getPart(lines, location);
		print(`${file}:${start.line}:${start.column} ${status}`);
		print(`  - ${original}\n  + ${replacement.replace(/\s+/g, ' ')}`);
	}
	const count = noticedCount + unnoticed.length;
	const score = count > 0 ? ((100 * noticedCount) / count).toFixed(1) : '-';
	return `${score.padStart(5)} % of ${String(count).padStart(4)}  ${file}`;
}

/** Returns the code at a location, or the first line of it. */
function getPart(lines: string[], { start, end }: MutantResult['location']): string {
	const line = lines[start.line - 1] ?? '';
	return start.line === end.line
		? line.slice(start.column - 1, end.column - 1)
		: `${line.slice(start.column - 1)} …`;
}

function print(line: string): void {
	process.stdout.write(`${line}\n`);
}

async function main(): Promise<void> {
	const { positionals, values } = parseArgs({
		allowPositionals: true,
		options: {
			force: { type: 'boolean', default: false },
			concurrency: { type: 'string', default: '1' },
			tests: { type: 'string', multiple: true, default: [] },
		},
	});
	const texts = positionals.length > 0 ? positionals : [''];
	const { Stryker } = await import('@stryker-mutator/core');
	const modules = await findModules(texts, values.tests);
	if (modules.length === 0)
		throw new Error(`No module with tests contains "${texts.join('", "')}".`);
	const options = { force: values.force, concurrency: Number(values.concurrency) };
	const rows: string[] = [];
	for (const module of modules) {
		const count = `${module.tests.length} test file${module.tests.length === 1 ? '' : 's'}`;
		print(`${module.file}, with ${count}`);
		const results = await new Stryker(createOptions(module, options)).runMutationTest();
		rows.push(await report(module.file, results));
	}
	for (const row of rows) print(row);
}

main().catch((error: Error) => {
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
});
