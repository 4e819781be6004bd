/* eslint-disable @n8n/community-nodes/no-restricted-globals -- test code, which never runs inside a node */
import fc from 'fast-check';
import { addEventHandler } from 'jest-circus';

import { waiting } from './waitFor';

/** What StrykerJS shares with the test files of a run. */
interface MutationRun {
	activeMutant?: string;
	noticedMutant?: string;
}

// A mutation test is decided by the first test that fails: what follows would only take time.
const { __strykerGlobalNamespace__: name } = globalThis as { __strykerGlobalNamespace__?: string };
// Without a test that covers the module, StrykerJS runs all of them, and shares nothing with them.
const run = (globalThis as Record<string, unknown>)[name ?? ''] as MutationRun | undefined;
const isNoticed = () => run?.activeMutant !== undefined && run.noticedMutant === run.activeMutant;

addEventHandler((event) => {
	if (run !== undefined && event.name === 'test_done' && event.test.errors.length > 0) {
		run.noticedMutant = run.activeMutant;
	}
	if (event.name === 'test_start' && isNoticed()) event.test.mode = 'skip';
});

// Few examples notice most changes, and a counterexample need not be the smallest one.
fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: 20, endOnFailure: true });

waiting.timeoutMs = 5_000;
