import runTestFile, { type TestFileResult } from 'jest-circus/runner';

import { getMutationRun, isNoticed } from './mutationRun';

/** A result without a failure of each test file that this process has run, by its path. */
const passed = new Map<string, TestFileResult>();

/**
 * Runs a test file with Jest's own runner, unless it cannot decide anything about the change that is being
 * tried: another file has noticed it, or no test of this file reaches it. StrykerJS would load every file
 * for every change, and each that uses n8n's engine takes seconds.
 */
export default async function runNeededTests(
	...options: Parameters<typeof runTestFile>
): Promise<TestFileResult> {
	const [{ testNamePattern = '' }, , { global }, , testPath] = options;
	const known = passed.get(testPath);
	if (known !== undefined) {
		const pattern = new RegExp(testNamePattern, 'i');
		const reachesChange = known.testResults.some(({ fullName }) => pattern.test(fullName));
		if (!reachesChange || isNoticed(getMutationRun(global))) return skip(known);
	}
	const result = await runTestFile(...options);
	if (result.testResults.length > 0 && result.numFailingTests === 0) passed.set(testPath, result);
	return result;
}

/** Returns the result of a file none of whose tests ran. */
function skip({ testResults, ...result }: TestFileResult): TestFileResult {
	return {
		...result,
		numPassingTests: 0,
		numPendingTests: testResults.length,
		testResults: testResults.map((test) => ({ ...test, status: 'pending' })),
	};
}
