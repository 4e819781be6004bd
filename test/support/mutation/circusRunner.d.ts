/* eslint-disable @n8n/community-nodes/no-restricted-imports -- part of the mutation tests; it never runs inside n8n */
declare module 'jest-circus/runner' {
	import type { JestEnvironment } from '@jest/environment';
	import type { TestResult } from '@jest/test-result';
	import type { Config } from '@jest/types';
	import type Runtime from 'jest-runtime';

	export default function runTestFile(
		globalConfig: Config.GlobalConfig,
		config: Config.ProjectConfig,
		environment: JestEnvironment,
		runtime: Runtime,
		testPath: string,
	): Promise<TestResult>;
}
