/* eslint-disable @n8n/community-nodes/no-restricted-imports -- part of the mutation tests; it never runs inside n8n */
import { createEmptyTestResult, type AssertionResult, type TestResult } from '@jest/test-result';
import runTestFile from 'jest-circus/runner';

import { getMutationRun, isNoticed } from './mutationRun';

/** The names of the tests that this process has seen in a file, by its path. */
const testNames = new Map<string, string[]>();

/**
 * Runs a test file with Jest's own runner, unless it cannot decide anything about the change that is being
 * tried: another file has noticed it, or no test of this file reaches it. StrykerJS would load every file
 * for every change, and each that uses n8n's engine takes seconds.
 */
export default async function runNeededTests(
	...options: Parameters<typeof runTestFile>
): Promise<TestResult> {
	const [{ testNamePattern = '' }, , { global }, , testPath] = options;
	const pattern = new RegExp(testNamePattern, 'i');
	const reachesChange = testNames.get(testPath)?.some((name) => pattern.test(name)) ?? true;
	if (!reachesChange || isNoticed(getMutationRun(global))) return skip(testPath);
	const result = await runTestFile(...options);
	testNames.set(
		testPath,
		result.testResults.map(({ fullName }) => fullName),
	);
	return result;
}

/** Jest refuses a result without a test. */
function skip(testPath: string): TestResult {
	const skippedTest: AssertionResult = {
		ancestorTitles: [],
		failureDetails: [],
		failureMessages: [],
		fullName: testPath,
		numPassingAsserts: 0,
		status: 'pending',
		title: testPath,
	};
	return { ...createEmptyTestResult(), numPendingTests: 1, testResults: [skippedTest] };
}
