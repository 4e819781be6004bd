declare module 'jest-circus/runner' {
	/** What the mutation tests need of a file's result. */
	interface TestFileResult {
		numFailingTests: number;
		numPassingTests: number;
		numPendingTests: number;
		testResults: Array<{ fullName: string; status: string }>;
	}

	export default function runTestFile(
		globalConfig: { testNamePattern?: string },
		config: object,
		environment: { global: object },
		runtime: object,
		testPath: string,
	): Promise<TestFileResult>;
}
